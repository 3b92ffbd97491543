import { HttpFailure } from '../http/http.ts';
import { observableStore } from '../observable-store.ts';
import { SpeedMeter } from './SpeedMeter.ts';
import type { UploadItem, UploadTarget } from './uploads.ts';

/** What an upload may wait for: a connection, or room on the server's disk. */
export type Wait = 'network' | 'room';

/** The actions behind an entry's buttons, provided by the queue. */
export interface EntryActions {
  pause(entry: UploadEntry): void;
  resume(entry: UploadEntry, file?: File): void;
  cancel(entry: UploadEntry): void;
  retry(entry: UploadEntry): void;
}

/** The initial data of an entry. */
export interface EntryFacts {
  id: string;
  name: string;
  size: number;
  file: File | null;
  target: UploadTarget;
  /** Its address on the server, if it already has one. */
  uploadUrl?: string | null;
  state?: 'queued' | 'paused' | 'waiting';
  /** Whether it was interrupted by a page reload. */
  restored?: boolean;
}

/** The smallest steps in which progress is shown: milliseconds, and a fraction of the whole. */
const SHOW_EVERY = 100;
const SHOW_STEP = 0.01;

/** An {@link UploadItem} in the queue. */
export class UploadEntry implements UploadItem {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly target: UploadTarget;
  readonly restored: boolean;
  file: File | null;
  state: UploadItem['state'];
  progress = 0;
  speed: number | null = null;
  error: string | null = null;
  isRefused = false;
  result: unknown = null;
  /** Whether reloading the page would lose nothing of it. */
  kept = false;
  /** What it is paused for until that is there again, when it resumes on its own. */
  waitsFor: Wait | null = null;

  uploadUrl: string | null;
  private sending: AbortController | null = null;
  private outcome = outcome();
  private readonly meter = new SpeedMeter();
  private shownAt = 0;

  constructor(
    facts: EntryFacts,
    private readonly actions: EntryActions,
  ) {
    this.id = facts.id;
    this.name = facts.name;
    this.size = facts.size;
    this.target = facts.target;
    this.file = facts.file;
    this.uploadUrl = facts.uploadUrl ?? null;
    this.state = facts.state ?? 'queued';
    this.restored = facts.restored === true;
    observableStore(this);
  }

  get isResumable(): boolean {
    return this.target.resumable === true;
  }

  /** Whether it takes up one of the slots for running uploads. */
  get isRunning(): boolean {
    return this.state === 'uploading' || this.state === 'checking';
  }

  pause(): void {
    this.actions.pause(this);
  }

  resume(file?: File): void {
    this.actions.resume(this, file);
  }

  cancel(): void {
    this.actions.cancel(this);
  }

  retry(): void {
    this.actions.retry(this);
  }

  refuse(reason: string): void {
    if (this.state !== 'done') return;
    this.state = 'failed';
    this.error = reason;
    this.isRefused = true;
    // There is nothing to take back: the server keeps what arrived whole as it keeps any other file.
    this.uploadUrl = null;
  }

  /** Puts it back at the end of the queue. @param anew whether `finished` starts a new promise */
  queue({ anew = false, file = this.file }: { anew?: boolean; file?: File | null } = {}): void {
    if (anew) {
      this.outcome = outcome();
      this.progress = 0;
    }
    this.file = file;
    this.state = 'queued';
    this.error = null;
    this.isRefused = false;
    this.waitsFor = null;
  }

  begin(state: 'checking' | 'uploading'): AbortSignal {
    this.sending = new AbortController();
    this.state = state;
    this.error = null;
    this.meter.reset();
    return this.sending.signal;
  }

  /** Moves it from being checked to being sent. */
  upload(): void {
    this.state = 'uploading';
  }

  /** @param sent bytes that the browser has sent so far */
  setSent(sent: number): void {
    const now = performance.now();
    this.meter.note(sent, now);
    const part = this.size === 0 ? 1 : Math.min(1, sent / this.size);
    if (part < 1 && part - this.progress < SHOW_STEP && now - this.shownAt < SHOW_EVERY) return;
    this.shownAt = now;
    this.error = null;
    // Progress never goes back.
    this.progress = Math.max(this.progress, part);
    this.speed = this.meter.speed;
  }

  setKept(kept: boolean): void {
    this.kept = kept;
  }

  /** A temporary failure; the upload retries on its own. */
  stumble(error: string): void {
    this.error = error;
    this.speed = null;
    this.meter.reset();
  }

  /** Tells the sender to stop; the new state has been set before. */
  stop(): void {
    this.sending?.abort();
    this.sending = null;
  }

  succeed(result: unknown): void {
    this.progress = 1;
    this.speed = null;
    this.error = null;
    this.result = result;
    this.state = 'done';
    this.outcome.resolve(result);
  }

  pauseNow(error: string | null, waitsFor: Wait | null): void {
    this.state = 'paused';
    this.error = error;
    this.speed = null;
    this.waitsFor = waitsFor;
  }

  waitForFile(error: string): void {
    this.state = 'waiting';
    this.error = error;
    this.speed = null;
  }

  end(state: 'failed' | 'cancelled', error: string | null, isRefused = false): void {
    this.state = state;
    this.error = error;
    this.isRefused = isRefused;
    this.speed = null;
    this.waitsFor = null;
    this.outcome.reject(new HttpFailure(error ?? '', { kind: state === 'failed' ? 'refused' : 'cancelled' }));
  }

  async settled(): Promise<unknown> {
    return await this.outcome.promise;
  }
}

function outcome() {
  let resolve: (result: unknown) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<unknown>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // The promise may have no listener: the item itself shows how it ended.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
