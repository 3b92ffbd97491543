import { and, eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { searchText } from '#core/server/ground/search-text.ts';

import type { MixProject } from '#plugins/mixing/project.ts';
import { mixingProjects } from '../tables.ts';
import { announceProject } from './announce-project.ts';
import { findMixProject, thisProject } from './find-mix-project.ts';
import { presentMixProject } from './present-mix-project.ts';

/**
 * Saves a project over the revision that its editor saw, and tells its other editors.
 * @throws expected `mixing:project-missing` (404), `mixing:project-changed` (409)
 */
export async function updateMixProject(
  ctx: ServerContext,
  accountId: string,
  id: string,
  { revision, document }: { revision: number; document: MixProject },
) {
  return ctx.db.transaction(async (tx) => {
    const scope = tx.scope(accountId);
    const seen = and(thisProject(id), eq(mixingProjects.revision, revision)) ?? thisProject(id);
    const { name } = document;
    const [updated] = await scope.update(mixingProjects, seen, {
      ...{ document, name, search: searchText(name), revision: revision + 1, updatedAt: ctx.clock.now() },
    });
    if (updated === undefined) {
      await findMixProject(scope, id);
      return fail('mixing:project-changed', {}, { kind: 'conflict' });
    }
    await announceProject(ctx, tx, updated);
    return presentMixProject(updated);
  });
}
