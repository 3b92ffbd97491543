import type { Readable } from 'node:stream';

import type { Tx } from '../database/database.ts';
import type { FileStore } from './file-store.ts';

/** A file of an account, as its row says. The bytes are shared by everyone who stored the same. */
export interface FileRecord {
  id: string;
  accountId: string;
  /** sha-256 of the bytes, lower-case hex. */
  hash: string;
  /** Bytes. */
  size: number;
  /** The name that the user knows it by. */
  name: string;
  /** MIME type judged from the bytes, never from the name. */
  type: string;
  createdAt: Date;
}

/** Content-addressed files of accounts over a {@link FileStore}. */
export interface Files {
  readonly store: FileStore;
  /**
   * Streams bytes in, hashes them on the way, stores them once, and records them for the account.
   * @throws expected `core:file-empty`, `core:file-too-large` (413), `core:file-type` (415), `core:disk-full` (503)
   */
  add(accountId: string, body: Readable, options: AddFileOptions): Promise<FileRecord>;
  /** The same for a file that the server made itself, inside the caller's transaction. */
  addLocal(tx: Tx, accountId: string, path: string, options: { name: string; type: string }): Promise<FileRecord>;
  /** A file of this account, or an expected `core:file-missing` (404). */
  get(accountId: string, id: string): Promise<FileRecord>;
  /** Runs `use` with a local path to the bytes; a copy made for it is removed afterwards. */
  withLocal<T>(record: Pick<FileRecord, 'hash'>, use: (path: string) => Promise<T>): Promise<T>;
  /** Forgets the account's record; the bytes go when nobody records them any more. */
  remove(accountId: string, id: string): Promise<void>;
  signedUrl(record: FileRecord, seconds?: number): Promise<string>;
}

export interface AddFileOptions {
  name: string;
  /** Bytes; more is refused while it streams. */
  maxSize: number;
  /** MIME types to accept, such as `video/mp4`; all when absent. */
  accept?: readonly string[];
}

/** The store key of a blob: `blobs/ab/abcdef…`. */
export function blobKey(hash: string): string {
  return `blobs/${hash.slice(0, 2)}/${hash}`;
}
