import { spawn, type ChildProcess } from 'node:child_process';
import { chown, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { Client } from 'pg';
import pino from 'pino';

import { startEmbeddedPostgres } from '#core/server/ground/database/embedded/embedded-postgres.ts';

import { debianPostgresql } from '../find-tools.mjs';
import { freePort } from './free-port.ts';
import { makeTestFolder } from './test-folder.ts';

/** A PostgreSQL for one test run: fast, without durability, removed afterwards. */
export interface ThrowAwayDatabase {
  /** Of a superuser, who may create databases. */
  connectionString: string;
  stop(): Promise<void>;
}

/** The embedded PostgreSQL on a temporary data folder. */
export async function startEmbeddedForTests(): Promise<ThrowAwayDatabase> {
  const folder = await makeTestFolder('rp-db-');
  const database = await startEmbeddedPostgres({ dataDir: folder, log: pino({ level: 'silent' }), test: true });
  return {
    connectionString: database.connectionString,
    async stop() {
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Debian's PostgreSQL on a temporary data folder. */
export async function startDebianForTests(): Promise<ThrowAwayDatabase> {
  const bin = debianPostgresql();
  if (bin === undefined) throw new Error('Debian has no PostgreSQL installed');
  const folder = await makeTestFolder('rp-db-');
  const user = await unprivilegedUser();
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options = { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] };
  const init = spawn(
    `${bin}/initdb`,
    ['-D', data, '-U', 'tests', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'],
    options,
  );
  await once(init, 'exit');
  if (init.exitCode !== 0) throw new Error(`initdb ended with exit code ${init.exitCode}`);

  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`, 'fsync=off'];
  settings.push(
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=200',
    'log_min_messages=panic',
    'autovacuum=off',
    'shared_buffers=64MB',
    'wal_level=minimal',
    'max_wal_senders=0',
  );
  const server = spawn(`${bin}/postgres`, ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...options,
    stdio: 'ignore',
    detached: true,
  });
  const connectionString = `postgres://tests@127.0.0.1:${port}/postgres`;
  const kill = (): void => void server.kill('SIGQUIT');
  process.once('exit', kill);
  await untilReady(server, connectionString);
  return {
    connectionString,
    async stop() {
      process.off('exit', kill);
      server.kill('SIGINT');
      if (server.exitCode === null) await once(server, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root; it runs as `postgres` or `nobody` then. */
async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  return { uid: Number(user?.[2]), gid: Number(user?.[3]) };
}

async function untilReady(server: ChildProcess, connectionString: string): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with exit code ${server.exitCode}`);
    const client = new Client({ connectionString });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await sleep(50);
    }
  }
}
