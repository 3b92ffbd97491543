import type { Readable } from 'node:stream';

import type { StagingArea } from './staging-area.ts';

/** A part of an object; both ends belong to it. */
export interface ByteRange {
  /** First byte, from 0. */
  start: number;
  /** Last byte, inclusive. */
  end: number;
}

/** What a store knows of an object. */
export interface StoredObject {
  key: string;
  /** Bytes. */
  size: number;
  modifiedAt: Date;
}

/**
 * Objects by key: a folder on disk, or an S3 bucket. Keys are slash-separated,
 * `[a-zA-Z0-9._-]` segments without `.` or `..`; anything else is a TypeError. A key is
 * never the folder of another one (`a` and `a/b` do not exist together).
 * A key is written whole or not at all; a reader never sees half an object.
 * Every method may throw an expected `core:disk-full` or `core:store-unavailable` (503).
 */
export interface FileStore {
  /** Stores the bytes of `body` under `key`, replacing what was there. */
  put(
    key: string,
    body: Readable | Buffer,
    options?: { contentType?: string; signal?: AbortSignal },
  ): Promise<StoredObject>;
  /** Stores a local file; the disk driver moves it when `move` is set. */
  putFile(key: string, path: string, options?: { contentType?: string; move?: boolean }): Promise<StoredObject>;
  /** Renames an object, replacing what was there. Throws an expected `core:file-missing`. */
  move(from: string, to: string): Promise<void>;
  /**
   * Gives an object a second key, replacing what was there; no byte is copied where the store can do
   * without. Throws an expected `core:file-missing`.
   */
  copy(from: string, to: string): Promise<void>;
  /** Where bytes wait that come in parts. */
  readonly staging: StagingArea;
  /**
   * The bytes of an object, or of the part of `range` that it has. Throws an expected
   * `core:file-missing` (404).
   */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Copies an object to a local path, whole or not at all. */
  download(key: string, path: string): Promise<void>;
  /** What is known of an object, or undefined when there is none. */
  stat(key: string): Promise<StoredObject | undefined>;
  /** Removes an object; one that is not there is no error. */
  remove(key: string): Promise<void>;
  /** Objects under a prefix, in key order. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** A local path to read from without a copy, when the store is this machine's disk; else undefined. */
  localPath(key: string): string | undefined;
  /**
   * A URL that lets anyone read this object until it expires; ranges work.
   * @param seconds lifetime
   * @param options.filename the name that a download is saved under
   * @param options.type MIME type of the answer; `application/octet-stream` when absent
   */
  signedUrl(key: string, seconds: number, options?: { filename?: string; type?: string }): Promise<string>;
}
