import { v7 as uuid } from 'uuid';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import { orderKey } from '#core/server/ground/search-text.ts';

import { DEEPEST_FOLDER } from '#plugins/materials/limits.ts';
import { publishChanged } from '../items/publish-changed.ts';
import { lockLibrary } from '../library-lock.ts';
import { materialsFolders } from '../tables.ts';
import { readFolderTree, type FolderRow } from './folder-tree.ts';

/** The page reads all folders at once. */
const MAX_FOLDERS = 2000;

/**
 * Creates a folder.
 * @throws expected `materials:folder-missing` (404), `materials:folder-taken` (409), `materials:folder-too-deep`,
 * `materials:folder-too-many`
 */
export async function createFolder(
  ctx: ServerContext,
  accountId: string,
  { name, parentId }: { name: string; parentId: string | null },
): Promise<FolderRow> {
  return ctx.db.transaction(async (tx) => {
    await lockLibrary(tx, accountId);
    const tree = await readFolderTree(tx, accountId);
    if (parentId !== null && tree.get(parentId) === undefined) {
      fail('materials:folder-missing', {}, { kind: 'not-found' });
    }
    if (tree.named(name, parentId) !== undefined) fail('materials:folder-taken', { name }, { kind: 'conflict' });
    if (tree.depthOf(parentId) >= DEEPEST_FOLDER) {
      fail('materials:folder-too-deep', { name, most: DEEPEST_FOLDER }, { kind: 'invalid' });
    }
    if (tree.size >= MAX_FOLDERS) fail('materials:folder-too-many', { most: MAX_FOLDERS }, { kind: 'invalid' });
    return addFolder(ctx, tx, accountId, { name, parentId });
  });
}

/**
 * The folder of a name at the top or in another one, made when there is none. Where that one is gone it is at the top, and
 * where folders are as deep as they may be it is that one.
 * @returns its id
 */
export async function ensureFolder(
  ctx: ServerContext,
  tx: Tx,
  accountId: string,
  { name, parentId: wanted }: { name: string; parentId: string | null },
): Promise<string> {
  await lockLibrary(tx, accountId);
  const tree = await readFolderTree(tx, accountId);
  const parentId = wanted !== null && tree.get(wanted) !== undefined ? wanted : null;
  if (parentId !== null && tree.depthOf(parentId) >= DEEPEST_FOLDER) return parentId;
  return (tree.named(name, parentId) ?? (await addFolder(ctx, tx, accountId, { name, parentId }))).id;
}

async function addFolder(
  ctx: ServerContext,
  tx: Tx,
  accountId: string,
  { name, parentId }: { name: string; parentId: string | null },
): Promise<FolderRow> {
  const row = { id: uuid(), name, orderKey: orderKey(name), parentId, createdAt: ctx.clock.now() };
  const [created] = await tx.scope(accountId).insert(materialsFolders, row);
  await publishChanged(ctx, tx, accountId, []);
  // One row went in, so one comes back.
  return created as FolderRow;
}
