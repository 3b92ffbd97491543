import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';
import { PgBoss } from 'pg-boss';

import { connectDatabase } from '#core/server/ground/database/connect.ts';
import type { Database } from '#core/server/ground/database/database.ts';
import { startEmbeddedPostgres } from '#core/server/ground/database/embedded/embedded-postgres.ts';
import { CORE_MIGRATIONS, migrate, type MigrationSource } from '#core/server/ground/database/migrate.ts';

import { testLog } from './test-log.ts';
import { lastFirst, type TestScope } from './test-scope.ts';

/** Any number will do as long as nobody else locks it. */
const TEMPLATE_LOCK = 7_263_548_199;

export interface TestDatabaseOptions {
  /** Migrations of plugins, beside the kernel's. */
  migrations?: readonly MigrationSource[];
  /** Connections of the pool; 10 when absent. */
  poolSize?: number;
}

/**
 * A database of its own for a test, empty but migrated, gone when the test ends. It is on the server
 * of `REELPORT_TEST_DATABASE_URL` (a superuser's), or on an embedded PostgreSQL that this process
 * starts once, without durability.
 */
export async function testDatabase(scope: TestScope, options: TestDatabaseOptions = {}): Promise<Database> {
  const server = await testDatabaseServer();
  const template = await templateDatabase(server, [CORE_MIGRATIONS, ...(options.migrations ?? [])]);
  const name = `reelport_test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(server, (client) => client.query(`create database ${name} template ${template} strategy file_copy`));
  const db = await connectDatabase({
    connectionString: inDatabase(server, name),
    log: testLog,
    poolSize: options.poolSize,
  });
  lastFirst(scope).after(async () => {
    await db.close();
    await asAdmin(server, (client) => client.query(`drop database if exists ${name} with (force)`));
  });
  return db;
}

let embedded: Promise<string> | undefined;

/** The server that tests run on, as a superuser's connection string. One that is started here ends with this process. */
export async function testDatabaseServer(): Promise<string> {
  const configured = process.env.REELPORT_TEST_DATABASE_URL;
  if (configured !== undefined && configured !== '') return configured;
  embedded ??= startForThisProcess();
  return await embedded;
}

async function startForThisProcess(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'reelport-test-'));
  await chmod(dataDir, 0o711);
  endWithThisProcess(dataDir);
  const { connectionString } = await startEmbeddedPostgres({ dataDir, log: testLog, test: true });
  return connectionString;
}

/** Whatever ends this process closes the pipe; the shell then ends the server and removes its data. */
function endWithThisProcess(dataDir: string): void {
  const script = 'cat; kill -QUIT "$(head -n 1 "$1/postgres/postmaster.pid")"; sleep 0.2; rm -rf "$1"';
  const guard = spawn('/bin/sh', ['-c', script, 'sh', dataDir], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  // The types do not say that a pipe to a child is a socket.
  (guard.stdin as Socket).unref();
}

const templates = new Map<string, Promise<string>>();

async function templateDatabase(server: string, sources: readonly MigrationSource[]): Promise<string> {
  const hash = createHash('sha256');
  for (const { plugin, folder } of sources) {
    const journal = await readFile(new URL('meta/_journal.json', folder), 'utf8');
    hash.update(plugin).update(journal);
    for (const [, tag] of journal.matchAll(/"tag": "([^"]+)"/g))
      hash.update(await readFile(new URL(`${tag}.sql`, folder)));
  }
  const name = `reelport_template_${hash.digest('hex').slice(0, 16)}`;
  const known = templates.get(name) ?? makeTemplate(server, name, sources);
  templates.set(name, known);
  return await known;
}

async function makeTemplate(server: string, name: string, sources: readonly MigrationSource[]): Promise<string> {
  await asAdmin(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const made = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [name]);
    if (made.rowCount === 1) return;
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name}`);
    const connectionString = inDatabase(server, name);
    const db = await connectDatabase({ connectionString, log: testLog, poolSize: 2 });
    try {
      await migrate(db, sources);
    } finally {
      await db.close();
    }
    const boss = new PgBoss({ connectionString, max: 1, schedule: false, supervise: false });
    boss.on('error', (error) => testLog.warn({ err: error }, 'the queue had an error'));
    await boss.start();
    await boss.stop({ graceful: false });
    await client.query(`alter database ${name} with is_template true allow_connections false`);
  });
  return name;
}

async function asAdmin(server: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: server });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function inDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
