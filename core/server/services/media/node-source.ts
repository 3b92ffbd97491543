/** A file from outside that nodes read: known by its bytes, fetched only when a node must be built. */
export interface NodeSource {
  /** sha-256 of its bytes, lower-case hex. */
  hash: string;
  /** The name that the user knows it by; for messages only. */
  name: string;
  /** Runs `use` with a local path to the bytes. */
  read<T>(use: (path: string) => Promise<T>): Promise<T>;
}
