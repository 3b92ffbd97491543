import { eq, sql } from 'drizzle-orm';

import type { Database, Tx } from '#core/server/ground/database/database.ts';

import type { FileStore } from './file-store.ts';
import { blobKey } from './files.ts';
import { coreBlobs, coreFiles } from './tables.ts';

/**
 * Blocks others who add or remove the same bytes until the transaction ends, so that an upload never finds a blob that
 * is being removed.
 */
async function lockBlob(tx: Tx, hash: string): Promise<void> {
  await tx.orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`core-blob ${hash}`}, 0))`);
}

/** Locks several, in a fixed order to avoid deadlocks. A transaction that also locks rows locks the bytes first. */
export async function lockBlobs(tx: Tx, hashes: Iterable<string>): Promise<void> {
  for (const hash of [...new Set(hashes)].sort()) await lockBlob(tx, hash);
}

/**
 * Ensures that the store has these bytes and that there is a row for them. If the store lacks them, `supply` is called
 * under the lock and must store them under the blob's key.
 */
export async function keepBlob(
  tx: Tx,
  store: FileStore,
  blob: { hash: string; size: number },
  supply: () => Promise<void>,
): Promise<void> {
  await lockBlob(tx, blob.hash);
  const stored = await store.stat(blobKey(blob.hash));
  if (stored?.size !== blob.size) await supply();
  await tx.orm.insert(coreBlobs).values(blob).onConflictDoNothing();
}

/** Removes a blob's row when no file uses it any more. Part of removing a file. */
export async function releaseBlob(tx: Tx, hash: string): Promise<void> {
  await lockBlob(tx, hash);
  const [user] = await tx.orm.select({ id: coreFiles.id }).from(coreFiles).where(eq(coreFiles.hash, hash)).limit(1);
  if (user === undefined) await tx.orm.delete(coreBlobs).where(eq(coreBlobs.hash, hash));
}

/**
 * Removes a blob's bytes unless a row refers to them. Call it after the commit that removed the last reference: bytes
 * without a row are waste, a row without bytes would be data loss.
 */
export async function dropUnusedBytes(db: Database, store: FileStore, hash: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockBlob(tx, hash);
    const [row] = await tx.orm.select({ hash: coreBlobs.hash }).from(coreBlobs).where(eq(coreBlobs.hash, hash));
    if (row === undefined) await store.remove(blobKey(hash));
  });
}
