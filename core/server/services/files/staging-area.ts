/** The state of bytes that arrive in parts, kept from one part to the next; plain JSON. */
export interface StagedBytes {
  /** Bytes that are safe. */
  size: number;
  /** What a remote store needs to go on; absent on disk, and before the first byte. */
  remote?: {
    /** The store's name for the upload in parts; absent while no part is full. */
    uploadId?: string;
    parts: { etag: string; size: number }[];
    /** Bytes behind the parts that lie in an object of their own. */
    tail: number;
    /** Whether they are one object under their key already. */
    whole?: true;
  };
}

/**
 * Bytes that come in parts, with pauses and from any node, until they are an object. The caller ensures that there is
 * one writer per key at a time. Every method may throw what the store's own methods throw.
 */
export interface StagingArea {
  /** What is really stored: a process may have died before it could record its progress. */
  measure(key: string, known: StagedBytes): Promise<StagedBytes>;
  /**
   * Adds what `body` yields, until it ends. What came is safe when this resolves.
   * @param from as {@link StagingArea.measure} said
   * @param options.total bytes that it will be in the end
   * @param options.save called with every state that must be stored; a throw ends the writing
   */
  append(
    key: string,
    from: StagedBytes,
    body: AsyncIterable<Buffer>,
    options: { total: number; save(state: StagedBytes): Promise<void> },
  ): Promise<StagedBytes>;
  /**
   * Turns the staged bytes into an object under the same key. Can be repeated.
   * @returns what is to be remembered from now on
   */
  complete(key: string, state: StagedBytes): Promise<StagedBytes>;
  /** Removes the staged bytes, or the object under the key; nothing there is no error. */
  remove(key: string, state: StagedBytes): Promise<void>;
}
