import { and, eq, inArray, sql } from 'drizzle-orm';
import type { PgBoss } from 'pg-boss';

import type { Tx } from '#core/server/ground/database/database.ts';

import type { Turns } from './fair-share.ts';
import type { TaskSubject } from './jobs.ts';
import { inTransaction } from './queue.ts';
import { coreTasks } from './tables.ts';
import { queueJob, type TaskRow } from './task-row.ts';

/** What puts tasks back into the queue. */
interface QueueParts {
  boss: PgBoss;
  turns: Turns;
}

/** Jobs per statement. */
const CHUNK = 1_000;

/** Takes the waiting tasks of a subject out of the queue. One that a worker has just fetched will not start. */
export async function pauseTasks(
  boss: PgBoss,
  tx: Tx,
  job: string,
  { accountId, subjectId, now }: TaskSubject & { now: Date },
): Promise<number> {
  const paused = await tx.orm
    .update(coreTasks)
    .set({ state: 'paused', secondsLeft: null, updatedAt: now })
    .where(ofSubject(job, { accountId, subjectId }, 'queued'))
    .returning({ queueId: coreTasks.queueId });
  for (let at = 0; at < paused.length; at += CHUNK) {
    const ids = paused.slice(at, at + CHUNK).map(({ queueId }) => queueId);
    await boss.cancel(job, ids, { db: inTransaction(tx) });
  }
  return paused.length;
}

/** Returns the paused tasks of a subject to the queue, in their order. */
export async function resumeTasks(
  parts: QueueParts,
  tx: Tx,
  job: string,
  { accountId, subjectId, now }: TaskSubject & { now: Date },
): Promise<number> {
  const paused = await tx.orm
    .select({ id: coreTasks.id })
    .from(coreTasks)
    .where(ofSubject(job, { accountId, subjectId }, 'paused'))
    .orderBy(coreTasks.tag, coreTasks.id)
    .for('update');
  const ids = paused.map(({ id }) => id);
  await requeue(parts, tx, job, { accountId, ids, now });
  return ids.length;
}

/** Returns failed or cancelled tasks to the queue, starting over at the first attempt. */
export async function retryTasks(
  parts: QueueParts,
  tx: Tx,
  job: string,
  { accountId, ids, now }: { accountId: string; ids: readonly string[]; now: Date },
): Promise<string[]> {
  if (ids.length === 0) return [];
  const ended = await tx.orm
    .select({ id: coreTasks.id })
    .from(coreTasks)
    .where(
      and(
        eq(coreTasks.accountId, accountId),
        eq(coreTasks.job, job),
        inArray(coreTasks.id, [...ids]),
        inArray(coreTasks.state, ['failed', 'cancelled']),
      ),
    )
    .orderBy(coreTasks.id)
    .for('update');
  const found = new Set(ended.map(({ id }) => id));
  const again = ids.filter((id) => found.has(id));
  await requeue(parts, tx, job, { accountId, ids: again, now });
  return again;
}

/** Enqueues a new job for each of some tasks that the caller has locked; their previous jobs have ended. */
async function requeue(
  { boss, turns }: QueueParts,
  tx: Tx,
  job: string,
  { accountId, ids, now }: { accountId: string; ids: readonly string[]; now: Date },
): Promise<void> {
  if (ids.length === 0) return;
  const first = await turns.take(job, accountId, ids.length);
  await tx.orm.execute(sql`
    update core_tasks t set state = 'queued', queue_id = gen_random_uuid(), claim = -1, progress = 0, attempt = 0,
      error = null, seconds_left = null, tag = ${first}::int + p.place::int - 1, updated_at = ${now.toISOString()}::timestamptz
    from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) with ordinality as p (id, place)
    where t.id = p.id::uuid`);
  for (let at = 0; at < ids.length; at += CHUNK) {
    const rows = await tx.orm
      .select()
      .from(coreTasks)
      .where(inArray(coreTasks.id, ids.slice(at, at + CHUNK)));
    await boss.insert(
      job,
      rows.map((row) => queueJob(row)),
      { db: inTransaction(tx) },
    );
  }
}

function ofSubject(job: string, { accountId, subjectId }: TaskSubject, state: TaskRow['state']) {
  return and(
    eq(coreTasks.accountId, accountId),
    eq(coreTasks.subjectId, subjectId),
    eq(coreTasks.job, job),
    eq(coreTasks.state, state),
  );
}
