import { and, desc, eq, inArray, isNull } from 'drizzle-orm';

import type { CallData } from '#core/contract/call.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';

import type { listMaterialOrigins } from '#plugins/materials/calls.ts';
import { findItem } from '../items/find-item.ts';
import { presentMaterial } from '../items/present-material.ts';
import { materialsItems, materialsOrigins } from '../tables.ts';

/** Most materials of either list. */
const SHOWN = 20;

/**
 * What a material was made from, and what was made from it; without what is in the trash.
 * @throws expected `materials:missing` (404)
 */
export async function listOrigins(
  ctx: ServerContext,
  accountId: string,
  id: string,
  language: MessageLanguage,
): Promise<CallData<typeof listMaterialOrigins>> {
  const { encodings } = await findItem(ctx.db, accountId, id);
  const { itemId, sourceId } = materialsOrigins;
  const related = async (wanted: typeof itemId | typeof sourceId, known: typeof itemId | typeof sourceId) => {
    const links = await ctx.db.orm
      .select({ id: wanted })
      .from(materialsOrigins)
      .where(and(eq(materialsOrigins.accountId, accountId), eq(known, id)));
    if (links.length === 0) return [];
    const ids = links.map((row) => row.id);
    const rows = await ctx.db.scope(accountId).select(materialsItems, {
      where: and(inArray(materialsItems.id, ids), isNull(materialsItems.deletedAt)),
      orderBy: desc(materialsItems.createdAt),
      limit: SHOWN,
    });
    const shown = await Promise.all(rows.map((row) => presentMaterial(ctx, row, language)));
    return shown.map((material) => ({
      ...{ id: material.id, name: material.name, kind: material.kind },
      thumbnail: material.thumbnail ?? material.poster,
    }));
  };
  return { from: await related(sourceId, itemId), into: await related(itemId, sourceId), encodings };
}
