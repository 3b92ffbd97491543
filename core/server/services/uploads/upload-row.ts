import type { Database } from '#core/server/ground/database/database.ts';
import type { Clock } from '#core/server/ground/clock.ts';
import type { Files } from '#core/server/services/files/files.ts';
import type { StagedBytes } from '#core/server/services/files/staging-area.ts';

import type { UploadDigests } from './upload-digest.ts';
import type { UploadRow } from './tables.ts';
import type { AnnouncedFile } from './upload-receiver.ts';

/** What the parts of the uploads work with. */
export interface UploadParts {
  db: Database;
  files: Files;
  clock: Clock;
  /** Hashes of what this node has taken in. */
  digests: UploadDigests;
}

/** An upload lives so long without a sign of life. */
export const IDLE_MILLISECONDS = 24 * 60 * 60 * 1000;
/** The key under which an upload's bytes wait. */
export function uploadKey(id: string): string {
  return `uploads/${id}`;
}

/** What a row remembers of its bytes. */
export function stagedOf({ received, remote }: UploadRow): StagedBytes {
  return remote === null ? { size: received } : { size: received, remote };
}

/** What a receiver is told of an upload. */
export function announcedOf({ name, size, fields }: UploadRow): AnnouncedFile {
  return { name, size, fields };
}
