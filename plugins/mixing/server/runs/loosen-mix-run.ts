import { eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { mixingRuns } from '../tables.ts';
import { holderOf } from './end-run.ts';
import { findMixRun } from './find-mix-run.ts';
import { PLAN_RUN } from './job-names.ts';
import { presentMixRun } from './present-mix-run.ts';
import { announceRun } from './run-events.ts';
import type { RunPlan } from './run-facts.ts';
import { usedFiles } from './run-materials.ts';
import { lockRun } from './run-state.ts';

/** Whether a looser limit was found to yield more. */
const hasFurther = ({ further = null }: RunPlan) => further !== null;

/**
 * Makes the videos of an ended run that its limit did not yield, by a looser one; those that are made stay as they are.
 * @throws expected `mixing:run-missing` (404), `mixing:nothing-further` (409)
 */
export async function loosenMixRun(
  ctx: ServerContext,
  accountId: string,
  id: string,
  { share, language }: { share: number; language: 'zh' | 'en' },
) {
  await ctx.db.transaction(async (tx) => {
    const run = await lockRun(tx, accountId, id);
    const { plan, state } = run;
    // Without a limit of its owner's, a run keeps to the one that it was planned by.
    const limit = run.share ?? plan?.mostShared ?? null;
    if (state !== 'done' || plan === null || limit === null || share <= limit || !hasFurther(plan)) {
      return fail('mixing:nothing-further', {}, { kind: 'conflict' });
    }
    const now = ctx.clock.now();
    await ctx.files.hold(tx, accountId, usedFiles(run.document), holderOf(id));
    await tx.scope(accountId).update(mixingRuns, eq(mixingRuns.id, id), {
      ...{ state: 'planning' as const, share, planned: null, round: 0, error: null, endedAt: null, updatedAt: now },
      plan: { ...plan, further: null, loosenedFrom: plan.loosenedFrom ?? limit },
      ...{ progress: 0, progressAt: now, revision: run.revision + 1 },
    });
    await ctx.jobs.enqueue(tx, PLAN_RUN, { accountId, subjectId: id, payload: { runId: id } });
    await announceRun(ctx, tx, run);
  });
  return presentMixRun(ctx, await findMixRun(ctx.db.scope(accountId), id), language);
}
