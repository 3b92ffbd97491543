import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { DEEPEST_FOLDER } from '#plugins/materials/limits.ts';
import { idIn, lockItems, updateItems } from '../items/find-item.ts';
import { publishChanged } from '../items/publish-changed.ts';
import { lockLibrary } from '../library-lock.ts';
import { writeRecords } from '../records/write-records.ts';
import { materialsFolders, materialsItems } from '../tables.ts';
import { readFolderTree, type FolderTree } from './folder-tree.ts';

/** What is to be moved, and where to: a folder, or null for the top. */
export interface Move {
  ids: readonly string[];
  folderIds: readonly string[];
  to: string | null;
}

/**
 * Moves materials and folders; all or none. What lies there already is left as it is and not counted.
 * @throws expected `materials:missing`, `materials:folder-missing` (404), `materials:folder-circle`,
 * `materials:folder-too-deep`, `materials:folder-taken` (409)
 */
export async function moveMaterials(ctx: ServerContext, accountId: string, { ids, folderIds, to }: Move) {
  return ctx.db.transaction(async (tx) => {
    await lockLibrary(tx, accountId);
    const scope = tx.scope(accountId);
    const tree = await readFolderTree(tx, accountId);
    if (to !== null && tree.get(to) === undefined) fail('materials:folder-missing', {}, { kind: 'not-found' });
    const folders = moveFolders(tree, [...new Set(folderIds)], to);
    if (folders.length > 0) await scope.update(materialsFolders, idIn(materialsFolders.id, folders), { parentId: to });

    const wanted = [...new Set(ids)];
    const rows = wanted.length === 0 ? [] : await lockItems(tx, accountId, idIn(materialsItems.id, wanted));
    if (rows.length < wanted.length || rows.some(({ deletedAt }) => deletedAt !== null)) {
      fail('materials:missing', {}, { kind: 'not-found' });
    }
    const moved = rows.filter(({ folderId }) => folderId !== to).map(({ id }) => id);
    if (moved.length > 0) {
      await updateItems(tx, accountId, moved, { folderId: to });
      const detail = to === null ? null : (tree.get(to)?.name ?? null);
      await writeRecords(tx, accountId, moved, { what: 'moved', detail, at: ctx.clock.now() });
    }
    if (moved.length + folders.length > 0) await publishChanged(ctx, tx, accountId, moved);
    return { materials: moved.length, folders: folders.length };
  });
}

/** Moves folders in the tree. @returns those that were elsewhere */
function moveFolders(tree: FolderTree, ids: readonly string[], to: string | null): string[] {
  const moved: string[] = [];
  for (const id of ids) {
    const row = tree.get(id) ?? fail('materials:folder-missing', {}, { kind: 'not-found' });
    if (row.parentId === to) continue;
    const { name } = row;
    if (to !== null && tree.withDescendants(id).includes(to)) {
      fail('materials:folder-circle', { name }, { kind: 'invalid' });
    }
    if (tree.depthOf(to) + tree.heightOf(id) > DEEPEST_FOLDER) {
      fail('materials:folder-too-deep', { name, most: DEEPEST_FOLDER }, { kind: 'invalid' });
    }
    if (tree.named(name, to) !== undefined) fail('materials:folder-taken', { name }, { kind: 'conflict' });
    tree.put({ ...row, parentId: to });
    moved.push(id);
  }
  return moved;
}
