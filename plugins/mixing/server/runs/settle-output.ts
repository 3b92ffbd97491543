import { and, eq, sql } from 'drizzle-orm';

import type { ServerContext } from '#core/server/context.ts';
import type { Tx } from '#core/server/database/database.ts';

import { mixingOutputs, mixingRuns } from '../tables.ts';
import { CERTIFY_RUN, PLAN_RUN } from './job-names.ts';
import type { RunRefusal } from './run-facts.ts';

/** A row of a run, and of one of its outputs. */
export type Run = typeof mixingRuns.$inferSelect;
export type Output = typeof mixingOutputs.$inferSelect;

/** Ends one output of the run; whoever ends the last one starts what comes next. */
export async function settleOutput(
  ctx: ServerContext,
  tx: Tx,
  run: Run,
  output: Output,
  values: Partial<typeof mixingOutputs.$inferInsert>,
  refused: readonly RunRefusal[] = [],
): Promise<void> {
  const { accountId } = run;
  const scope = tx.scope(accountId);
  const [settled] = await scope.update(
    mixingOutputs,
    and(eq(mixingOutputs.id, output.id), eq(mixingOutputs.state, 'planned')) ?? eq(mixingOutputs.id, output.id),
    values,
  );
  if (settled === undefined) {
    return;
  }
  const [after] = await tx.orm
    .update(mixingRuns)
    .set({
      remaining: sql`${mixingRuns.remaining} - 1`,
      refused: sql`${mixingRuns.refused} || ${JSON.stringify(refused)}::jsonb`,
      updatedAt: ctx.clock.now(),
    })
    .where(and(eq(mixingRuns.id, run.id), eq(mixingRuns.accountId, accountId), eq(mixingRuns.state, 'rendering')))
    .returning();
  if (after?.remaining === 0) {
    const replan = await lacksOutputs(tx, run);
    await scope.update(mixingRuns, eq(mixingRuns.id, run.id), { state: replan ? 'planning' : 'certifying' });
    await ctx.jobs.enqueue(tx, replan ? PLAN_RUN : CERTIFY_RUN, {
      accountId,
      subjectId: run.id,
      payload: { runId: run.id },
    });
  }
  await ctx.events.publish(tx, { accountId, topic: 'mixing.run', data: { runId: run.id, outputId: output.id } });
}

/** Whether fewer outputs are made than the run is to have. */
async function lacksOutputs(tx: Tx, run: Run): Promise<boolean> {
  const made = await tx
    .scope(run.accountId)
    .count(mixingOutputs, and(eq(mixingOutputs.runId, run.id), eq(mixingOutputs.state, 'made')));
  return made < (run.planned ?? run.count);
}
