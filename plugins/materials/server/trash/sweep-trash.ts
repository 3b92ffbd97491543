import { and, isNotNull, lte, sql } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';

import { TRASH_DAYS } from '#plugins/materials/limits.ts';
import { materialsItems } from '../tables.ts';
import { purgeFolders } from './purge-folders.ts';
import { purgeItems } from './purge-items.ts';

const DAY = 24 * 60 * 60 * 1000;
/** What happened to a material stays known so long after the material is gone. */
const RECORD_DAYS = 365;

/**
 * Deletes what has been in the trash for its days; what a run uses waits for the next time.
 * @returns how many materials and folders went
 */
export async function sweepTrash(ctx: ServerContext): Promise<number> {
  const now = ctx.clock.now().getTime();
  const before = new Date(now - TRASH_DAYS * DAY);
  const accounts = await ctx.db.orm
    .selectDistinct({ accountId: materialsItems.accountId })
    .from(materialsItems)
    .where(and(isNotNull(materialsItems.deletedAt), lte(materialsItems.deletedAt, before)));
  let removed = 0;
  for (const { accountId } of accounts) {
    removed += (await purgeItems(ctx, accountId, lte(materialsItems.deletedAt, before))).purged;
  }
  removed += await purgeFolders(ctx, { before });
  await ctx.db.orm.execute(sql`
    delete from materials_records r where at < ${new Date(now - RECORD_DAYS * DAY).toISOString()}::timestamptz
      and not exists (select 1 from materials_items i where i.id = r.material_id)`);
  return removed;
}
