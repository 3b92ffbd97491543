/** The state of an upload in parts, stored between parts; plain JSON. */
export interface StagedBytes {
  /** Bytes stored safely. */
  size: number;
  /** What a remote store needs to continue; absent on disk, and before the first byte. */
  remote?: {
    /** The store's id for the multipart upload; absent until the first part is full. */
    uploadId?: string;
    parts: { etag: string; size: number }[];
    /** Bytes after the last full part, which are in a separate object. */
    tail: number;
    /** Whether it has been completed into one object under its key. */
    whole?: true;
  };
}

/**
 * Uploads in parts, with pauses and from any node, until they become an object. The caller ensures one writer per key
 * at a time. Every method may throw what the store's own methods throw.
 */
export interface StagingArea {
  /** What is actually stored; a process may have died before recording its progress. */
  measure(key: string, known: StagedBytes): Promise<StagedBytes>;
  /**
   * Appends `body` until it ends. When this resolves, all of it is stored safely.
   * @param from the result of {@link StagingArea.measure}
   * @param options.total the final size in bytes
   * @param options.save called with each state that must be stored; a throw aborts
   */
  append(
    key: string,
    from: StagedBytes,
    body: AsyncIterable<Buffer>,
    options: { total: number; save(state: StagedBytes): Promise<void> },
  ): Promise<StagedBytes>;
  /**
   * Turns the staged bytes into an object under the same key. Can be repeated.
   * @returns the state to store
   */
  complete(key: string, state: StagedBytes): Promise<StagedBytes>;
  /** Removes the staged bytes, or the object under the key; nothing to remove is not an error. */
  remove(key: string, state: StagedBytes): Promise<void>;
}
