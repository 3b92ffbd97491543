import { v7 as uuid } from 'uuid';

import { fail } from '#core/contract/errors.ts';
import { FEATURES } from '#core/contract/tiers.ts';
import type { Caller } from '#core/server/accounts/accounts.ts';
import type { ServerContext } from '#core/server/context.ts';

import { assertRunnable } from '#plugins/mixing/project-rules.ts';
import { findMixProject } from '../projects/find-mix-project.ts';
import { mixingRuns } from '../tables.ts';
import { PLAN_RUN } from './job-names.ts';
import { presentMixRun } from './present-mix-run.ts';

/** More outputs than this need the feature of large batches. */
const FREE_OUTPUTS = 10;

/**
 * Starts a run of a project: a snapshot of it, and the job that plans it, in one transaction.
 * @throws expected `mixing:project-missing` (404), `mixing:batch-locked` (403), a broken rule (422)
 */
export async function createMixRun(
  ctx: ServerContext,
  caller: Caller,
  projectId: string,
  options: { count: number; share?: number; seed: number },
  language: 'zh' | 'en',
) {
  if (options.count > FREE_OUTPUTS && !caller.features.includes(FEATURES.largeMixBatch)) {
    fail('mixing:batch-locked', { most: FREE_OUTPUTS }, { kind: 'forbidden' });
  }
  const run = await ctx.db.transaction(async (tx) => {
    const scope = tx.scope(caller.accountId);
    const project = await findMixProject(scope, projectId);
    assertRunnable(project.document);
    const now = ctx.clock.now();
    const [created] = await scope.insert(mixingRuns, {
      ...{ id: uuid(), projectId, document: project.document, state: 'planning', createdAt: now, updatedAt: now },
      ...{ count: options.count, share: options.share ?? null, seed: options.seed },
    });
    if (created === undefined) {
      throw new Error('the inserted run was not answered');
    }
    await ctx.jobs.enqueue(tx, PLAN_RUN, {
      accountId: caller.accountId,
      payload: { runId: created.id },
      subjectId: created.id,
    });
    return created;
  });
  return presentMixRun(ctx, run, language);
}
