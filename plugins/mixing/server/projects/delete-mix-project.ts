import type { ServerContext } from '#core/server/context.ts';

import { mixingProjects } from '../tables.ts';
import { findMixProject, thisProject } from './find-mix-project.ts';

/**
 * Deletes a project; its runs and their videos stay.
 * @throws expected `mixing:project-missing` (404)
 */
export async function deleteMixProject(ctx: ServerContext, accountId: string, id: string): Promise<null> {
  const scope = ctx.db.scope(accountId);
  await findMixProject(scope, id);
  await scope.update(mixingProjects, thisProject(id), { deletedAt: ctx.clock.now() });
  return null;
}
