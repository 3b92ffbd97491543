import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import { materialsItems } from '../tables.ts';
import type { MaterialRow } from './material-row.ts';

const isId = (id: string): boolean => z.uuid().safeParse(id).success;

/** What is decided by when materials are moved, removed or restored. */
export type LockedItem = Pick<MaterialRow, 'id' | 'folderId' | 'deletedAt'>;

/** The condition of a column of ids, one parameter however many there are. */
export function idIn(column: PgColumn, ids: readonly string[]): SQL {
  return sql`${column} = any(${sql.param([...ids])}::uuid[])`;
}

/** @throws expected `materials:missing` (404), also for a material of somebody else */
export async function findItem(tx: Tx, accountId: string, id: string): Promise<MaterialRow> {
  const row = await tx.scope(accountId).find(materialsItems, eq(materialsItems.id, id));
  return row ?? fail('materials:missing', {}, { kind: 'not-found' });
}

/**
 * The same, locked until the transaction ends.
 * @throws expected `materials:missing` (404)
 */
export async function lockItem(tx: Tx, accountId: string, id: string): Promise<MaterialRow> {
  await lockItems(tx, accountId, idIn(materialsItems.id, [id]));
  return findItem(tx, accountId, id);
}

/** Locks materials in one order, so that nobody waits in a circle. */
export async function lockItems(tx: Tx, accountId: string, where: SQL | undefined): Promise<LockedItem[]> {
  return tx.orm
    .select({ id: materialsItems.id, folderId: materialsItems.folderId, deletedAt: materialsItems.deletedAt })
    .from(materialsItems)
    .where(and(eq(materialsItems.accountId, accountId), where))
    .orderBy(asc(materialsItems.id))
    .for('no key update');
}

/** Writes the same into many materials, which the caller has locked. */
export async function updateItems(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
  values: Partial<MaterialRow>,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.orm
    .update(materialsItems)
    .set(values)
    .where(and(eq(materialsItems.accountId, accountId), idIn(materialsItems.id, ids)));
}

/** Materials by id, including those in the trash; unknown and invalid ids are left out. */
export async function findItems(tx: Tx, accountId: string, ids: readonly string[]): Promise<MaterialRow[]> {
  const wanted = [...new Set(ids)].filter(isId);
  if (wanted.length === 0) return [];
  return tx.scope(accountId).select(materialsItems, { where: idIn(materialsItems.id, wanted) });
}

const { id, kind, name, type, seconds, width, height, codecs, state, hash, size, split, publishCount, deletedAt } =
  materialsItems;
const FACTS = {
  id,
  kind,
  name,
  type,
  seconds,
  width,
  height,
  codecs,
  state,
  hash,
  size,
  split,
  publishCount,
  deletedAt,
};

/** The same with nothing but their facts: thousands are asked for while somebody edits. */
export async function findFacts(tx: Tx, accountId: string, ids: readonly string[]) {
  const wanted = [...new Set(ids)].filter(isId);
  if (wanted.length === 0) return [];
  const own = and(eq(materialsItems.accountId, accountId), idIn(materialsItems.id, wanted));
  return tx.orm.select(FACTS).from(materialsItems).where(own);
}
