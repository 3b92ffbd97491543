import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import type { Logger } from 'pino';

import { lockNumber } from './advisory-locks.ts';
import type { Tx } from './database.ts';

const RETRY_MILLISECONDS = 1_000;

/** What a process says about itself to all others on its database, until it ends, however it ends. */
export interface Presence {
  /** Says it from now on, also after the connection was lost in between. Waits while {@link isAnnounced} forbids it. */
  announce(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Creates a {@link Presence}. It opens a connection of its own with the first announcement. */
export function createPresence({ connectionString, log }: { connectionString: string; log: Logger }): Presence {
  const names = new Set<string>();
  let connection: Promise<Client> | undefined;
  let closed = false;

  async function connect(): Promise<Client> {
    const client = new Client({ connectionString, application_name: 'reelport presence', keepAlive: true });
    client.on('error', (error) => log.debug({ err: error }, 'the connection of the presence was lost'));
    await client.connect();
    for (const name of names) await hold(client, name);
    return client;
  }

  function opened(): Promise<Client> {
    if (connection !== undefined) return connection;
    const attempt = connect();
    const lost = () => {
      if (closed || connection !== attempt) return;
      connection = undefined;
      setTimeout(() => void (closed || opened().catch(() => undefined)), RETRY_MILLISECONDS).unref();
    };
    attempt.then((client) => client.once('end', lost), lost);
    connection = attempt;
    return attempt;
  }

  return {
    async announce(name) {
      names.add(name);
      // Held twice when the connection was opened for it, which makes no difference.
      await hold(await opened(), name);
    },
    async close() {
      closed = true;
      const client = await connection?.catch(() => undefined);
      await client?.end();
    },
  };
}

async function hold(client: Client, name: string): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1::bigint)', [numberOf(name)]);
}

const numberOf = (name: string): string => lockNumber(`presence ${name}`);

/** Whether a process announces a name. If none does, none can until the transaction ends. */
export async function isAnnounced({ orm }: Tx, name: string): Promise<boolean> {
  const { rows } = await orm.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(${numberOf(name)}::bigint) as free`,
  );
  return rows[0]?.free !== true;
}
