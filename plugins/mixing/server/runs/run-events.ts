import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { runChanged } from '#plugins/mixing/events.ts';

import type { Run } from '../tables.ts';

/** Tells the account's browsers, with the commit, to read a run again. */
export async function announceRun(ctx: ServerContext, tx: Tx, run: Run): Promise<void> {
  await ctx.events.publish(tx, runChanged, runMessage(run));
}

export function runMessage({ id, projectId, accountId }: Pick<Run, 'id' | 'projectId' | 'accountId'>) {
  return { accountId, data: { runId: id, projectId } };
}
