import { token } from '../token.ts';

/** Where files go. */
export interface UploadTarget {
  /** The action address of the server. */
  url: string;
  /** Further form fields. */
  fields?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
}

/** One file on its way. Observable. */
export interface UploadItem {
  readonly id: string;
  readonly file: File;
  readonly state: 'queued' | 'uploading' | 'paused' | 'done' | 'failed' | 'cancelled';
  /** 0 to 1. */
  readonly progress: number;
  /** A sentence, when it failed. */
  readonly error: string | null;
  /** The envelope's `data` of a finished one. */
  readonly result: unknown;
  cancel(): void;
  retry(): void;
}

/** Uploads: at most three at once, the rest queue. Observable. */
export interface Uploads {
  readonly items: readonly UploadItem[];
  add(files: readonly File[], target: UploadTarget): UploadItem[];
  /** Resolves with the server's answer when it is done. @throws when it failed or was cancelled */
  finished(item: UploadItem): Promise<unknown>;
  clearDone(): void;
}

export const UPLOADS = token<Uploads>('uploads', 1);
