import { and, eq } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';

import { accountScenes } from '../tables.ts';
import type { Visitor } from '../visitor.ts';
import { startQrLogin } from './start-qr-login.ts';

/** A new code for this browser; its old one is good for nothing from now on. */
export async function refreshQrLogin(
  ctx: ServerContext,
  visitor: Visitor & { browserHash: string },
  { sceneId, origin }: { sceneId: string; origin: string },
) {
  await ctx.db.orm
    .delete(accountScenes)
    .where(and(eq(accountScenes.id, sceneId), eq(accountScenes.browserHash, visitor.browserHash)));
  return await startQrLogin(ctx, visitor, { origin });
}
