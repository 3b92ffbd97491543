import { ExpectedError } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { TaskState } from '#core/server/services/jobs/jobs.ts';

import { endRun } from './end-run.ts';
import { findMixRun } from './find-mix-run.ts';
import { presentMixRun } from './present-mix-run.ts';
import { isOpen, lockRun } from './run-state.ts';

/**
 * Stops a run and all that works for it. Finished videos stay; a run that has ended is left as it is.
 * @throws expected `mixing:run-missing` (404)
 */
export async function cancelMixRun(ctx: ServerContext, accountId: string, id: string, language: 'zh' | 'en') {
  await ctx.db.transaction(async (tx) => {
    const run = await lockRun(tx, accountId, id);
    if (isOpen(run.state)) await endRun(ctx, tx, run, { state: 'cancelled' });
  });
  const open = { subjectId: id, states: ['queued', 'running', 'paused'] as TaskState[], limit: 500 };
  for (const tried = new Set<string>(); ;) {
    const tasks = (await ctx.jobs.list(accountId, open)).filter((task) => !tried.has(task.id));
    if (tasks.length === 0) break;
    for (const task of tasks) {
      tried.add(task.id);
      await ctx.jobs.cancel(accountId, task.id).catch((error: unknown) => {
        // One that ended in the meantime needs no cancelling.
        if (!(error instanceof ExpectedError)) throw error;
      });
    }
  }
  return presentMixRun(ctx, await findMixRun(ctx.db.scope(accountId), id), language);
}
