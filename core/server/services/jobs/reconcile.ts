import { inArray, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';

import type { JobsParts } from './attempt.ts';
import { pruneShares } from './fair-share.ts';
import type { Task } from './jobs.ts';
import { inTransaction } from './queue.ts';
import { coreTasks } from './tables.ts';
import { hintTask, publishTask, queueJob, toTask } from './task-row.ts';

const LOCK = 7_263_548_192;

/**
 * Times that a task is begun, however often its workers were lost: one that brings them down itself ends then. The queue
 * counts a lost worker like a failure, and has given it up long before.
 */
const MOST_BEGINNINGS = 12;
/** Seconds until a task begins again whose workers were lost more often than the queue tries. */
const AFTER_LOSSES = 5;

/** A task that does not match its job in the queue, because its worker died between two steps. */
interface Misfit extends Record<string, unknown> {
  id: string;
  state: Task['state'];
  job: string;
  attempt: number;
  attempts: number;
  queue_id: string;
  queue_state: string | null;
}

/**
 * Brings tasks in line with the queue: a task without a job becomes failed or cancelled, and one that awaits its next
 * attempt becomes queued, as does one whose workers were lost. Runs in one process at a time; in others it does nothing.
 */
export async function reconcileTasks(parts: JobsParts): Promise<void> {
  const { db, boss, events, clock } = parts;
  const waiting = await db.transaction(async (tx) => {
    const { rows: locks } = await tx.orm.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${LOCK}) as mine`,
    );
    if (locks[0]?.mine !== true) return [];
    const { rows } = await tx.orm.execute<Misfit>(sql`
      select t.id, t.state, t.job, t.attempt, t.attempts, t.queue_id, q.state::text as queue_state
      from core_tasks t left join pgboss.job q on q.name = t.job and q.id = t.queue_id
      where t.state in ('queued', 'running', 'cancelling') and (
        q.id is null
        or q.state in ('completed', 'failed', 'cancelled')
        or (t.state = 'cancelling' and q.state <> 'active')
        or (t.state = 'running' and q.state = 'retry'))
      order by t.id limit 500 for update of t skip locked`);

    const change = async (ids: string[], values: PgUpdateSetSource<typeof coreTasks>) =>
      ids.length === 0
        ? []
        : await tx.orm
            .update(coreTasks)
            .set({ ...values, secondsLeft: null, updatedAt: clock.now() })
            .where(inArray(coreTasks.id, ids))
            .returning();
    const idsOf = (fate: Fate) => rows.filter((row) => fateOf(row) === fate).map(({ id }) => id);

    const ended = [
      ...(await change(idsOf('cancelled'), { state: 'cancelled' })),
      ...(await change(idsOf('worker-lost'), {
        state: 'failed',
        error: { code: 'core:task.worker-lost', params: {} },
      })),
      ...(await change(idsOf('lost'), { state: 'failed', error: { code: 'core:task.lost', params: {} } })),
    ];
    for (const row of ended) {
      await parts.failures[row.job]?.(tx, toTask(row), row.payload);
      await publishTask(events, tx, row);
      await boss.cancel(row.job, row.queueId, { db: inTransaction(tx) });
    }
    const lost = await change(idsOf('again'), { state: 'queued', queueId: sql`gen_random_uuid()`, claim: -1 });
    const later = new Date(Date.now() + AFTER_LOSSES * 1000);
    for (const row of lost) await boss.insert(row.job, [queueJob(row, later)], { db: inTransaction(tx) });
    return [...lost, ...(await change(idsOf('waiting'), { state: 'queued' }))];
  });
  for (const row of waiting) await hintTask(events, row);
  await pruneShares(db);
}

type Fate = 'cancelled' | 'waiting' | 'again' | 'worker-lost' | 'lost';

function fateOf({ state, queue_state, attempt, attempts }: Misfit): Fate {
  if (state === 'cancelling' || queue_state === 'cancelled') return 'cancelled';
  if (queue_state === 'retry') return 'waiting';
  if (queue_state !== 'failed') return 'lost';
  return attempts > 1 && attempt < MOST_BEGINNINGS ? 'again' : 'worker-lost';
}
