import { createHash } from 'node:crypto';

import { Client } from 'pg';

/** Locks between machines that share a PostgreSQL. They are released with the connection, and so with the process. */
export interface AdvisoryLocks {
  /**
   * Takes the lock of a name if it is free.
   * @returns a function that releases it, or undefined when it is taken
   */
  tryLock(name: string): Promise<(() => Promise<void>) | undefined>;
  close(): Promise<void>;
}

const WAIT_MILLISECONDS = 15_000;

/** PostgreSQL identifies locks by number: the first 64 bits of a hash of the name. */
export function lockNumber(name: string): string {
  return createHash('sha256').update(`reelport lock ${name}`).digest().readBigInt64BE(0).toString();
}

/**
 * Creates {@link AdvisoryLocks} on a separate connection, opened on first use. If it breaks, all locks are released,
 * and the next use opens a new one.
 * @param options.name the connection's name in PostgreSQL
 * @param options.onLost called when the connection breaks, and the locks with it
 */
export function createAdvisoryLocks(
  connectionString: string,
  { name: connectionName = 'reelport render locks', onLost }: { name?: string; onLost?(): void } = {},
): AdvisoryLocks {
  const held = new Set<string>();
  let connection: Promise<Client> | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  async function connect(): Promise<Client> {
    const client = new Client({
      connectionString,
      application_name: connectionName,
      keepAlive: true,
      connectionTimeoutMillis: WAIT_MILLISECONDS,
      query_timeout: WAIT_MILLISECONDS,
    });
    const lose = () => {
      if (current !== connection) return;
      connection = undefined;
      held.clear();
      onLost?.();
    };
    const current = connection;
    client.on('error', lose);
    client.on('end', lose);
    await client.connect();
    return client;
  }

  function opened(): Promise<Client> {
    if (connection === undefined) {
      const attempt = Promise.resolve().then(connect);
      connection = attempt;
      attempt.catch(() => {
        if (connection === attempt) connection = undefined;
      });
    }
    return connection;
  }

  /** Queries run one after another: a connection can only run one at a time. */
  function ask(client: Client, sql: string, value: string): Promise<boolean> {
    const answer = queue.then(async () => {
      const { rows } = await client.query<{ done: boolean }>(sql, [value]);
      return rows[0]?.done === true;
    });
    queue = answer.catch(() => undefined);
    return answer;
  }

  return {
    async tryLock(name) {
      // PostgreSQL would grant the same connection its lock twice.
      if (held.has(name)) return undefined;
      held.add(name);
      let client: Client | undefined;
      try {
        client = await opened();
        if (!(await ask(client, 'select pg_try_advisory_lock($1::bigint) as done', lockNumber(name)))) {
          held.delete(name);
          return undefined;
        }
        held.add(name);
        const owner = client;
        return async () => {
          const now = await connection?.catch(() => undefined);
          if (now !== owner || !held.has(name)) return;
          await ask(owner, 'select pg_advisory_unlock($1::bigint) as done', lockNumber(name)).catch(() => owner.end());
          held.delete(name);
        };
      } catch (error) {
        held.delete(name);
        // Whether the lock was taken is unknown; closing the connection makes sure that it is not.
        client?.end().catch(() => undefined);
        throw error;
      }
    },
    async close() {
      const client = await connection?.catch(() => undefined);
      connection = undefined;
      await queue;
      await client?.end();
    },
  };
}
