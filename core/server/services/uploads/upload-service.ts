import { and, eq, isNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { Database } from '#core/server/ground/database/database.ts';
import type { Clock } from '#core/server/ground/clock.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';
import type { Files } from '#core/server/services/files/files.ts';

import { UploadDigests } from './upload-digest.ts';
import { finishUpload } from './finish-upload.ts';
import { receivePart, type PartSource } from './receive-part.ts';
import { coreUploads, type UploadRow } from './tables.ts';
import { IDLE_MILLISECONDS, stagedOf, uploadKey, type UploadParts } from './upload-row.ts';
import type { UploadOutcome } from './upload-outcome.ts';
import type { AnnouncedFile, UploadReceiver } from './upload-receiver.ts';

/** An address that takes uploads. */
export interface UploadAddress {
  /** `<plugin>/<name>`. */
  address: string;
  receiver: UploadReceiver;
}

/** Uploads from announcement to end. Callers that write or finish hold the upload's lock. */
export interface UploadService {
  /**
   * Opens an upload.
   * @throws what the receiver refuses, and expected `core:file-empty`, `core:file-too-large`, `core:upload-too-many`
   */
  open(to: UploadAddress, caller: Caller, announced: Announcement): Promise<UploadRow>;
  /** An upload of the caller at this address, or an expected `core:upload-missing` (404). */
  find(to: UploadAddress, caller: Caller, id: string): Promise<UploadRow>;
  /** How many bytes of it are stored. */
  offsetOf(row: UploadRow): Promise<number>;
  /**
   * Writes the part until it ends or breaks off.
   * @returns how many bytes are stored then
   * @throws expected `core:file-type` (415), which ends the upload
   */
  receive(row: UploadRow, part: PartSource): Promise<number>;
  /**
   * Hands a complete upload to its receiver, exactly once however often it is called.
   * @throws the refusal that it ends or has ended with
   */
  finish(to: UploadAddress, caller: Caller, row: UploadRow): Promise<UploadOutcome>;
  /** Deletes an upload and its bytes; a file that was handed over stays. */
  remove(row: UploadRow): Promise<void>;
}

/** What a browser announced about a file, unchecked. */
export interface Announcement {
  size: number;
  metadata: Readonly<Record<string, string | null>>;
}

/** Most uploads of an account in progress at once, paused ones included. */
const MAX_OPEN = 1000;

/** PostgreSQL stores no NUL. */
const text = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[^\0]*$/);
const announcementSchema = z.object({
  name: text(255).trim().min(1),
  fields: z.record(text(100), text(10_000)).refine((fields) => Object.keys(fields).length <= 20),
});

/** Makes the {@link UploadService} of a node. */
export function createUploadService(options: {
  db: Database;
  files: Files;
  clock: Clock;
  /** Most bytes of any upload. */
  maxUpload: number;
}): UploadService {
  const { db, files, clock, maxUpload } = options;
  const { staging } = files.store;
  const parts: UploadParts = { db, files, clock, digests: new UploadDigests() };

  return {
    async open({ address, receiver }, caller, { size, metadata }) {
      const announced = { size, ...readMetadata(metadata) };
      const { name, fields } = announced;
      if (size === 0) fail('core:file-empty', { name }, { kind: 'invalid' });
      const { maxSize, accept } = await receiver.announce(caller, announced);
      const limit = Math.min(maxSize, maxUpload);
      if (size > limit) {
        fail('core:file-too-large', { name, limit: Math.floor(limit / 1024 / 1024) }, { kind: 'too-large' });
      }
      await files.assertSpace(caller.accountId, size);
      const scope = db.scope(caller.accountId);
      const open = await scope.count(coreUploads, isNull(coreUploads.outcome));
      if (open >= MAX_OPEN) fail('core:upload-too-many', { most: MAX_OPEN }, { kind: 'too-many' });
      const now = clock.now();
      const [row] = await scope.insert(coreUploads, {
        ...{ id: uuidv7(), address, name, size, fields },
        ...{ accept: accept ?? null, createdAt: now, expiresAt: new Date(now.getTime() + IDLE_MILLISECONDS) },
      });
      // One row is inserted, so one is returned.
      return row as UploadRow;
    },

    async find({ address }, caller, id) {
      const missing = () => fail('core:upload-missing', {}, { kind: 'not-found' });
      if (!z.uuid().safeParse(id).success) return missing();
      const scope = db.scope(caller.accountId);
      const [row] = await scope.select(coreUploads, {
        where: and(eq(coreUploads.id, id), eq(coreUploads.address, address)),
      });
      return row === undefined || (row.outcome === null && row.expiresAt <= clock.now()) ? missing() : row;
    },

    async offsetOf(row) {
      if (row.outcome !== null) return row.size;
      return (await staging.measure(uploadKey(row.id), stagedOf(row))).size;
    },

    receive: (row, part) => receivePart(parts, row, part),

    finish: ({ receiver }, caller, row) => finishUpload(parts, row, { caller, receiver }),

    async remove(row) {
      parts.digests.drop(row.id);
      await staging.remove(uploadKey(row.id), stagedOf(row));
      await db.orm.delete(coreUploads).where(eq(coreUploads.id, row.id));
    },
  };
}

function readMetadata(metadata: Announcement['metadata']): Pick<AnnouncedFile, 'name' | 'fields'> {
  // The type that a browser guesses from the name is ignored.
  const { filename, filetype: _guess, ...rest } = metadata;
  const fields = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, value ?? '']));
  const parsed = announcementSchema.safeParse({ name: filename ?? '', fields });
  if (!parsed.success) fail('core:upload-metadata', {}, { kind: 'invalid' });
  return parsed.data;
}
