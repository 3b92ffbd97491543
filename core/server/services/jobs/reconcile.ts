import { inArray, sql } from 'drizzle-orm';

import type { JobsParts } from './attempt.ts';
import { pruneShares } from './fair-share.ts';
import type { Task } from './jobs.ts';
import { inTransaction } from './queue.ts';
import { coreTasks } from './tables.ts';
import { hintTask, publishTask, toTask } from './task-row.ts';

const LOCK = 7_263_548_192;

/** A task that does not match its job in the queue, because its worker died between two steps. */
interface Misfit extends Record<string, unknown> {
  id: string;
  state: Task['state'];
  job: string;
  queue_id: string;
  queue_state: string | null;
}

/**
 * Brings tasks in line with the queue: a task without a job becomes failed or cancelled, and one that awaits its next
 * attempt becomes queued. Runs in one process at a time; in others it does nothing.
 */
export async function reconcileTasks(parts: JobsParts): Promise<void> {
  const { db, boss, events, clock } = parts;
  const waiting = await db.transaction(async (tx) => {
    const { rows: locks } = await tx.orm.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${LOCK}) as mine`,
    );
    if (locks[0]?.mine !== true) return [];
    const { rows } = await tx.orm.execute<Misfit>(sql`
      select t.id, t.state, t.job, t.queue_id, q.state::text as queue_state
      from core_tasks t left join pgboss.job q on q.name = t.job and q.id = t.queue_id
      where t.state in ('queued', 'running', 'cancelling') and (
        q.id is null
        or q.state in ('completed', 'failed', 'cancelled')
        or (t.state = 'cancelling' and q.state <> 'active')
        or (t.state = 'running' and q.state = 'retry'))
      order by t.id limit 500 for update of t skip locked`);

    const change = async (ids: string[], values: Partial<typeof coreTasks.$inferInsert>) =>
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
    return await change(idsOf('waiting'), { state: 'queued' });
  });
  for (const row of waiting) await hintTask(events, row);
  await pruneShares(db);
}

type Fate = 'cancelled' | 'waiting' | 'worker-lost' | 'lost';

function fateOf({ state, queue_state }: Misfit): Fate {
  if (state === 'cancelling' || queue_state === 'cancelled') return 'cancelled';
  if (queue_state === 'retry') return 'waiting';
  return queue_state === 'failed' ? 'worker-lost' : 'lost';
}
