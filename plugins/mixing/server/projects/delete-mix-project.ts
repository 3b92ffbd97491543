import type { ServerContext } from '#core/server/plugins/context.ts';

import { mixingProjects } from '../tables.ts';
import { announceProject } from './announce-project.ts';
import { findMixProject, thisProject } from './find-mix-project.ts';

/**
 * Deletes a project; its runs and their videos stay.
 * @throws expected `mixing:project-missing` (404)
 */
export async function deleteMixProject(ctx: ServerContext, accountId: string, id: string): Promise<null> {
  return ctx.db.transaction(async (tx) => {
    const scope = tx.scope(accountId);
    const [deleted] = await scope.update(mixingProjects, thisProject(id), { deletedAt: ctx.clock.now() });
    await announceProject(ctx, tx, deleted ?? (await findMixProject(scope, id)));
    return null;
  });
}
