import { eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import { orderKey } from '#core/server/ground/search-text.ts';

import { DEEPEST_FOLDER } from '#plugins/materials/limits.ts';
import { FolderTree, readFolderTree, type FolderRow } from '../folders/folder-tree.ts';
import { idIn, lockItems, updateItems, type LockedItem } from '../items/find-item.ts';
import { publishChanged } from '../items/publish-changed.ts';
import { lockLibrary } from '../library-lock.ts';
import { writeRecords } from '../records/write-records.ts';
import { materialsFolders, materialsItems } from '../tables.ts';

/**
 * Brings back what went to the trash together; all or none. Folders come back where they lay; where that is gone, too
 * deep by now or the name is taken, at the top or under a further name. Materials come back into their folder, or to
 * the top when it is gone.
 * @throws expected `materials:removal-missing` (404), also when nothing of it is in the trash any more
 */
export async function restoreRemoval(ctx: ServerContext, accountId: string, removal: string) {
  return ctx.db.transaction(async (tx) => {
    await lockLibrary(tx, accountId);
    const scope = tx.scope(accountId);
    const folders = await scope.select(materialsFolders, { where: eq(materialsFolders.removalId, removal) });
    const items = await lockItems(tx, accountId, eq(materialsItems.removalId, removal));
    if (folders.length + items.length === 0) fail('materials:removal-missing', {}, { kind: 'not-found' });
    const tree = await readFolderTree(tx, accountId);
    await restoreFolders(tx, tree, folders);
    const restored = await restoreItems(
      ctx,
      tx,
      tree,
      accountId,
      items.map(({ id }) => id),
    );
    await publishChanged(ctx, tx, accountId, restored);
    return { materials: restored.length, folders: folders.length };
  });
}

/**
 * Brings back single materials, into their folder or to the top when it is gone; all or none. Those that are not in
 * the trash are left as they are and not counted.
 * @throws expected `materials:missing` (404)
 */
export async function restoreMaterials(ctx: ServerContext, accountId: string, ids: readonly string[]) {
  return ctx.db.transaction(async (tx) => {
    await lockLibrary(tx, accountId);
    const wanted = [...new Set(ids)];
    const found = await tx.scope(accountId).count(materialsItems, idIn(materialsItems.id, wanted));
    if (found < wanted.length) fail('materials:missing', {}, { kind: 'not-found' });
    const restored = await restoreItems(ctx, tx, await readFolderTree(tx, accountId), accountId, wanted);
    if (restored.length > 0) await publishChanged(ctx, tx, accountId, restored);
    return { materials: restored.length, folders: 0 };
  });
}

async function restoreItems(
  ctx: ServerContext,
  tx: Tx,
  tree: FolderTree,
  accountId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = (await lockItems(tx, accountId, idIn(materialsItems.id, ids))).filter(
    ({ deletedAt }) => deletedAt !== null,
  );
  const isHomeless = ({ folderId }: LockedItem) => folderId !== null && tree.get(folderId) === undefined;
  const back = { deletedAt: null, removalId: null };
  for (const homeless of [true, false]) {
    const some = rows.filter((row) => isHomeless(row) === homeless).map(({ id }) => id);
    await updateItems(tx, accountId, some, homeless ? { ...back, folderId: null } : back);
  }
  const restored = rows.map(({ id }) => id);
  await writeRecords(tx, accountId, restored, { what: 'restored', at: ctx.clock.now() });
  return restored;
}

/** Puts folders of one removal back into the tree and the database. */
async function restoreFolders(tx: Tx, tree: FolderTree, folders: readonly FolderRow[]): Promise<void> {
  const unchanged: string[] = [];
  for (const row of outerFirst(folders)) {
    const parent = row.parentId === null ? undefined : tree.get(row.parentId);
    const parentId = parent === undefined || tree.depthOf(parent.id) >= DEEPEST_FOLDER ? null : parent.id;
    const name = tree.freeName(row.name, parentId);
    const restored = { ...row, parentId, name, orderKey: orderKey(name), deletedAt: null, removalId: null };
    tree.put(restored);
    if (parentId === row.parentId && name === row.name) {
      unchanged.push(row.id);
      continue;
    }
    const { id: _id, accountId: _own, ...values } = restored;
    await tx.scope(row.accountId).update(materialsFolders, eq(materialsFolders.id, row.id), values);
  }
  const [first] = folders;
  if (first === undefined || unchanged.length === 0) return;
  const back = { deletedAt: null, removalId: null };
  await tx.scope(first.accountId).update(materialsFolders, idIn(materialsFolders.id, unchanged), back);
}

/** Sorts folders so that parents come before their children. */
function outerFirst(folders: readonly FolderRow[]): FolderRow[] {
  const among = new FolderTree(folders);
  return folders
    .filter(({ parentId }) => parentId === null || among.get(parentId) === undefined)
    .flatMap(({ id }) => among.withDescendants(id))
    .map((id) => among.get(id))
    .filter((row) => row !== undefined);
}
