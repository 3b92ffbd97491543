import type { Readable } from 'node:stream';

import type { Tx } from '#core/server/ground/database/database.ts';

import type { FileStore } from './file-store.ts';
import type { Space } from './space.ts';

/** An account's file, as its row describes it. Identical bytes are stored once for everyone. */
export interface FileRecord {
  id: string;
  accountId: string;
  /** sha-256 of the bytes, lower-case hex. */
  hash: string;
  /** Bytes. */
  size: number;
  /** The name that the user gave it. */
  name: string;
  /** MIME type detected from the bytes, never from the name. */
  type: string;
  /** Whether it counts towards the account's space. */
  counted: boolean;
  createdAt: Date;
}

/** Content-addressed files of accounts over a {@link FileStore}. */
export interface Files {
  readonly store: FileStore;
  /**
   * Streams bytes in, hashes them on the way, stores them once, and records them for the account.
   * @throws expected `core:file-empty`, `core:file-too-large` (413), `core:file-type` (415), `core:disk-full` (503),
   * `core:space-full` (413) when `withinSpace` is set
   */
  add(accountId: string, body: Readable, options: AddFileOptions): Promise<FileRecord>;
  /**
   * The same for a file that the server produced, in the caller's transaction.
   * @throws expected `core:space-full` (413) when `withinSpace` is set
   */
  addLocal(tx: Tx, accountId: string, path: string, options: AddLocalOptions): Promise<FileRecord>;
  /** Another record of the same bytes with its own id; it takes no further space. */
  copy(tx: Tx, record: FileRecord, options?: { name?: string }): Promise<FileRecord>;
  /**
   * Records bytes whose metadata is already known, in the caller's transaction.
   * @param supply stores the bytes under their {@link blobKey}; called when the store lacks them
   * @throws expected `core:space-full` (413) when `withinSpace` is set
   */
  record(tx: Tx, accountId: string, file: RecordFileOptions, supply: () => Promise<void>): Promise<FileRecord>;
  /** One of the account's files. Throws an expected `core:file-missing` (404). */
  get(accountId: string, id: string): Promise<FileRecord>;
  /** Runs `use` with a local path to the bytes; a temporary copy is removed afterwards. */
  withLocal<T>(record: Pick<FileRecord, 'hash'>, use: (path: string) => Promise<T>): Promise<T>;
  /**
   * Removes the account's record; the bytes are removed with the last record of them.
   * @throws expected `core:file-missing` (404), `core:file-in-use` (409) for one that is held, or that a plugin's row
   * refers to
   */
  remove(accountId: string, id: string): Promise<void>;
  /**
   * Removes records in the caller's transaction; unknown ids are ignored. A few hundred at most, since each takes a
   * lock.
   * @returns frees the bytes, to be called after the commit; otherwise the sweep frees them a day later
   * @throws expected `core:file-in-use` (409) for one that is held
   */
  forget(tx: Tx, accountId: string, ids: readonly string[]): Promise<() => Promise<void>>;
  /**
   * Prevents files from being removed until {@link Files.release}. Repeating a hold has no effect.
   * @param holder who needs them, such as `tool-run <id>`
   * @returns the ids that are now held; unknown ones are left out
   */
  hold(tx: Tx, accountId: string, ids: readonly string[], holder: string): Promise<string[]>;
  /** Releases all holds of a holder. */
  release(tx: Tx, accountId: string, holder: string): Promise<void>;
  /** Which of the files are held. The others cannot become held before the transaction ends. */
  held(tx: Tx, accountId: string, ids: readonly string[]): Promise<Set<string>>;
  /**
   * The space of the account and those that share it, and what their files take of it: a main account and its
   * sub-accounts have that of the main account's level together. Files in the trash count.
   */
  space(accountId: string, tx?: Tx): Promise<Space>;
  /**
   * Checks in advance whether that many more bytes fit; recording them checks again by `withinSpace`.
   * @throws expected `core:space-full` (413)
   */
  assertSpace(accountId: string, bytes: number, tx?: Tx): Promise<void>;
  signedUrl(record: Pick<FileRecord, 'hash' | 'name' | 'type'>, seconds?: number): Promise<string>;
}

/** What a new file is called, and what is refused. */
export interface AddFileOptions {
  name: string;
  /** Bytes; larger bodies are refused while streaming. */
  maxSize: number;
  /** Accepted MIME types, such as `video/mp4`; all by default. */
  accept?: readonly string[];
  /** Refuses what does not fit into the account's space; false by default. */
  withinSpace?: boolean;
}

export interface RecordFileOptions extends Pick<FileRecord, 'hash' | 'size' | 'name' | 'type'> {
  /** Refuses what does not fit into the account's space; false by default. */
  withinSpace?: boolean;
}

/** What a file of this machine is called and counted as once it is stored. */
export interface AddLocalOptions {
  name: string;
  /** MIME type. */
  type: string;
  /** Derived from another file, such as its poster, and not counted towards the account's space. False by default. */
  derived?: boolean;
  /** Refuses what does not fit into the account's space; false by default. */
  withinSpace?: boolean;
}

/** The store key of a blob: `blobs/ab/abcdef…`. */
export function blobKey(hash: string): string {
  return `blobs/${hash.slice(0, 2)}/${hash}`;
}
