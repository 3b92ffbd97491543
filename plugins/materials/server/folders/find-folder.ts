import { and, eq, isNull } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import { materialsFolders } from '../tables.ts';

/**
 * Whether a folder is there. Inside a transaction it stays there until that ends, for whoever would remove it waits.
 */
export async function isFolder(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const rows = await tx.orm
    .select({ id: materialsFolders.id })
    .from(materialsFolders)
    .where(
      and(eq(materialsFolders.accountId, accountId), eq(materialsFolders.id, id), isNull(materialsFolders.deletedAt)),
    )
    .for('share');
  return rows.length > 0;
}

/** @throws expected `materials:folder-missing` (404) when there is no such folder; the top (null) is always there */
export async function refuseMissingFolder(tx: Tx, accountId: string, id: string | null): Promise<void> {
  if (id !== null && !(await isFolder(tx, accountId, id))) fail('materials:folder-missing', {}, { kind: 'not-found' });
}
