import { eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { orderKey } from '#core/server/ground/search-text.ts';

import { publishChanged } from '../items/publish-changed.ts';
import { lockLibrary } from '../library-lock.ts';
import { materialsFolders } from '../tables.ts';
import { readFolderTree, type FolderRow } from './folder-tree.ts';

/**
 * Renames a folder.
 * @throws expected `materials:folder-missing` (404), `materials:folder-taken` (409)
 */
export async function renameFolder(
  ctx: ServerContext,
  accountId: string,
  id: string,
  name: string,
): Promise<FolderRow> {
  return ctx.db.transaction(async (tx) => {
    await lockLibrary(tx, accountId);
    const tree = await readFolderTree(tx, accountId);
    const missing = () => fail('materials:folder-missing', {}, { kind: 'not-found' });
    const row = tree.get(id) ?? missing();
    if (tree.named(name, row.parentId, id) !== undefined)
      fail('materials:folder-taken', { name }, { kind: 'conflict' });
    const values = { name, orderKey: orderKey(name) };
    const [renamed] = await tx.scope(accountId).update(materialsFolders, eq(materialsFolders.id, id), values);
    await publishChanged(ctx, tx, accountId, []);
    return renamed ?? missing();
  });
}
