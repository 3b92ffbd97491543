import { and, isNull, or } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import { readFolderTree } from '../folders/folder-tree.ts';
import { idIn, lockItems, updateItems } from '../items/find-item.ts';
import { publishChanged } from '../items/publish-changed.ts';
import { lockLibrary } from '../library-lock.ts';
import { writeRecords } from '../records/write-records.ts';
import { materialsFolders, materialsItems } from '../tables.ts';

/**
 * Moves materials, or one folder with all that is in it, to the trash; all or none. Folders go one by one. What is there already, because
 * somebody else was faster, is no part of this removal.
 * @throws expected `materials:folder-batch` (422) for a folder among others, `materials:missing`, `materials:folder-missing` (404)
 */
export async function trashMaterials(
  ctx: ServerContext,
  accountId: string,
  { ids, folderIds }: { ids: readonly string[]; folderIds: readonly string[] },
) {
  const [folder, ...others] = new Set(folderIds);
  if (folder !== undefined && (others.length > 0 || ids.length > 0)) {
    fail('materials:folder-batch', {}, { kind: 'invalid' });
  }
  return ctx.db.transaction(async (tx) => {
    await lockLibrary(tx, accountId);
    await refuseUnknown(tx, accountId, ids, folderIds);
    const scope = tx.scope(accountId);
    const tree = await readFolderTree(tx, accountId);
    const folders = [
      ...new Set(folderIds.filter((id) => tree.get(id) !== undefined).flatMap((id) => tree.withDescendants(id))),
    ];
    const now = ctx.clock.now();
    const removal = uuid();
    const values = { deletedAt: now, removalId: removal };
    // Folders first: this waits for transactions that put something into them, which is then removed too.
    if (folders.length > 0) await scope.update(materialsFolders, idIn(materialsFolders.id, folders), values);
    const chosen = or(idIn(materialsItems.id, ids), idIn(materialsItems.folderId, folders));
    const rows = await lockItems(tx, accountId, and(isNull(materialsItems.deletedAt), chosen));
    const removed = rows.map(({ id }) => id);
    if (removed.length > 0) {
      await updateItems(tx, accountId, removed, values);
      await writeRecords(tx, accountId, removed, { what: 'removed', at: now });
    }
    if (removed.length + folders.length > 0) await publishChanged(ctx, tx, accountId, removed);
    return { materials: removed.length, folders: folders.length, removal };
  });
}

async function refuseUnknown(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
  folderIds: readonly string[],
): Promise<void> {
  const scope = tx.scope(accountId);
  const unique = [new Set(ids), new Set(folderIds)] as const;
  const items = await scope.count(materialsItems, idIn(materialsItems.id, [...unique[0]]));
  if (items < unique[0].size) fail('materials:missing', {}, { kind: 'not-found' });
  const folders = await scope.count(materialsFolders, idIn(materialsFolders.id, [...unique[1]]));
  if (folders < unique[1].size) fail('materials:folder-missing', {}, { kind: 'not-found' });
}
