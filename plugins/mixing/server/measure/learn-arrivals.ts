import { eq } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import { onHook, type Subscription } from '#core/server/services/hooks/server-hook.ts';
import { LIBRARY, materialReady } from '#plugins/materials/server/api.ts';

import { mixingProjects } from '../tables.ts';

/**
 * Has it found out what a longer clip shows as soon as it has come, for accounts that mix: how many videos a project
 * yields is then known at once, and not only some time after the clip was put into it.
 */
export function learnArrivals(ctx: ServerContext): Subscription {
  return onHook(materialReady, async ({ accountId, data: { id, kind } }) => {
    if (kind !== 'video') return;
    const project = await ctx.db.scope(accountId).find(mixingProjects, eq(mixingProjects.accountId, accountId));
    if (project !== undefined) await ctx.use(LIBRARY)?.learnFootage(accountId, [id]);
  });
}
