import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';

import { Client } from 'pg';

import { fail } from '#core/contract/errors.ts';

import { sqlState } from '../sql-state.ts';
import type { Binaries } from './binaries.ts';
import { EMBEDDED_NAME, isDiskFull, lastLine, type ClusterPlace } from './cluster.ts';
import { CLEAN_ENVIRONMENT } from './run-as.ts';

/** Settings for every embedded server; all others have PostgreSQL's defaults. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  password_encryption: 'scram-sha-256',
  log_timezone: 'UTC',
  timezone: 'UTC',
};

/** Fast without durability: test data need not survive a crash. */
const TEST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '64MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

export interface LaunchOptions {
  place: ClusterPlace;
  binaries: Binaries;
  /** Where PostgreSQL writes its log. */
  logFile: string;
  port: number;
  test: boolean;
}

/** Starts the server in its own session, so that Ctrl-C in a terminal does not reach it. */
export async function launchServer(options: LaunchOptions): Promise<ChildProcess> {
  const { place, binaries, logFile, port, test } = options;
  const settings = { ...SETTINGS, ...(test ? TEST_SETTINGS : {}), port: String(port) };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // A file, because a pipe would break when this process is killed and the server lives on.
  const log = await open(logFile, 'a', 0o600);
  try {
    const child = spawn(binaries.postgres, ['-D', place.folder, ...args], {
      ...place.user,
      cwd: '/',
      env: CLEAN_ENVIRONMENT,
      stdio: ['ignore', log.fd, log.fd],
      detached: true,
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}

/** Patterns in the server's log that say why it did not start. */
export type StartFault = 'port' | 'lock-file' | 'left-over-processes';

/**
 * Finds out from the server's log since `offset` why it exited.
 * @throws expected `core:database.disk-full`, `core:database.not-started` for what waiting does not fix
 */
export async function readStartFault(logFile: string, offset: number, folder: string): Promise<StartFault> {
  const output = (await readFile(logFile)).subarray(offset).toString();
  if (/could not create any TCP\/IP sockets|Address already in use/.test(output)) return 'port';
  if (/lock file "postmaster\.pid" (already exists|is empty)/.test(output)) return 'lock-file';
  if (/pre-existing shared memory block/.test(output)) return 'left-over-processes';
  if (isDiskFull(output)) fail('core:database.disk-full', { folder }, { kind: 'unavailable' });
  fail(
    'core:database.not-started',
    { log: logFile, reason: lastLine(output) },
    { kind: 'unavailable', cause: new Error(output.slice(-4000)) },
  );
}

/** Current size of the server's log in bytes. */
export async function logSize(logFile: string): Promise<number> {
  return await stat(logFile).then(
    ({ size }) => size,
    () => 0,
  );
}

/** A free TCP port on the loopback interface; `preferred` if that is free. */
export async function freePort(preferred: number | undefined): Promise<number> {
  for (const port of preferred === undefined ? [0] : [preferred, 0]) {
    const found = await new Promise<number | undefined>((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(undefined));
      server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
        const address = server.address();
        server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : undefined));
      });
    });
    if (found !== undefined) return found;
  }
  fail('core:database.no-port', {}, { kind: 'unavailable' });
}

/** The connection string of an embedded server. */
export function connectionStringOf(port: number, password: string, database = EMBEDDED_NAME): string {
  return `postgres://${EMBEDDED_NAME}:${password}@127.0.0.1:${port}/${database}`;
}

/**
 * Asks the server on a port whether it serves this cluster, and creates our database when it is ready. `busy`: it is
 * starting, recovering or stopping; `stranger`: it is not ours.
 */
export async function askServer(
  cluster: string,
  port: number,
  password: string,
): Promise<'ready' | 'busy' | 'silent' | 'stranger'> {
  const client = new Client({
    connectionString: connectionStringOf(port, password, 'postgres'),
    connectionTimeoutMillis: 5_000,
    query_timeout: 20_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string; known: boolean }>(
      `select current_setting('data_directory') as folder,
        exists (select 1 from pg_database where datname = $1) as known`,
      [EMBEDDED_NAME],
    );
    if (rows[0]?.folder !== cluster) return 'stranger';
    if (!rows[0].known) {
      await client.query(`create database ${EMBEDDED_NAME}`).catch((error: unknown) => {
        if (!['42P04', '23505'].includes(sqlState(error) ?? '')) throw error;
      });
    }
    return 'ready';
  } catch (error) {
    const state = sqlState(error);
    if (state === '28P01' || state === '28000') return 'stranger';
    if (state === '53100') fail('core:database.disk-full', { folder: cluster }, { kind: 'unavailable', cause: error });
    return state === undefined ? 'silent' : 'busy';
  } finally {
    await client.end().catch(() => undefined);
  }
}
