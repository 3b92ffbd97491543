import type { Readable } from 'node:stream';

import { and, eq, isNull, sql } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { StagedBytes } from '#core/server/services/files/staging-area.ts';

import { UploadDigest } from './upload-digest.ts';
import { endUpload } from './finish-upload.ts';
import { coreUploads, type UploadRow } from './tables.ts';
import { IDLE_MILLISECONDS, stagedOf, uploadKey, type UploadParts } from './upload-row.ts';
import { isRefusal, refusalOf } from './upload-outcome.ts';

/** Where a part comes from. */
export interface PartSource {
  /** Bytes until the part ends or the connection breaks. */
  body: Readable;
  /** Ends the connection because another request takes over. */
  hangUp(): void;
  /** Fires when the connection has ended. */
  gone: AbortSignal;
}

const SIGN_OF_LIFE_MILLISECONDS = 5_000;

/**
 * Appends one part to an upload.
 * @returns how many bytes are stored then, also when the connection broke
 * @throws expected `core:file-type` (415) and `core:upload-too-long` (413), which end the upload
 */
export async function receivePart(parts: UploadParts, row: UploadRow, { body, hangUp }: PartSource): Promise<number> {
  const { db, files, clock, digests } = parts;
  const { staging } = files.store;
  const key = uploadKey(row.id);
  const from = await staging.measure(key, stagedOf(row));
  const turn = row.turn + 1;
  const mine = and(eq(coreUploads.id, row.id), eq(coreUploads.turn, turn), isNull(coreUploads.outcome));
  const begun = await db.orm
    .update(coreUploads)
    .set({ turn })
    .where(and(eq(coreUploads.id, row.id), eq(coreUploads.turn, row.turn), isNull(coreUploads.outcome)))
    .returning({ id: coreUploads.id });
  if (begun.length === 0) fail('core:upload-missing', {}, { kind: 'not-found' });

  const digest = digests.claim(row.id, from.size) ?? (from.size === 0 ? new UploadDigest(row) : undefined);
  const note = async (state: StagedBytes): Promise<void> => {
    const expiresAt = new Date(clock.now().getTime() + IDLE_MILLISECONDS);
    const noted = await db.orm
      .update(coreUploads)
      .set({ received: state.size, remote: state.remote ?? null, expiresAt })
      .where(mine)
      .returning({ id: coreUploads.id });
    if (noted.length === 0) fail('core:upload-missing', {}, { kind: 'not-found' });
  };
  const alive = setInterval(() => {
    const expiresAt = sql`greatest(${coreUploads.expiresAt}, ${new Date(clock.now().getTime() + IDLE_MILLISECONDS)})`;
    db.orm
      .update(coreUploads)
      .set({ expiresAt })
      .where(mine)
      .returning({ id: coreUploads.id })
      // Another request writes, or the upload was removed.
      .then((rows) => (rows.length === 0 ? hangUp() : undefined))
      .catch(() => undefined);
  }, SIGN_OF_LIFE_MILLISECONDS);
  try {
    const bytes = incoming(body, { left: row.size - from.size, name: row.name, digest });
    const state = await staging.append(key, from, bytes, { total: row.size, save: note });
    await note(state);
    if (digest?.position === state.size) digests.keep(row.id, digest);
    return state.size;
  } catch (error) {
    if (isRefusal(error) && error.kind !== 'not-found') await endUpload(parts, row, refusalOf(error));
    throw error;
  } finally {
    clearInterval(alive);
  }
}

/** The incoming bytes, hashed on the way. Ends where the connection breaks: bytes before that count. */
async function* incoming(
  body: Readable,
  { left, name, digest }: { left: number; name: string; digest: UploadDigest | undefined },
): AsyncGenerator<Buffer> {
  const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  let taken = 0;
  for (;;) {
    const next = await chunks.next().catch(() => undefined);
    if (next === undefined || next.done === true) return;
    taken += next.value.length;
    if (taken > left) fail('core:upload-too-long', { name }, { kind: 'too-large' });
    await digest?.take(next.value);
    yield next.value;
  }
}
