import { like } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import { coreFiles } from '#core/server/services/files/tables.ts';

/** Which first steps an account has taken. A video that was made counts for a material: it was made of some. */
export async function firstSteps(ctx: ServerContext, accountId: string) {
  const video = await ctx.db.scope(accountId).find(coreFiles, like(coreFiles.type, 'video/%'));
  return { material: video !== undefined };
}
