import { eq } from 'drizzle-orm';
import { z } from 'zod';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { FailureHandler, Task } from '#core/server/services/jobs/jobs.ts';

import { mixingOutputs, mixingRuns, type Output, type Run } from '../tables.ts';
import { endRun } from './end-run.ts';
import { isMaking, isOpen, lockRun } from './run-state.ts';
import { settleOutput } from './settle-output.ts';

const payloadSchema = z.object({ runId: z.uuid(), outputId: z.uuid().optional() });

/**
 * What follows when work for a run has failed for good or was cancelled. A single video that failed keeps its reason
 * and waits for a retry, while the others go on; one that was cancelled is left out, and the run is content with one
 * fewer. Without its plan or its comparison the run itself has failed.
 */
export function runEnded(ctx: ServerContext): FailureHandler {
  return async (tx, task, payload) => {
    const { runId, outputId } = payloadSchema.parse(payload);
    const run = await lockRun(tx, task.accountId, runId);
    if (outputId !== undefined) {
      const output = await tx.scope(task.accountId).find(mixingOutputs, eq(mixingOutputs.id, outputId));
      // Another task may work for it by now.
      if (output?.state !== 'planned' || (output.taskId !== null && output.taskId !== task.id)) return;
      if (task.state === 'cancelled' && !isMaking(run.state)) return;
      if (await settle(ctx, tx, run, output, task)) return;
    }
    if (!isOpen(run.state)) return;
    await endRun(
      ctx,
      tx,
      run,
      task.state === 'cancelled' ? { state: 'cancelled' } : { state: 'failed', error: task.error },
    );
  };
}

/** @returns false when nothing would be left of the run */
async function settle(ctx: ServerContext, tx: Tx, run: Run, output: Output, task: Task): Promise<boolean> {
  if (task.state === 'failed') {
    await settleOutput(ctx, tx, run, output, { state: 'failed', error: task.error });
    return true;
  }
  const planned = run.planned ?? run.count;
  if (planned <= 1) return false;
  await tx.scope(run.accountId).update(mixingRuns, eq(mixingRuns.id, run.id), { planned: planned - 1 });
  await settleOutput(ctx, tx, run, output, { state: 'given-up' });
  return true;
}
