import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';

import type { ServerContext } from '#core/server/context.ts';
import type { FailureHandler } from '#core/server/jobs/jobs.ts';

import { mixingRuns } from '../tables.ts';

const payloadSchema = z.object({ runId: z.uuid() });

/** A run whose work has failed for good has failed itself; its owner is told why. */
export function runFailed(ctx: ServerContext): FailureHandler {
  return async (tx, task, payload) => {
    const { runId } = payloadSchema.parse(payload);
    const working = inArray(mixingRuns.state, ['planning', 'rendering', 'certifying']);
    await tx.scope(task.accountId).update(mixingRuns, and(eq(mixingRuns.id, runId), working) ?? working, {
      state: 'failed',
      error: task.error,
      updatedAt: ctx.clock.now(),
    });
    await ctx.events.publish(tx, { accountId: task.accountId, topic: 'mixing.run', data: { runId } });
  };
}
