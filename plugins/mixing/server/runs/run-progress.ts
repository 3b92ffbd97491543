import { and, eq, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import { coreTasks } from '#core/server/services/jobs/tables.ts';

import type { Estimate, Range } from '#plugins/mixing/range.ts';
import { runChanged } from '#plugins/mixing/events.ts';
import { narrowed } from '../measure/estimate.ts';
import { mixingOutputs, mixingRuns, type Run } from '../tables.ts';
import { runMessage } from './run-events.ts';
import { isMaking, MAKING_STATES } from './run-state.ts';

/** Where a run is when its stages begin; making the videos is nearly all of it. */
export const STAGES = { planned: 0.03, made: 0.97 };

const TELL_MILLISECONDS = 1000;

/** The least that says anything about the rest. */
const MIN_TO_ESTIMATE = { progress: 0.02, seconds: 2 };

/** How far a run is that makes its outputs: what each takes, and what is done of it. */
export function renderedShare(runId: string): SQL<number> {
  return sql<number>`(${STAGES.planned}::float8 + ${STAGES.made - STAGES.planned}::float8 * coalesce((
    select sum(o.weight * case when o.state <> 'planned' then 1
      when t.state in ('running', 'cancelling') then t.progress else 0 end) / nullif(sum(o.weight), 0)
    from ${mixingOutputs} o left join ${coreTasks} t on t.id = o.task_id
    where o.run_id = ${runId} and o.state in ('planned', 'made', 'failed')), 0))`;
}

/** Unchanged if the run was further before: reported progress never decreases. */
export function furthest(share: SQL<number> | number): SQL {
  return sql`greatest(${mixingRuns.progress}, ${share}::float8)`;
}

/** Tells how far a run is, at most once a second over all that work for it. */
export async function tellProgress(
  ctx: ServerContext,
  run: Pick<Run, 'id' | 'projectId' | 'accountId'>,
  share: SQL<number> | number = renderedShare(run.id),
): Promise<void> {
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - TELL_MILLISECONDS);
  const changed = await ctx.db.scope(run.accountId).update(
    mixingRuns,
    and(
      eq(mixingRuns.id, run.id),
      inArray(mixingRuns.state, ['planning', ...MAKING_STATES]),
      or(isNull(mixingRuns.progressAt), lt(mixingRuns.progressAt, before)),
    ) ?? eq(mixingRuns.id, run.id),
    // Drizzle's types take plain values only; the driver takes an expression as well.
    { progress: furthest(share) as unknown as number, progressAt: now },
  );
  if (changed.length > 0) await ctx.events.hint(runChanged, runMessage(run));
}

/** A run of which the videos are made for the greater part tells by itself how long the rest takes. */
const TELLS_ITSELF = 0.4;

/** Estimated seconds until all videos are made: as they were told beforehand, and more and more by the pace since. */
export function secondsLeft(
  run: Pick<Run, 'state' | 'progress' | 'progressAt' | 'workingSince' | 'workingFrom'> & { estimate: Estimate | null },
  now: Date,
): Range | null {
  const { state, progress, progressAt, workingSince, workingFrom, estimate } = run;
  if (!isMaking(state) || state === 'paused' || progressAt === null || workingSince === null) return null;
  const seconds = (progressAt.getTime() - workingSince.getTime()) / 1000;
  const done = progress - workingFrom;
  const isMeasured = done >= MIN_TO_ESTIMATE.progress && seconds >= MIN_TO_ESTIMATE.seconds;
  if (estimate === null && !isMeasured) return null;
  const rest = (1 - progress) / (1 - workingFrom);
  const measured = isMeasured ? (seconds * (1 - progress)) / done : 0;
  const told =
    estimate === null
      ? { least: measured, most: measured }
      : { least: estimate.seconds.least * rest, most: estimate.seconds.most * rest };
  const { least, most } = isMeasured ? narrowed(told, measured, Math.min(1, done / TELLS_ITSELF)) : told;
  const since = (now.getTime() - progressAt.getTime()) / 1000;
  return { least: Math.max(0, least - since), most: Math.max(0, most - since) };
}
