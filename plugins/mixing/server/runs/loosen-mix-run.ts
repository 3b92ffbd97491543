import { eq } from 'drizzle-orm';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { mixingRuns } from '../tables.ts';
import { findMixRun } from './find-mix-run.ts';
import type { RunPlan } from './run-facts.ts';

/** Whether a looser limit was found to yield more. */
const hasFurther = ({ further = null }: RunPlan) => further !== null;

/**
 * Makes the videos of an ended run that its limit did not yield, by a looser one; those that are made stay as they are.
 * @throws expected `core:tool-run.missing` (404), `mixing:nothing-further` (409)
 */
export async function loosenMixRun(
  ctx: ServerContext,
  accountId: string,
  id: string,
  { share }: { share: number },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const scope = tx.scope(accountId);
    await ctx.toolRuns.planFurther(tx, accountId, id).catch((error: unknown) => {
      if (!(error instanceof ExpectedError) || error.code !== 'core:tool-run.not-over') throw error;
      return nothingFurther();
    });
    const { plan, ...known } = await findMixRun(scope, id);
    // Without a limit of its owner's, a run keeps to the one that it was planned by.
    const limit = known.share ?? plan?.mostShared ?? null;
    if (plan === null || limit === null || share <= limit || !hasFurther(plan)) return nothingFurther();
    await scope.update(mixingRuns, eq(mixingRuns.id, id), {
      ...{ share, planned: null },
      plan: { ...plan, further: null, loosenedFrom: plan.loosenedFrom ?? limit },
    });
  });
}

function nothingFurther(): never {
  return fail('mixing:nothing-further', {}, { kind: 'conflict' });
}
