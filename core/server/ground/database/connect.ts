import { NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Logger } from 'pino';
import { Pool, type PoolClient } from 'pg';

import { ExpectedError, fail } from '#core/contract/errors.ts';

import { accountScope } from './account-scope.ts';
import type { Database, Orm, Tx } from './database.ts';
import { createNotifications } from './notifications.ts';
import { sqlState } from './sql-state.ts';

/** The oldest PostgreSQL that migrations and queries are tested on. */
export const MIN_SERVER_VERSION = 15;

/** An abandoned transaction would hold its locks forever. */
const IDLE_TRANSACTION_MILLISECONDS = 300_000;

/**
 * Connects to a PostgreSQL server.
 * @param options.poolSize connections of this process for queries; 10 when absent
 * @throws expected `core:database.unreachable`, `core:database.login-refused`, `core:database.missing`,
 * `core:database.too-old`
 */
export async function connectDatabase(options: {
  connectionString: string;
  log: Logger;
  poolSize?: number;
}): Promise<Database> {
  const { connectionString, log } = options;
  const pool = new Pool({
    connectionString,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'reelport',
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MILLISECONDS,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  // The pool only handles errors of idle clients; an unhandled error of a client in use ends the process.
  pool.on('connect', (client) => client.on('error', () => undefined));

  try {
    const { rows } = await pool.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    );
    checkVersion(rows[0]?.version ?? 0);
  } catch (error) {
    await pool.end();
    throw connectionFailure(error, connectionString);
  }

  const dialect = new PgDialect({ casing: 'snake_case' });
  const ormOver = (client: Pool | PoolClient): Orm =>
    new NodePgDatabase(dialect, new NodePgSession(client, dialect, undefined, {}), undefined);
  const orm = ormOver(pool);
  const notifications = createNotifications({ connectionString, log });
  let closing: Promise<void> | undefined;

  async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let broken = false;
    const last: (() => Promise<void>)[] = [];
    const txOrm = ormOver(client);
    const tx: Tx = {
      orm: txOrm,
      scope: (accountId) => accountScope(txOrm, accountId),
      async beforeCommit(step) {
        last.push(step);
      },
    };
    try {
      await client.query('begin');
      const result = await work(tx);
      for (const step of last) await step();
      await client.query('commit');
      return result;
    } catch (error) {
      // The original error matters more than that of the rollback; the connection is discarded.
      await client.query('rollback').catch(() => {
        broken = true;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  return {
    orm,
    pool,
    connectionString,
    notifications,
    scope: (accountId) => accountScope(orm, accountId),
    beforeCommit: (step) => step(),
    transaction,
    close() {
      closing ??= notifications.close().then(() => pool.end());
      return closing;
    },
  };
}

function checkVersion(number: number) {
  const major = Math.floor(number / 10_000);
  if (major < MIN_SERVER_VERSION) {
    fail('core:database.too-old', { version: major, least: MIN_SERVER_VERSION }, { kind: 'unavailable' });
  }
}

/** The server and database of a connection string, without the password; for messages. */
export function describeServer(connectionString: string): { host: string; database: string } {
  try {
    const url = new URL(connectionString);
    return {
      host: url.searchParams.get('host') ?? (url.host === '' ? 'localhost' : url.host),
      database: decodeURIComponent(url.pathname.slice(1)),
    };
  } catch {
    return { host: '?', database: '?' };
  }
}

function connectionFailure(error: unknown, connectionString: string): unknown {
  if (error instanceof ExpectedError) return error;
  const { host, database } = describeServer(connectionString);
  const state = sqlState(error);
  const options = { kind: 'unavailable', cause: error } as const;
  if (state === '28P01' || state === '28000') {
    return new ExpectedError('core:database.login-refused', { host }, options);
  }
  if (state === '3D000') {
    return new ExpectedError('core:database.missing', { host, database }, options);
  }
  return new ExpectedError('core:database.unreachable', { host }, options);
}
