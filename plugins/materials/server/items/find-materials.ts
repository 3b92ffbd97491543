import type { ServerContext } from '#core/server/plugins/context.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';

import { findItems } from './find-item.ts';
import { presentMaterial } from './present-material.ts';

/** Materials by id, in the order of the ids. */
export async function findMaterials(
  ctx: ServerContext,
  accountId: string,
  ids: readonly string[],
  language: MessageLanguage,
) {
  const rows = new Map((await findItems(ctx.db, accountId, ids)).map((row) => [row.id, row]));
  const found = [...new Set(ids)].map((id) => rows.get(id)).filter((row) => row !== undefined);
  return { items: await Promise.all(found.map((row) => presentMaterial(ctx, row, language))) };
}
