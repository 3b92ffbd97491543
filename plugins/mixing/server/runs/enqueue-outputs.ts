import { eq, sql } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import { mixingOutputs, type Run } from '../tables.ts';
import { RENDER_OUTPUT } from './job-names.ts';

/** Has outputs made, in their order; each remembers the task that works for it. */
export async function enqueueOutputs(
  ctx: ServerContext,
  tx: Tx,
  { id: runId, accountId }: Run,
  outputs: readonly string[],
): Promise<void> {
  const tasks = await ctx.jobs.enqueueMany(
    tx,
    RENDER_OUTPUT,
    outputs.map((outputId) => ({ accountId, subjectId: runId, payload: { runId, outputId } })),
  );
  const pairs = JSON.stringify(outputs.map((output, at) => ({ output, task: tasks[at]?.id })));
  await tx.orm
    .update(mixingOutputs)
    .set({ taskId: sql`own.task` })
    .from(sql`jsonb_to_recordset(${pairs}::jsonb) as own (output uuid, task uuid)`)
    .where(sql`${mixingOutputs.id} = own.output and ${eq(mixingOutputs.accountId, accountId)}`);
}
