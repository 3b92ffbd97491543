import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { Pool } from 'pg';

import type { Database } from '#core/server/ground/database/database.ts';

/** Draws tags for jobs. */
export interface Turns {
  /**
   * Start-time fair queueing: a job's tag is one more than the account's last tag, or than the tag of the last started
   * job if the account had nothing waiting. Jobs start in order of their tags, so accounts take turns however much each
   * has waiting.
   * @returns the first of `count` consecutive tags
   */
  take(job: string, accountId: string, count: number): Promise<number>;
  close(): Promise<void>;
}

/**
 * Creates the {@link Turns} of a process. They are drawn on a connection of their own and committed at once: in the
 * transaction that enqueues, the account's row would stay locked, and everything of that account would wait for its end.
 * Tags of a transaction that is rolled back are left out.
 */
export function createTurns({ connectionString, log }: { connectionString: string; log: Logger }): Turns {
  const pool = new Pool({
    connectionString,
    max: 1,
    connectionTimeoutMillis: 10_000,
    application_name: 'reelport turns',
  });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    async take(job, accountId, count) {
      const { rows } = await pool.query<{ last: number }>(TAKE, [job, accountId, count]);
      return (rows[0]?.last ?? count) - count + 1;
    },
    close: () => pool.end(),
  };
}

const TAKE = `
  with clock as (select coalesce((select virtual_time from core_job_clock where job = $1), 0) as virtual_time)
  insert into core_job_shares as share (job, account_id, finish_tag)
  select $1, $2::uuid, clock.virtual_time + $3::bigint from clock
  on conflict (job, account_id) do update set finish_tag =
    greatest(share.finish_tag, (select virtual_time from clock)) + $3::bigint
  returning finish_tag::int as last`;

/** Advances a queue's virtual time to the tag of a starting job. */
export async function advanceClock(db: Database, job: string, tag: number): Promise<void> {
  await db.orm.execute(sql`
    insert into core_job_clock as c (job, virtual_time) values (${job}, ${tag})
    on conflict (job) do update set virtual_time = excluded.virtual_time
    where c.virtual_time < excluded.virtual_time`);
}

/** Removes shares that have fallen behind the clock and no longer matter. */
export async function pruneShares(db: Database): Promise<void> {
  await db.orm.execute(sql`
    delete from core_job_shares s using core_job_clock c where c.job = s.job and s.finish_tag <= c.virtual_time`);
}
