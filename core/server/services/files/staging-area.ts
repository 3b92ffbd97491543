/** What is to be remembered of bytes that come in parts, from one part to the next; plain JSON. */
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
 * Bytes that come in parts, with pauses and from any node, until they are an object. One writer a key at a time:
 * whoever calls sees to that. Every method may throw what the store's own methods throw.
 */
export interface StagingArea {
  /** What is there really: a process may have died before it could say how far it had come. */
  measure(key: string, known: StagedBytes): Promise<StagedBytes>;
  /**
   * Adds what `body` yields, until it ends. What came is safe when this resolves.
   * @param from as {@link StagingArea.measure} said
   * @param options.total bytes that it will be in the end
   * @param options.save called with every step that must not be forgotten; a throw ends the writing
   */
  append(
    key: string,
    from: StagedBytes,
    body: AsyncIterable<Buffer>,
    options: { total: number; save(state: StagedBytes): Promise<void> },
  ): Promise<StagedBytes>;
  /**
   * Makes an object under the same key of what is there. Once more does no harm.
   * @returns what is to be remembered from now on
   */
  complete(key: string, state: StagedBytes): Promise<StagedBytes>;
  /** Removes what is there, an object under the key included; nothing there is no error. */
  remove(key: string, state: StagedBytes): Promise<void>;
}
