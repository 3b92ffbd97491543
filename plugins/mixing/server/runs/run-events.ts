import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import type { Run } from './settle-output.ts';

/** Something of a run changed that a page shows; its data is {@link runEvent}'s. */
export const RUN_TOPIC = 'mixing.run';

/** A run has ended, and a person may want to hear of it: `{ runId, projectId, name, state, made, failed }`. */
export const RUN_ENDED_TOPIC = 'mixing.run-ended';

/** Tells the account's browsers, with the commit, to read a run again. */
export async function announceRun(ctx: ServerContext, tx: Tx, run: Run): Promise<void> {
  await ctx.events.publish(tx, runEvent(run));
}

export function runEvent({ id, projectId, accountId }: Pick<Run, 'id' | 'projectId' | 'accountId'>) {
  return { accountId, topic: RUN_TOPIC, data: { runId: id, projectId } };
}
