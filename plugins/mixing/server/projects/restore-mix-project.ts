import { eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { mixingProjects } from '../tables.ts';
import { announceProject } from './announce-project.ts';
import { presentMixProject } from './present-mix-project.ts';

/**
 * Takes back the deletion of a project; one that is not deleted stays as it is.
 * @throws expected `mixing:project-missing` (404), also for a project of somebody else
 */
export async function restoreMixProject(ctx: ServerContext, accountId: string, id: string) {
  return ctx.db.transaction(async (tx) => {
    const scope = tx.scope(accountId);
    const thisOne = eq(mixingProjects.id, id);
    const row = await scope.find(mixingProjects, thisOne);
    if (row === undefined) {
      return fail('mixing:project-missing', {}, { kind: 'not-found' });
    }
    if (row.deletedAt === null) {
      return presentMixProject(row);
    }
    // There may be another sample by now; what comes back is a project like any other.
    const [restored = row] = await scope.update(mixingProjects, thisOne, { deletedAt: null, sample: false });
    await announceProject(ctx, tx, restored);
    return presentMixProject(restored);
  });
}
