import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import { coreFileHolds, coreFiles } from './tables.ts';

/** Maximum rows per statement. */
const BATCH = 1000;

/**
 * Records that files are in use, so that they are not removed.
 * @returns the ids that are now held; malformed ids, and those of other accounts, are left out
 */
export async function holdFiles(tx: Tx, accountId: string, ids: readonly string[], holder: string): Promise<string[]> {
  const held: string[] = [];
  const wanted = [...new Set(ids)].filter((id) => z.uuid().safeParse(id).success).sort();
  for (let from = 0; from < wanted.length; from += BATCH) {
    // Waits for transactions that are removing one of them.
    const rows = await tx.orm
      .select({ id: coreFiles.id })
      .from(coreFiles)
      .where(and(eq(coreFiles.accountId, accountId), inArray(coreFiles.id, wanted.slice(from, from + BATCH))))
      .orderBy(coreFiles.id)
      .for('key share');
    if (rows.length === 0) continue;
    await tx.orm
      .insert(coreFileHolds)
      .values(rows.map(({ id }) => ({ fileId: id, accountId, holder })))
      .onConflictDoNothing();
    held.push(...rows.map(({ id }) => id));
  }
  return held;
}

/** Releases all holds of a holder. */
export async function releaseFiles(tx: Tx, accountId: string, holder: string): Promise<void> {
  await tx.orm
    .delete(coreFileHolds)
    .where(and(eq(coreFileHolds.accountId, accountId), eq(coreFileHolds.holder, holder)));
}

/** Which of the files are held. The others cannot become held before the transaction ends. */
export async function heldFiles(tx: Tx, accountId: string, ids: readonly string[]): Promise<Set<string>> {
  await lockFiles(tx, accountId, ids);
  return holdsOf(tx, accountId, ids);
}

async function lockFiles(tx: Tx, accountId: string, ids: readonly string[]) {
  return tx.orm
    .select({ id: coreFiles.id, hash: coreFiles.hash, name: coreFiles.name })
    .from(coreFiles)
    .where(and(eq(coreFiles.accountId, accountId), inArray(coreFiles.id, [...ids])))
    .orderBy(coreFiles.id)
    .for('update');
}

async function holdsOf(tx: Tx, accountId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.orm.execute<{ id: string }>(sql`
    select distinct file_id as id from core_file_holds
    where account_id = ${accountId}::uuid and file_id = any(${sql.param([...ids])}::uuid[])`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Locks files that are about to be removed, so that nobody can hold them.
 * @returns the existing files
 * @throws expected `core:file-in-use` (409) that names the first held one
 */
export async function lockUnheld(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
): Promise<{ id: string; hash: string; name: string }[]> {
  const files = await lockFiles(tx, accountId, ids);
  const held = await holdsOf(tx, accountId, ids);
  const first = files.find(({ id }) => held.has(id));
  if (first !== undefined) fail('core:file-in-use', { name: first.name }, { kind: 'conflict' });
  return files;
}
