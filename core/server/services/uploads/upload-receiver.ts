import type { Tx } from '#core/server/ground/database/database.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';
import type { FileRecord } from '#core/server/services/files/files.ts';

/** What a browser announces about a file before sending it. */
export interface AnnouncedFile {
  name: string;
  /** Bytes. */
  size: number;
  /** Further fields of the form, such as a folder; strings as they came. */
  fields: Readonly<Record<string, string>>;
}

/** What a receiver accepts. */
export interface UploadLimits {
  /** Bytes. */
  maxSize: number;
  /** MIME types, judged from the bytes; all when absent. */
  accept?: readonly string[];
}

/**
 * Receives the uploads of one address, `/api/uploads/<plugin>/<name>`. The kernel speaks tus there: files come in
 * parts, go on after a lost connection, and are stored once by their content.
 */
export interface UploadReceiver {
  /**
   * Called before the first byte: returns the limits, or refuses the file by an expected condition. The account's space
   * has been checked by the kernel.
   */
  announce(caller: Caller, file: AnnouncedFile): Promise<UploadLimits>;
  /**
   * Called once the file is complete, in the transaction that records it. Its result is the envelope's `data` of the
   * upload; an expected condition refuses the file and leaves nothing behind.
   */
  take(tx: Tx, caller: Caller, file: FileRecord, announced: AnnouncedFile): Promise<unknown>;
}
