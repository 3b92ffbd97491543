import { and, asc, count, eq, isNotNull, isNull } from 'drizzle-orm';

import { searchText } from '#core/server/ground/search-text.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { MaterialFolder } from '#plugins/materials/calls.ts';
import { materialsFolders, materialsItems } from '../tables.ts';
import type { FolderRow } from './folder-tree.ts';

type Counts = MaterialFolder['counts'];

/** Every folder of the account, by name. */
export async function listFolders(ctx: ServerContext, accountId: string) {
  const [rows, counts] = await Promise.all([
    ctx.db.scope(accountId).select(materialsFolders, {
      where: isNull(materialsFolders.deletedAt),
      orderBy: [asc(materialsFolders.orderKey), asc(materialsFolders.id)],
    }),
    countItems(ctx, accountId),
  ]);
  return { items: rows.map((row) => presentFolder(row, counts.get(row.id))) };
}

/** A folder as its owner sees it; one without materials when no counts are given. */
export function presentFolder(row: FolderRow, counts: Partial<Counts> = {}): MaterialFolder {
  const { id, name, parentId, createdAt } = row;
  return {
    id,
    name,
    search: searchText(name),
    parentId,
    counts: { video: 0, music: 0, image: 0, ...counts },
    createdAt: createdAt.toISOString(),
  };
}

/** The number of materials per kind and folder, or in one folder. */
export async function countItems(
  ctx: ServerContext,
  accountId: string,
  folderId?: string,
): Promise<Map<string, Partial<Counts>>> {
  const rows = await ctx.db.orm
    .select({ folderId: materialsItems.folderId, kind: materialsItems.kind, count: count() })
    .from(materialsItems)
    .where(
      and(
        eq(materialsItems.accountId, accountId),
        isNull(materialsItems.deletedAt),
        folderId === undefined ? isNotNull(materialsItems.folderId) : eq(materialsItems.folderId, folderId),
      ),
    )
    .groupBy(materialsItems.folderId, materialsItems.kind);
  const counts = new Map<string, Partial<Counts>>();
  for (const row of rows) {
    if (row.folderId !== null) counts.set(row.folderId, { ...counts.get(row.folderId), [row.kind]: row.count });
  }
  return counts;
}
