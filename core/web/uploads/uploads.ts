import type { Undo } from '../scope.ts';
import { token } from '../token.ts';

/** Where files go. */
export interface UploadTarget {
  /** The action address of the server: `/api/files` takes forms, `/api/uploads/<plugin>/<name>` resumable parts. */
  url: string;
  /** Further form fields. */
  fields?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /**
   * The address takes files in parts (tus): an upload can be paused, goes on after a lost connection, and after a
   * reload of the page.
   */
  resumable?: boolean;
  /**
   * Asked before a file is sent. `sha256` reads the whole file, in a worker; ask for it only if it can save the
   * upload. Where it cannot be had (over 100 MB, a browser without it) it ends the asking, and the file is sent.
   * Not asked again for uploads that a reload broke off.
   * @returns the result when the server has the file already, null to send it
   * @throws to refuse it with the error's message
   */
  claim?(file: File, sha256: () => Promise<string>, signal: AbortSignal): Promise<{ result: unknown } | null>;
  /** Called with each file's result. What a reload broke off calls the listeners of its address, see {@link Uploads.listen}. */
  done?(result: unknown, item: UploadItem): void;
}

/** One file on its way. Observable. */
export interface UploadItem {
  readonly id: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Null for one that a reload broke off and whose bytes this browser did not keep: it waits for the file. */
  readonly file: File | null;
  readonly target: UploadTarget;
  /** `waiting` = for the file to be chosen again. `paused` = by the user, or until the connection is back. */
  readonly state: 'queued' | 'checking' | 'uploading' | 'paused' | 'waiting' | 'done' | 'failed' | 'cancelled';
  /** 0 to 1. */
  readonly progress: number;
  /** Bytes a second of late; null until known. */
  readonly speed: number | null;
  /** A sentence, when it failed or waits for the connection. */
  readonly error: string | null;
  /** Whether `pause` does anything: only uploads in parts. */
  readonly isResumable: boolean;
  /** The envelope's `data` of a finished one. */
  readonly result: unknown;
  pause(): void;
  /** Goes on after `pause`, or with the file that it waits for. */
  resume(file?: File): void;
  /** Stops it and removes what the server has of it. */
  cancel(): void;
  retry(): void;
}

/**
 * Uploads: at most three at once, the rest queue. Those in parts are remembered by this browser and go on after a
 * reload; with a log-out they are forgotten. Observable.
 */
export interface Uploads {
  readonly items: readonly UploadItem[];
  /** Files that an upload waits for go on where it stood, by name and size; the others are new. */
  add(files: readonly File[], target: UploadTarget): UploadItem[];
  /** Resolves with the server's answer when it is done. @throws when it failed or was cancelled */
  finished(item: UploadItem): Promise<unknown>;
  /** Takes what is done or cancelled off the list. */
  clearDone(): void;
  /**
   * Hears of files that go on after a reload, by the address that they go to; of those as well that were done before
   * anybody listened.
   */
  listen(url: string, done: (result: unknown, item: UploadItem) => void): Undo;
}

export const UPLOADS = token<Uploads>('uploads', 1);
