import type { Readable } from 'node:stream';

import type { StagingArea } from './staging-area.ts';

/** A range of an object; both ends are inclusive. */
export interface ByteRange {
  /** First byte, from 0. */
  start: number;
  /** Last byte, inclusive. */
  end: number;
}

/** An object's metadata. */
export interface StoredObject {
  key: string;
  /** Bytes. */
  size: number;
  modifiedAt: Date;
}

/**
 * Objects by key: a folder on disk, or an S3 bucket. Keys are `[a-zA-Z0-9._-]` segments separated by slashes, without
 * `.` or `..`; anything else is a TypeError. A key is never a prefix folder of another (`a` and `a/b` cannot both
 * exist). Writes are atomic: a reader never sees half an object. Every method may throw an expected `core:disk-full` or
 * `core:store-unavailable` (503).
 */
export interface FileStore {
  /** Stores `body` under `key`, replacing any existing object. */
  put(
    key: string,
    body: Readable | Buffer,
    options?: { contentType?: string; signal?: AbortSignal },
  ): Promise<StoredObject>;
  /** Stores a local file; the disk driver moves it when `move` is set. */
  putFile(key: string, path: string, options?: { contentType?: string; move?: boolean }): Promise<StoredObject>;
  /** Renames an object, replacing any existing one. Throws an expected `core:file-missing`. */
  move(from: string, to: string): Promise<void>;
  /**
   * Gives an object a second key, replacing any existing object; without copying bytes if the store can. Throws an
   * expected `core:file-missing`.
   */
  copy(from: string, to: string): Promise<void>;
  /** Holds bytes that arrive in parts. */
  readonly staging: StagingArea;
  /** Reads an object, or the part of `range` that it has. Throws an expected `core:file-missing` (404). */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Copies an object to a local path, atomically. */
  download(key: string, path: string): Promise<void>;
  /** An object's metadata, or undefined when there is none. */
  stat(key: string): Promise<StoredObject | undefined>;
  /** Removes an object; a missing one is not an error. */
  remove(key: string): Promise<void>;
  /** Objects under a prefix, in key order. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** A local path for reading without a copy, if the store is this machine's disk; otherwise undefined. */
  localPath(key: string): string | undefined;
  /**
   * A URL that allows anyone to read this object until it expires; supports ranges.
   * @param seconds lifetime
   * @param options.filename the file name for a download
   * @param options.type MIME type of the response; `application/octet-stream` by default
   */
  signedUrl(key: string, seconds: number, options?: { filename?: string; type?: string }): Promise<string>;
}
