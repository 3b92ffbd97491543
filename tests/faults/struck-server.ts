import assert from 'node:assert/strict';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { pino } from 'pino';

import { connectDatabase } from '#core/server/ground/database/connect.ts';
import type { Database } from '#core/server/ground/database/database.ts';
import { CORE_MIGRATIONS } from '#core/server/ground/database/migrate.ts';
import { connectEmbedded } from '#core/server/ground/database/embedded/embedded-postgres.ts';
import { buildSession } from '#core/server/testing/build-account.ts';
import { testDatabase } from '#core/server/testing/test-database.ts';
import { lastFirst, type TestScope } from '#core/server/testing/test-scope.ts';
import { migrationSources } from '#host/server/migration-sources.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import { processesOf, runStart, type StartedServer } from '#tests/integration/host/run-start.ts';
import { mixClient, type MixClient } from '#tests/integration/mixing/mix-client.ts';
import { prepareMediaCache } from '#tests/shared-media-cache.ts';
import { freePort } from '../../scripts/testing/free-port.ts';

/** A server as `npm start` runs it, with a worker that makes two videos at once, whose processes a test kills. */
export interface StruckServer {
  address: string;
  dataDir: string;
  /** A folder for files of the test. */
  folder: string;
  /** The process that supervises the others; another one after each start. */
  supervisor(): StartedServer;
  start(): Promise<void>;
  withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Logs a new account in that may make many videos at once. */
  member(): Promise<{ accountId: string; token: string; client: MixClient }>;
  /** Kills the worker or the api where it runs. Without an api the server ends. */
  strikeRole(role: 'worker' | 'api'): void;
  /** Kills the api and waits for the end of the server. */
  strikeApi(): Promise<void>;
}

/**
 * Starts a server on a database and a data folder of its own, gone when the tests end.
 * @param options.embedded it runs its PostgreSQL itself, as it does where nobody names one; without it the database is
 *   one of the tests' server, which spares each start a PostgreSQL
 */
export async function startStruckServer(
  outer: TestScope,
  { embedded = false }: { embedded?: boolean } = {},
): Promise<StruckServer> {
  const scope = lastFirst(outer);
  const given = embedded ? undefined : await databaseOf(scope);
  const folder = await mkdtemp(join(tmpdir(), 'reelport-struck-'));
  // The embedded database may run as another user.
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  await prepareMediaCache(dataDir);
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  let server: StartedServer | undefined;

  function supervisor(): StartedServer {
    assert.ok(server, 'the server was never started');
    return server;
  }
  async function start(): Promise<void> {
    const database = given === undefined ? {} : { DATABASE_URL: given.connectionString };
    server = runStart({ dataDir, port, env: { WORKER_SLOTS: '2', ...database } });
    await server.prints(address);
  }
  async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
    if (given !== undefined) return await work(given);
    const db = await connectDatabase({
      connectionString: await connectEmbedded(dataDir),
      log: pino({ level: 'silent' }),
    });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  }
  function strikeRole(role: 'worker' | 'api'): void {
    const struck = processesOf(dataDir).filter(({ command }) => command.endsWith(`main.ts ${role}`));
    assert.ok(struck.length > 0, `no ${role} is there`);
    for (const { pid } of struck) strike(pid);
  }

  scope.after(async () => {
    for (const { pid } of [...processesOf(dataDir), ...processesIn(dataDir)]) strike(pid);
    await server?.ended;
    await rm(folder, { recursive: true, force: true });
  });
  await start();
  return {
    ...{ address, dataDir, folder, supervisor, start, withDatabase, strikeRole },
    async member() {
      const { token, account } = await withDatabase((db) => buildSession(db, { level: 'level1' }));
      return { accountId: account.id, token, client: mixClient(address, token) };
    },
    async strikeApi() {
      strikeRole('api');
      await supervisor().ended;
    },
  };
}

/** With the product's tables, so that no start makes them. */
async function databaseOf(scope: TestScope): Promise<Database> {
  const migrations = migrationSources(await discoverPlugins()).filter((source) => source !== CORE_MIGRATIONS);
  return await testDatabase(scope, { migrations });
}

/** Signals a process that may be gone already. */
export function strike(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Processes that work in a folder: their working folder or their command is below it. */
export function processesIn(folder: string): { pid: number; command: string }[] {
  return readdirSync('/proc').flatMap((entry) => {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || pid === process.pid) return [];
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      const place = readlinkSync(`/proc/${pid}/cwd`);
      return `${place} ${command}`.includes(folder) ? [{ pid, command }] : [];
    } catch {
      return [];
    }
  });
}
