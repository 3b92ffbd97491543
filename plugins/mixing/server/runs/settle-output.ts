import { and, asc, eq, sql } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import { notePace } from '../measure/run-pace.ts';
import { mixingOutputs, mixingRuns, type Output, type Run } from '../tables.ts';
import { endRun } from './end-run.ts';
import { CERTIFY_RUN, PLAN_RUN } from './job-names.ts';
import { announceRun } from './run-events.ts';
import type { OutputFacts, RunRefusal } from './run-facts.ts';
import { furthest, renderedShare } from './run-progress.ts';
import { isMaking, lockRun, MAX_ROUNDS } from './run-state.ts';

/** What became of an output. */
export type Settled =
  | { state: 'made'; fileId: string; posterId: string | null; facts: OutputFacts['made'] }
  /** Its owner may have it tried again. */
  | { state: 'failed'; error: RunRefusal['error'] | null }
  /** It is too much like a finished one; another one takes its place. */
  | { state: 'replaced'; likeId: string; facts: OutputFacts['made'] }
  /** Another one takes its place. */
  | { state: 'given-up' };

/**
 * Ends one output of a run; whoever ends the last one starts what comes next. An output that failed for good stays
 * as it is, with its reason, and the others go on: the run is then certified with those that are made and ends
 * `done` with some of them `failed`, or `failed` when none was made. Either way the failed ones can be tried again.
 * @returns false when it had ended before, or its run was cancelled
 */
export async function settleOutput(
  ctx: ServerContext,
  tx: Tx,
  { accountId, id: runId }: Run,
  output: Output,
  settled: Settled,
  refused: readonly RunRefusal[] = [],
): Promise<boolean> {
  const scope = tx.scope(accountId);
  const run = await lockRun(tx, accountId, runId);
  const revision = run.revision + 1;
  const [row] = await scope.update(
    mixingOutputs,
    and(eq(mixingOutputs.id, output.id), eq(mixingOutputs.state, 'planned')) ?? eq(mixingOutputs.id, output.id),
    { ...settled, revision },
  );
  if (row === undefined) return false;
  const now = ctx.clock.now();
  const [after] = await tx.orm
    .update(mixingRuns)
    .set({
      revision,
      ...(isMaking(run.state)
        ? {
            remaining: sql`${mixingRuns.remaining} - 1`,
            refused: sql`${mixingRuns.refused} || ${JSON.stringify(refused)}::jsonb`,
            progress: furthest(renderedShare(runId)),
            progressAt: now,
          }
        : {}),
      updatedAt: now,
    })
    .where(and(eq(mixingRuns.id, runId), eq(mixingRuns.accountId, accountId)))
    .returning();
  if (after === undefined) return false;
  if (isMaking(after.state) && after.remaining === 0) await startNext(ctx, tx, after);
  await announceRun(ctx, tx, after);
  return true;
}

/** Every output of the round is made, failed or given up. */
async function startNext(ctx: ServerContext, tx: Tx, run: Run): Promise<void> {
  const { accountId } = run;
  const scope = tx.scope(accountId);
  const ofRun = (state: Output['state']) => and(eq(mixingOutputs.runId, run.id), eq(mixingOutputs.state, state));
  const made = await scope.count(mixingOutputs, ofRun('made'));
  const failed = await scope.select(mixingOutputs, { where: ofRun('failed'), orderBy: asc(mixingOutputs.position) });
  const replaced = await scope.count(mixingOutputs, ofRun('replaced'));
  // What cannot be made distinct is left out in the end.
  const isOpen = replaced === 0 || run.round < MAX_ROUNDS;
  const lacking = isOpen && made + failed.length < (run.planned ?? run.count);
  if (!lacking && made === 0) {
    const error =
      failed[0]?.error ?? (replaced === 0 ? null : { code: 'mixing:nothing-distinct' as const, params: {} });
    await endRun(ctx, tx, run, { state: 'failed', error });
    return;
  }
  const state = lacking ? 'planning' : 'certifying';
  if (!lacking) await notePace(ctx, tx, run);
  await scope.update(mixingRuns, eq(mixingRuns.id, run.id), {
    ...{ state, workingSince: null },
    ...(lacking && replaced > 0 ? { round: run.round + 1 } : {}),
    ...(isOpen ? {} : { planned: made + failed.length }),
  });
  await ctx.jobs.enqueue(tx, lacking ? PLAN_RUN : CERTIFY_RUN, {
    accountId,
    subjectId: run.id,
    payload: { runId: run.id },
  });
}
