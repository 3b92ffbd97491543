/** An outside file that nodes read, identified by its contents and fetched only when a node must be built. */
export interface NodeSource {
  /** sha-256 of its contents, lower-case hex. */
  hash: string;
  /** The name by which the user knows it; for messages only. */
  name: string;
  /** Runs `use` with the local path of the file. */
  read<T>(use: (path: string) => Promise<T>): Promise<T>;
}
