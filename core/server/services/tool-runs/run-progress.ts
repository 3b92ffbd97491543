import { and, eq, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm';

import { coreTasks } from '#core/server/services/jobs/tables.ts';

import { isMeasuredEnough } from './measured-enough.ts';
import type { RunParts } from './parts.ts';
import { coreToolItems, coreToolRuns, type RunRow } from './tables.ts';
import { hintChange } from './tell-change.ts';

/** Where a run is when its stages begin; making the items is nearly all of it. */
export const STAGES = { planned: 0.03, made: 0.97 };

const TELL_MILLISECONDS = 1000;
/** How long after a report the queue has surely stored it, beyond its own second. */
const STORED_MILLISECONDS = 100;

/** How far a run is that makes its items: what each costs, and what is done of it. */
export function madeShare(runId: string): SQL<number> {
  return sql<number>`(${STAGES.planned}::float8 + ${STAGES.made - STAGES.planned}::float8 * coalesce((
    select sum(i.cost * case when i.state <> 'planned' then 1
      when t.state in ('running', 'cancelling') then t.progress else 0 end) / nullif(sum(i.cost), 0)
    from ${coreToolItems} i left join ${coreTasks} t on t.id = i.task_id
    where i.run_id = ${runId} and i.state in ('planned', 'made', 'failed')), 0))`;
}

/** Unchanged if the run was further before: reported progress never decreases. */
export function furthest(share: SQL<number> | number): number {
  // Drizzle's types take plain values only; the driver takes an expression as well.
  return sql`greatest(${coreToolRuns.progress}, ${share}::float8)` as unknown as number;
}

/** Tells how far a run is, at most once a second over all that work for it. A failure to tell harms nothing. */
export async function tellProgress(
  parts: RunParts,
  run: Pick<RunRow, 'id' | 'accountId' | 'tool' | 'settings'>,
  share: SQL<number> | number = madeShare(run.id),
): Promise<void> {
  const { db, clock, log } = parts;
  const { id, accountId } = run;
  const now = clock.now();
  const before = new Date(now.getTime() - TELL_MILLISECONDS);
  const due = and(
    eq(coreToolRuns.id, id),
    inArray(coreToolRuns.state, ['planning', 'working', 'paused', 'finishing']),
    or(isNull(coreToolRuns.progressAt), lt(coreToolRuns.progressAt, before)),
  );
  try {
    const changed = await db
      .scope(accountId)
      .update(coreToolRuns, due ?? eq(coreToolRuns.id, id), { progress: furthest(share), progressAt: now });
    if (changed.length > 0) await hintChange(parts, run);
  } catch (error) {
    log.debug({ err: error }, 'progress was not told');
  }
}

/**
 * Tells how far a run is while an item of it is made, a moment after each report: by then the queue has stored it, and
 * the last report before a long silence is told as well.
 */
export function progressTeller(parts: RunParts, run: RunRow): { report(): void; end(): void } {
  let timer: NodeJS.Timeout | undefined;
  return {
    report() {
      timer ??= setTimeout(() => {
        timer = undefined;
        void tellProgress(parts, run);
      }, TELL_MILLISECONDS + STORED_MILLISECONDS);
    },
    end() {
      clearTimeout(timer);
    },
  };
}

/** Estimated seconds until all items are made, at the pace since they are being made; null while too uncertain. */
export function secondsLeft(
  run: Pick<RunRow, 'state' | 'progress' | 'progressAt' | 'workingSince' | 'workingFrom'>,
  now: Date,
): number | null {
  const { state, progress, progressAt, workingSince, workingFrom } = run;
  if (state !== 'working' || progressAt === null || workingSince === null) return null;
  const seconds = (progressAt.getTime() - workingSince.getTime()) / 1000;
  const done = progress - workingFrom;
  if (!isMeasuredEnough(done, seconds)) return null;
  const since = (now.getTime() - progressAt.getTime()) / 1000;
  return Math.max(0, (seconds * (1 - progress)) / done - since);
}
