import type { Database } from '#core/server/ground/database/database.ts';
import type { Clock } from '#core/server/ground/clock.ts';
import type { Files } from '#core/server/services/files/files.ts';
import type { StagedBytes } from '#core/server/services/files/staging-area.ts';

import type { UploadDigests } from './upload-digest.ts';
import type { UploadRow } from './tables.ts';
import type { AnnouncedFile } from './upload-receiver.ts';

/** What the parts of the upload service share. */
export interface UploadParts {
  db: Database;
  files: Files;
  clock: Clock;
  /** Digests of the bytes that this node has received. */
  digests: UploadDigests;
}

/** How long an upload is kept without activity. */
export const IDLE_MILLISECONDS = 24 * 60 * 60 * 1000;
/** The key under which an upload's bytes are staged. */
export function uploadKey(id: string): string {
  return `uploads/${id}`;
}

/** The staging state stored in a row. */
export function stagedOf({ received, remote }: UploadRow): StagedBytes {
  return remote === null ? { size: received } : { size: received, remote };
}

/** The announcement of an upload, for its receiver. */
export function announcedOf({ name, size, fields }: UploadRow): AnnouncedFile {
  return { name, size, fields };
}
