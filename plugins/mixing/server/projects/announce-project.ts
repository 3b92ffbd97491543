import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import { projectChanged } from '#plugins/mixing/events.ts';
import type { mixingProjects } from '../tables.ts';

/** Tells every open browser of the account that a project was saved, deleted or brought back, with the commit. */
export async function announceProject(
  ctx: ServerContext,
  tx: Tx,
  { id, accountId, revision, deletedAt }: typeof mixingProjects.$inferSelect,
): Promise<void> {
  const data = { projectId: id, revision, deleted: deletedAt !== null };
  await ctx.events.publish(tx, projectChanged, { accountId, data });
}
