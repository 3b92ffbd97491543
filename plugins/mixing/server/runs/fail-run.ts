import { eq } from 'drizzle-orm';

import { ExpectedError } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/context.ts';
import type { JobRun } from '#core/server/jobs/jobs.ts';

import { mixingRuns } from '../tables.ts';

/** Does a part of a run; an expected condition ends the run and is told to its owner, anything else is tried again. */
export async function failRun(ctx: ServerContext, job: JobRun, runId: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ExpectedError && error.kind !== 'unavailable') {
      const { accountId } = job.task;
      await ctx.db.transaction(async (tx) => {
        await tx.scope(accountId).update(mixingRuns, eq(mixingRuns.id, runId), {
          state: 'failed',
          error: { code: error.code, params: error.params },
          updatedAt: ctx.clock.now(),
        });
        await ctx.events.publish(tx, { accountId, topic: 'mixing.run', data: { runId } });
      });
    }
    throw error;
  }
}
