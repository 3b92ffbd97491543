import { and, eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/context.ts';

import type { MixProject } from '#plugins/mixing/project.ts';
import { mixingProjects } from '../tables.ts';
import { findMixProject, thisProject } from './find-mix-project.ts';
import { presentMixProject } from './present-mix-project.ts';

/**
 * Saves a project over the revision that its editor saw.
 * @throws expected `mixing:project-missing` (404), `mixing:project-changed` (409)
 */
export async function updateMixProject(
  ctx: ServerContext,
  accountId: string,
  id: string,
  { revision, document }: { revision: number; document: MixProject },
) {
  const scope = ctx.db.scope(accountId);
  const seen = and(thisProject(id), eq(mixingProjects.revision, revision)) ?? thisProject(id);
  const values = { document, name: document.name, revision: revision + 1, updatedAt: ctx.clock.now() };
  const [updated] = await scope.update(mixingProjects, seen, values);
  if (updated === undefined) {
    await findMixProject(scope, id);
    return fail('mixing:project-changed', {}, { kind: 'conflict' });
  }
  return presentMixProject(updated);
}
