import { v7 as uuid } from 'uuid';

import type { ServerContext } from '#core/server/context.ts';

import type { MixProject } from '#plugins/mixing/project.ts';
import { mixingProjects } from '../tables.ts';
import { presentMixProject } from './present-mix-project.ts';

/** Creates a project. It may break rules; those are checked when it runs. */
export async function createMixProject(ctx: ServerContext, accountId: string, document: MixProject) {
  const now = ctx.clock.now();
  const row = { id: uuid(), name: document.name, document, createdAt: now, updatedAt: now };
  const [created] = await ctx.db.scope(accountId).insert(mixingProjects, row);
  if (created === undefined) {
    throw new Error('the inserted project was not answered');
  }
  return presentMixProject(created);
}
