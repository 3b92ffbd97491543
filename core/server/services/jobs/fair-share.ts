import { sql } from 'drizzle-orm';

import type { Database, Tx } from '#core/server/ground/database/database.ts';

/**
 * Start-time fair queueing: a job's tag is one more than the account's last tag, or than the tag of the last started
 * job if the account had nothing waiting. Jobs start in order of their tags, so accounts take turns however much each
 * has waiting.
 *
 * The account's row stays locked until the transaction ends.
 * @returns the first of `count` consecutive tags
 */
export async function takeTags(tx: Tx, job: string, accountId: string, count: number): Promise<number> {
  const { rows } = await tx.orm.execute<{ last: number }>(sql`
    with clock as (
      select coalesce((select virtual_time from core_job_clock where job = ${job}), 0) as virtual_time
    )
    insert into core_job_shares as share (job, account_id, finish_tag)
    select ${job}, ${accountId}, clock.virtual_time + ${count} from clock
    on conflict (job, account_id) do update set finish_tag =
      greatest(share.finish_tag, (select virtual_time from clock)) + ${count}
    returning finish_tag::int as last`);
  return (rows[0]?.last ?? count) - count + 1;
}

/** Advances a queue's virtual time to the tag of a starting job. */
export async function advanceClock(tx: Tx, job: string, tag: number): Promise<void> {
  await tx.orm.execute(sql`
    insert into core_job_clock as c (job, virtual_time) values (${job}, ${tag})
    on conflict (job) do update set virtual_time = excluded.virtual_time
    where c.virtual_time < excluded.virtual_time`);
}

/** Removes shares that have fallen behind the clock and no longer matter. */
export async function pruneShares(db: Database): Promise<void> {
  await db.orm.execute(sql`
    delete from core_job_shares s using core_job_clock c where c.job = s.job and s.finish_tag <= c.virtual_time`);
}
