import { isNull } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';

import { materialsFolders } from '../tables.ts';

export type FolderRow = typeof materialsFolders.$inferSelect;

/** The folder tree of an account, without folders in the trash. */
export class FolderTree {
  readonly #folders = new Map<string, FolderRow>();
  readonly #children = new Map<string | null, Set<string>>();

  constructor(rows: readonly FolderRow[]) {
    for (const row of rows) this.put(row);
  }

  get size(): number {
    return this.#folders.size;
  }

  get(id: string): FolderRow | undefined {
    return this.#folders.get(id);
  }

  /** Adds a folder, or updates its name and position. */
  put(row: FolderRow): void {
    const former = this.#folders.get(row.id);
    if (former !== undefined) this.#children.get(former.parentId)?.delete(row.id);
    this.#folders.set(row.id, row);
    const siblings = this.#children.get(row.parentId) ?? new Set();
    this.#children.set(row.parentId, siblings.add(row.id));
  }

  /** A folder's depth: 1 at the top level, 0 for the top itself. */
  depthOf(id: string | null): number {
    let depth = 0;
    for (let at = id; at !== null; at = this.#folders.get(at)?.parentId ?? null) depth += 1;
    return depth;
  }

  /** The height of a folder's subtree; 1 without subfolders. */
  heightOf(id: string): number {
    let height = 0;
    for (let level = [id]; level.length > 0; level = level.flatMap((each) => this.childrenOf(each))) height += 1;
    return height;
  }

  /** A folder and all its descendants, parents first. */
  withDescendants(id: string): string[] {
    const all = [id];
    // It grows while it is walked.
    for (const each of all) all.push(...this.childrenOf(each));
    return all;
  }

  childrenOf(id: string | null): string[] {
    return [...(this.#children.get(id) ?? [])];
  }

  /** The folder of this name in a folder, another than `but`. */
  named(name: string, parentId: string | null, but?: string): FolderRow | undefined {
    return this.childrenOf(parentId)
      .map((id) => this.#folders.get(id))
      .find((row) => row?.name === name && row.id !== but);
  }

  /** The name itself, or the first of `name (2)`, `name (3)` … that no folder beside has. */
  freeName(name: string, parentId: string | null, but?: string): string {
    let free = name;
    for (let number = 2; this.named(free, parentId, but) !== undefined; number += 1) free = `${name} (${number})`;
    return free;
  }
}

/** Reads the tree; lock the library before changing it. */
export async function readFolderTree(tx: Tx, accountId: string): Promise<FolderTree> {
  return new FolderTree(
    await tx.scope(accountId).select(materialsFolders, { where: isNull(materialsFolders.deletedAt) }),
  );
}
