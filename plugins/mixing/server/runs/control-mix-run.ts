import { eq } from 'drizzle-orm';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { MixRun } from '#plugins/mixing/calls.ts';
import { mixingRuns } from '../tables.ts';
import { findMixRun } from './find-mix-run.ts';
import { presentMixRun } from './present-mix-run.ts';
import type { RunPlan } from './run-facts.ts';

/** Who controls which run. */
export interface Controlled {
  accountId: string;
  id: string;
  language: MessageLanguage;
}

/**
 * Stops a run and all that works for it. Finished videos stay; a run that has ended is left as it is.
 * @throws expected `mixing:run-missing` (404)
 */
export function cancelMixRun(ctx: ServerContext, run: Controlled): Promise<MixRun> {
  return control(ctx, run, {}, () => ctx.toolRuns.cancel(run.accountId, run.id, run.language));
}

const PAUSING = {
  'core:tool-run.over': 'mixing:run-over',
  'core:tool-run.not-pausable': 'mixing:run-not-pausable',
} as const;

/**
 * Begins no further video of a run; those under way are finished. A paused run stays as it is.
 * @throws expected `mixing:run-missing` (404), `mixing:run-not-pausable` and `mixing:run-over` (409)
 */
export function pauseMixRun(ctx: ServerContext, run: Controlled): Promise<MixRun> {
  return control(ctx, run, PAUSING, () => ctx.toolRuns.pause(run.accountId, run.id, run.language));
}

/**
 * Goes on with a paused run; one that works already is left as it is.
 * @throws expected `mixing:run-missing` (404), `mixing:run-over` (409)
 */
export function resumeMixRun(ctx: ServerContext, run: Controlled): Promise<MixRun> {
  return control(ctx, run, PAUSING, () => ctx.toolRuns.resume(run.accountId, run.id, run.language));
}

const RETRYING = {
  'core:tool-run.over': 'mixing:run-cancelled',
  'core:tool-run.busy': 'mixing:run-busy',
  'core:tool-run.nothing-failed': 'mixing:nothing-failed',
} as const;

/**
 * Makes failed videos of a run again; those that are made stay as they are. A run that failed while it was planned or
 * compared goes on there.
 * @param outputs all that failed when absent; those among them that have not failed are left as they are
 * @throws expected `mixing:run-missing` (404), `mixing:run-cancelled`, `mixing:run-busy`, `mixing:nothing-failed` (409)
 */
export function retryMixOutputs(
  ctx: ServerContext,
  run: Controlled,
  { outputs }: { outputs?: readonly string[] },
): Promise<MixRun> {
  const { accountId, id, language } = run;
  const items = outputs === undefined ? {} : { items: outputs };
  return control(ctx, run, RETRYING, () => ctx.toolRuns.retry(accountId, id, { ...items, language }));
}

/** Whether a looser limit was found to yield more. */
const hasFurther = ({ further = null }: RunPlan) => further !== null;

/**
 * Makes the videos of an ended run that its limit did not yield, by a looser one; those that are made stay as they are.
 * @throws expected `mixing:run-missing` (404), `mixing:nothing-further` (409)
 */
export function loosenMixRun(ctx: ServerContext, run: Controlled, { share }: { share: number }): Promise<MixRun> {
  const { accountId, id } = run;
  return control(ctx, run, { 'core:tool-run.not-over': 'mixing:nothing-further' }, () =>
    ctx.db.transaction(async (tx) => {
      const scope = tx.scope(accountId);
      await ctx.toolRuns.planFurther(tx, accountId, id);
      const { plan, ...known } = await findMixRun(scope, id);
      // Without a limit of its owner's, a run keeps to the one that it was planned by.
      const limit = known.share ?? plan?.mostShared ?? null;
      if (plan === null || limit === null || share <= limit || !hasFurther(plan)) {
        return fail('mixing:nothing-further', {}, { kind: 'conflict' });
      }
      await scope.update(mixingRuns, eq(mixingRuns.id, id), {
        ...{ share, planned: null },
        plan: { ...plan, further: null, loosenedFrom: plan.loosenedFrom ?? limit },
      });
      return undefined;
    }),
  );
}

/**
 * Makes an address that streams finished videos of a run as one zip, its certificate with them.
 * @param outputs all that are finished when absent
 * @throws expected `mixing:run-missing` (404), `mixing:nothing-made` (409)
 */
export async function archiveMixRun(
  ctx: ServerContext,
  { accountId, id, language }: Controlled,
  { outputs }: { outputs?: readonly string[] },
) {
  await findMixRun(ctx.db.scope(accountId), id);
  const items = outputs === undefined ? {} : { items: outputs };
  return await inWords({ 'core:tool-run.nothing-made': 'mixing:nothing-made' }, () =>
    ctx.toolRuns.archive(accountId, id, { ...items, language }),
  );
}

/** Does something with a run, and tells how it stands then. */
async function control(
  ctx: ServerContext,
  { accountId, id, language }: Controlled,
  words: Words,
  change: () => Promise<unknown>,
): Promise<MixRun> {
  await findMixRun(ctx.db.scope(accountId), id);
  await inWords(words, change);
  return await presentMixRun(ctx, { id, accountId }, language);
}

type Words = Partial<Record<MessageKey, MessageKey>>;

/** What is refused of a tool's run is said in the words of mixing. */
async function inWords<T>(words: Words, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const said = error instanceof ExpectedError ? words[error.code] : undefined;
    if (said === undefined) throw error;
    return fail(said, {}, { kind: 'conflict' });
  }
}
