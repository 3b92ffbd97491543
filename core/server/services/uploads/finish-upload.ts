import { eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';
import { dropUnusedBytes } from '#core/server/services/files/blobs.ts';
import { blobKey } from '#core/server/services/files/files.ts';

import { UploadDigest } from './upload-digest.ts';
import { coreUploads, type UploadRow } from './tables.ts';
import { announcedOf, stagedOf, uploadKey, type UploadParts } from './upload-row.ts';
import { isRefusal, refusalOf, resultOf, type UploadOutcome } from './upload-outcome.ts';
import type { UploadReceiver } from './upload-receiver.ts';

/** How long the outcome of an upload can be queried. */
const KEPT_MILLISECONDS = 60 * 60 * 1000;

/**
 * Records a whole upload as a file and hands it to its receiver, in one transaction: if the process dies, either all of
 * it is done or nothing, and the next request completes it.
 * @throws the refusal that it ends or has ended with
 */
export async function finishUpload(
  parts: UploadParts,
  row: UploadRow,
  { caller, receiver }: { caller: Caller; receiver: UploadReceiver },
): Promise<UploadOutcome> {
  const { db, files, clock, digests } = parts;
  const { store } = files;
  if (row.outcome !== null) {
    resultOf(row.outcome);
    return row.outcome;
  }
  const key = uploadKey(row.id);
  let staged = await store.staging.measure(key, stagedOf(row));
  if (staged.size !== row.size) fail('core:upload-unfinished', {}, { kind: 'conflict' });
  let known: { hash: string; type: string } | undefined;
  try {
    staged = await store.staging.complete(key, staged);
    if (staged.remote !== undefined) {
      await db.orm.update(coreUploads).set({ remote: staged.remote }).where(eq(coreUploads.id, row.id));
    }
    const digest = digests.claim(row.id, row.size);
    const facts = await (digest ?? (await readAgain(parts, row))).end();
    known = facts;
    const outcome = await db.transaction(async (tx): Promise<UploadOutcome> => {
      const [current] = await tx.orm.select().from(coreUploads).where(eq(coreUploads.id, row.id)).for('update');
      if (current === undefined) fail('core:upload-missing', {}, { kind: 'not-found' });
      if (current.outcome !== null) return current.outcome;
      const { name, size, accountId } = row;
      const file = await files.record(tx, accountId, { ...facts, name, size, withinSpace: true }, () =>
        store.copy(key, blobKey(facts.hash)),
      );
      const result = await receiver.take(tx, caller, file, announcedOf(row));
      // As it will be stored: dates become strings now, not only when it is read back.
      const ended: UploadOutcome = { result: JSON.parse(JSON.stringify(result ?? null)) as unknown };
      const expiresAt = new Date(clock.now().getTime() + KEPT_MILLISECONDS);
      await tx.orm
        .update(coreUploads)
        .set({ outcome: ended, received: size, expiresAt })
        .where(eq(coreUploads.id, row.id));
      return ended;
    });
    resultOf(outcome);
    // The staged bytes are no longer needed; the sweep removes them if this fails.
    await store.staging.remove(key, staged).catch(() => undefined);
    return outcome;
  } catch (error) {
    if (known !== undefined) await dropUnusedBytes(db, store, known.hash).catch(() => undefined);
    if (isRefusal(error) && error.kind !== 'not-found') await endUpload(parts, row, refusalOf(error));
    throw error;
  }
}

/** Ends an upload that is refused: its bytes are removed, the reason can still be queried. */
export async function endUpload(parts: UploadParts, row: UploadRow, outcome: UploadOutcome): Promise<void> {
  const { db, files, clock, digests } = parts;
  digests.drop(row.id);
  const [ended] = await db.orm
    .update(coreUploads)
    .set({ outcome, expiresAt: new Date(clock.now().getTime() + KEPT_MILLISECONDS) })
    .where(eq(coreUploads.id, row.id))
    .returning();
  await files.store.staging.remove(uploadKey(row.id), stagedOf(ended ?? row)).catch(() => undefined);
}

/** Hashes the stored bytes and detects their type: they came through several nodes, or a process died in between. */
async function readAgain({ files }: UploadParts, row: UploadRow): Promise<UploadDigest> {
  const digest = new UploadDigest(row);
  for await (const chunk of await files.store.read(uploadKey(row.id))) await digest.take(chunk as Buffer);
  return digest;
}
