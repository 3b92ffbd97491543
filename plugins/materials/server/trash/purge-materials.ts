import { and, isNotNull, type SQL } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { findItems, idIn } from '../items/find-item.ts';
import { materialsItems } from '../tables.ts';
import { purgeFolders } from './purge-folders.ts';
import { purgeItems } from './purge-items.ts';

/**
 * Deletes materials of the trash for good, with their bytes.
 * @throws expected `materials:missing` (404) and `materials:not-in-trash` (409) before anything is deleted;
 * `materials:in-use` (409) when something stays because a run uses it: everything else is deleted then
 */
export async function purgeMaterials(ctx: ServerContext, accountId: string, ids: readonly string[]) {
  const rows = await findItems(ctx.db, accountId, ids);
  if (rows.length < new Set(ids).size) fail('materials:missing', {}, { kind: 'not-found' });
  const live = rows.find(({ deletedAt }) => deletedAt === null);
  if (live !== undefined) fail('materials:not-in-trash', { name: live.name }, { kind: 'conflict' });
  return purge(ctx, accountId, idIn(materialsItems.id, ids));
}

/**
 * Empties the trash.
 * @throws expected `materials:in-use` (409) when something stays because a run uses it: everything else is deleted then
 */
export async function emptyTrash(ctx: ServerContext, accountId: string) {
  const answer = await purge(ctx, accountId, undefined);
  await purgeFolders(ctx, { accountId, before: ctx.clock.now() });
  return answer;
}

async function purge(ctx: ServerContext, accountId: string, chosen: SQL | undefined) {
  const { purged, held } = await purgeItems(ctx, accountId, and(isNotNull(materialsItems.deletedAt), chosen));
  const [first] = held;
  if (first !== undefined) {
    const params = { name: first, count: held.length, deleted: purged };
    fail(held.length === 1 ? 'materials:in-use' : 'materials:in-use-several', params, { kind: 'conflict' });
  }
  return { materials: purged };
}
