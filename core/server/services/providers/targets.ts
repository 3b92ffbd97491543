/** A file on its way to a target. */
export interface SentFile {
  /** Where it lies on this machine while it is sent. */
  path: string;
  /** The name that people gave it, with its ending: not checked for what a file system takes. */
  name: string;
  /** MIME type. */
  type: string;
  /** Bytes. */
  size: number;
  /** sha-256 of the bytes, lower-case hex. */
  hash: string;
}

/**
 * A place that finished files are sent to as they are, and that needs no permission of each member: a folder, a disk in
 * the network, a site of the operator's. What posts for somebody's own account is a channel.
 */
export interface TargetProvider {
  /**
   * Sends a file. Called again after a crash and when somebody tries again: what has arrived is not sent twice, and no
   * other file is ever replaced.
   * @param work.key the same for every attempt to send this file
   * @param work.owner the id of the account whose file it is
   * @param work.onProgress 0 to 1
   * @throws ProviderFailure; `unavailable` and `limited` are tried again by themselves
   */
  send(
    file: SentFile,
    work: { key: string; owner: string; onProgress(done: number): void; signal: AbortSignal },
  ): Promise<void>;
  /**
   * Whether a file that was sent lies there whole. Where a target can tell, nothing counts as sent before it says so; one
   * that has ended to send and says no has a fault. One without is taken at its word.
   * @param work as it was sent with
   */
  arrived?(file: SentFile, work: { key: string; owner: string; signal: AbortSignal }): Promise<boolean>;
}
