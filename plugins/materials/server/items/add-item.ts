import { eq } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { FileRecord } from '#core/server/services/files/files.ts';
import { orderKey, searchText } from '#core/server/ground/search-text.ts';

import type { MaterialKind } from '#plugins/materials/calls.ts';
import { PREPARE_MATERIAL } from '../prepare/job-name.ts';
import { publicationsOf } from '../records/publications.ts';
import { writeRecords } from '../records/write-records.ts';
import { materialsItems } from '../tables.ts';
import { lockItem } from './find-item.ts';
import type { MaterialRow } from './material-row.ts';
import { publishChanged } from './publish-changed.ts';

/** Where a new material comes from and goes to. */
export interface NewMaterial {
  /** Its file, which belongs to the library from now on. */
  file: FileRecord;
  name: string;
  kind: MaterialKind;
  /** A folder that is there and cannot go before the transaction ends; null for the top. */
  folderId: string | null;
}

/**
 * Makes a material of a file whose bytes the account has not as a material yet, and has it prepared. The caller has
 * locked the bytes.
 */
export async function addItem(ctx: ServerContext, tx: Tx, { file, name, kind, folderId }: NewMaterial) {
  const { id, accountId, hash, size, type } = file;
  const now = ctx.clock.now();
  const [row] = await tx.scope(accountId).insert(materialsItems, {
    ...{ id, kind, name, folderId, hash, size, type, createdAt: now },
    ...{ search: searchText(name), orderKey: orderKey(name), state: 'preparing' as const },
    ...(await publicationsOf(tx, accountId, hash)),
  });
  await writeRecords(tx, accountId, [id], { what: 'uploaded', at: now });
  await enqueuePreparation(ctx, tx, accountId, id);
  await publishChanged(ctx, tx, accountId, [id]);
  // One row went in, so one comes back.
  return row as MaterialRow;
}

/**
 * What a second file of the same bytes does to the material that is there: one in the trash comes back, into the
 * folder that the file was meant for; one that could not be prepared is looked at again.
 */
export async function renewItem(
  ctx: ServerContext,
  tx: Tx,
  { id, accountId }: MaterialRow,
  folderId: string | null,
): Promise<MaterialRow> {
  const row = await lockItem(tx, accountId, id);
  const values: Partial<MaterialRow> = {
    ...(row.deletedAt === null ? {} : { deletedAt: null, removalId: null, folderId }),
    ...(row.state === 'failed' ? { state: 'preparing', error: null } : {}),
  };
  if (Object.keys(values).length === 0) return row;
  const [renewed] = await tx.scope(accountId).update(materialsItems, eq(materialsItems.id, id), values);
  if (row.deletedAt !== null) await writeRecords(tx, accountId, [id], { what: 'restored', at: ctx.clock.now() });
  if (row.state === 'failed') await enqueuePreparation(ctx, tx, accountId, id);
  await publishChanged(ctx, tx, accountId, [id]);
  return renewed ?? row;
}

/** Has a material looked at whose state is `preparing`. */
export async function enqueuePreparation(ctx: ServerContext, tx: Tx, accountId: string, id: string): Promise<void> {
  await ctx.jobs.enqueue(tx, PREPARE_MATERIAL, { accountId, payload: { id }, subjectId: id });
}
