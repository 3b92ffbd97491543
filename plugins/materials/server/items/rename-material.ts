import { eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { orderKey, searchText } from '#core/server/ground/search-text.ts';

import { writeRecords } from '../records/write-records.ts';
import { materialsItems } from '../tables.ts';
import { lockItem } from './find-item.ts';
import type { MaterialRow } from './material-row.ts';
import { publishChanged } from './publish-changed.ts';

/**
 * Renames a material; the same name may be there already.
 * @throws expected `materials:missing` (404), `materials:in-trash` (409)
 */
export async function renameMaterial(
  ctx: ServerContext,
  accountId: string,
  id: string,
  name: string,
): Promise<MaterialRow> {
  return ctx.db.transaction(async (tx) => {
    const row = await lockItem(tx, accountId, id);
    if (row.deletedAt !== null) fail('materials:in-trash', { name: row.name }, { kind: 'conflict' });
    if (row.name === name) return row;
    const values = { name, search: searchText(name), orderKey: orderKey(name) };
    const [renamed] = await tx.scope(accountId).update(materialsItems, eq(materialsItems.id, id), values);
    await writeRecords(tx, accountId, [id], { what: 'renamed', detail: row.name, at: ctx.clock.now() });
    await publishChanged(ctx, tx, accountId, [id]);
    return renamed ?? fail('materials:missing', {}, { kind: 'not-found' });
  });
}
