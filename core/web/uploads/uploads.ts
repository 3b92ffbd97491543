import type { Undo } from '../scope.ts';
import { token } from '../token.ts';

/** Where files are uploaded to. */
export interface UploadTarget {
  /** Address on the server: `/api/files` takes forms, `/api/uploads/<plugin>/<name>` resumable parts. */
  url: string;
  /** Additional form fields. */
  fields?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /**
   * The address takes files in parts (tus): an upload can be paused, and resumes after a lost connection or a page
   * reload.
   */
  resumable?: boolean;
  /**
   * Called before a file is sent. `sha256` reads the whole file, in a worker; only use it if it can save the upload. If
   * the hash is not available (over 100 MB, or an unsupported browser), it ends the check and the file is sent. Not
   * called again for uploads that a reload interrupted.
   * @returns the result when the server already has the file, null to send it
   * @throws to refuse the file with the error's message; an `HttpFailure` may be tried again, any other error not
   */
  claim?(file: File, sha256: () => Promise<string>, signal: AbortSignal): Promise<{ result: unknown } | null>;
  /**
   * Called with each file's result. Uploads resumed after a reload call the listeners of their address instead, see
   * {@link Uploads.listen}.
   */
  done?(result: unknown, item: UploadItem): void;
}

/** One file being uploaded. Observable. */
export interface UploadItem {
  readonly id: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Null when a reload interrupted it and this browser did not store the bytes: it waits for the file. */
  readonly file: File | null;
  readonly target: UploadTarget;
  /** `waiting`: for the file to be selected again. `paused`: by the user, or until the connection is back. */
  readonly state: 'queued' | 'checking' | 'uploading' | 'paused' | 'waiting' | 'done' | 'failed' | 'cancelled';
  /** 0 to 1. */
  readonly progress: number;
  /** Recent bytes per second; null until known. */
  readonly speed: number | null;
  /** A message, when it failed or is waiting for the connection. */
  readonly error: string | null;
  /** It failed because of the file itself: neither a retry nor another attempt can help. */
  readonly isRefused: boolean;
  /** Whether `pause` has an effect: only on resumable uploads. */
  readonly isResumable: boolean;
  /** The envelope's `data`, once it is done. */
  readonly result: unknown;
  pause(): void;
  /** Resumes after `pause`, or with the file that it is waiting for. */
  resume(file?: File): void;
  /** Stops it and deletes the server's part of it; a refused one leaves the list. */
  cancel(): void;
  /** Sends it again after it failed or was cancelled; does nothing for a refused one. */
  retry(): void;
  /** What looked into the file once it was done cannot use it: it counts as refused, for this reason. */
  refuse(reason: string): void;
}

/**
 * Uploads: at most three at once, the rest queue. Resumable ones are stored in this browser and resume after a reload;
 * logging out forgets them. Observable.
 */
export interface Uploads {
  readonly items: readonly UploadItem[];
  /** Files that match a waiting upload by name and size resume it; the others are new uploads. */
  add(files: readonly File[], target: UploadTarget): UploadItem[];
  /** Resolves with the server's answer once it is done. @throws when it failed or was cancelled */
  finished(item: UploadItem): Promise<unknown>;
  /** Removes finished, cancelled and refused uploads from the list. */
  clearDone(): void;
  /**
   * Listens for uploads to an address that finish after a reload, including those that finished before anybody
   * listened.
   */
  listen(url: string, done: (result: unknown, item: UploadItem) => void): Undo;
}

export const UPLOADS = token<Uploads>('uploads', 1);
