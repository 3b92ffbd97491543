import { eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { projectsChanged } from '#plugins/pieces/events.ts';

import { piecesProjects } from '../tables.ts';

/** Deletes a project; its footage is free again. @throws expected `pieces:project-missing` (404) */
export async function deleteProject(ctx: ServerContext, accountId: string, id: string): Promise<null> {
  return ctx.db.transaction(async (tx) => {
    const gone = await tx.scope(accountId).delete(piecesProjects, eq(piecesProjects.id, id));
    if (gone.length === 0) return fail('pieces:project-missing', {}, { kind: 'not-found' });
    await ctx.events.publish(tx, projectsChanged, { accountId, data: { ids: [id] } });
    return null;
  });
}
