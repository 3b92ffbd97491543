import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';

import type { ServerContext } from '#core/server/context.ts';
import type { Tx } from '#core/server/database/database.ts';
import type { FailureHandler } from '#core/server/jobs/jobs.ts';

import { mixingOutputs, mixingRuns } from '../tables.ts';
import { settleOutput, type Run } from './settle-output.ts';

const payloadSchema = z.object({ runId: z.uuid(), outputId: z.uuid().optional() });

/**
 * A run whose work has failed for good has failed itself; its owner is told why. Where a single video was
 * cancelled the others go on, and the run is content with one fewer; without its plan or its comparison it ends.
 */
export function runEnded(ctx: ServerContext): FailureHandler {
  return async (tx, task, payload) => {
    const { runId, outputId } = payloadSchema.parse(payload);
    const { accountId } = task;
    const scope = tx.scope(accountId);
    if (task.state === 'cancelled' && outputId !== undefined) {
      const run = await scope.find(mixingRuns, eq(mixingRuns.id, runId));
      if (run?.state === 'rendering' && (await leaveOut(ctx, tx, run, outputId))) return;
    }
    const working = inArray(mixingRuns.state, ['planning', 'rendering', 'certifying']);
    await scope.update(mixingRuns, and(eq(mixingRuns.id, runId), working) ?? working, {
      ...(task.state === 'cancelled' ? { state: 'cancelled' } : { state: 'failed', error: task.error }),
      updatedAt: ctx.clock.now(),
    });
    await ctx.events.publish(tx, { accountId, topic: 'mixing.run', data: { runId } });
  };
}

/** @returns false when nothing would be left of the run */
async function leaveOut(ctx: ServerContext, tx: Tx, run: Run, outputId: string): Promise<boolean> {
  const scope = tx.scope(run.accountId);
  const output = await scope.find(mixingOutputs, eq(mixingOutputs.id, outputId));
  if (output?.state !== 'planned') return true;
  const [content] = await tx.orm
    .update(mixingRuns)
    .set({ planned: sql`${mixingRuns.planned} - 1` })
    .where(and(eq(mixingRuns.id, run.id), eq(mixingRuns.accountId, run.accountId), gt(mixingRuns.planned, 1)))
    .returning();
  if (content === undefined) return false;
  await settleOutput(ctx, tx, content, output, { state: 'given-up' });
  return true;
}
