import { HttpFailure } from '#core/web/http/http.ts';
import { retryWait } from '#core/web/live/retry-wait.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { whenOnline } from '#core/web/when-online.ts';

/** Milliseconds without an edit after which the project is saved. */
const SAVE_AFTER = 800;
/** Milliseconds until a refused save is retried: a feature that was lost may come back. */
const REFUSED_AFTER = 15_000;

/** Whether the open project is saved; `conflict`: somebody else has saved it since. */
export type SavingState = 'saved' | 'dirty' | 'saving' | 'failed' | 'conflict';

/** Writes a value over the revision that was seen. @returns the new revision; a 409 is a conflict */
export type SaveRevision<T> = (value: T, revision: number) => Promise<number>;

/**
 * Saves a value while it is edited: one save at a time, always the newest. It is no `LiveValue`: what is edited here is
 * newer than what the server has, and is sent instead of loaded. Observable.
 */
export class ProjectSaving<T> {
  state: SavingState = 'saved';
  /** Why the last save failed; null when it did not. */
  failure: unknown = null;
  revision: number;

  private value: T | null = null;
  private failures = 0;
  /** The last save was refused for a reason other than its content, so edits do not retry it. */
  private isRefused = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<void> | null = null;
  private isOver = false;
  private readonly over = new AbortController();

  constructor(
    revision: number,
    private readonly save: SaveRevision<T>,
  ) {
    this.revision = revision;
    observableStore(this);
  }

  /** Whether leaving now would lose something. */
  get isUnsaved(): boolean {
    return this.state !== 'saved';
  }

  /** Schedules a value to be saved. */
  edited(value: T): void {
    this.value = value;
    if (this.state === 'conflict' || this.isRefused) return;
    if (this.state !== 'saving') this.state = 'dirty';
    this.wait(SAVE_AFTER);
  }

  /** Saves pending edits now. @returns whether everything is saved */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer);
    while (!this.isOver && this.state !== 'conflict' && (this.value !== null || this.running !== null)) {
      this.running ??= this.write();
      const before = this.failures;
      await this.running;
      if (this.failures > before) return false;
    }
    return this.state === 'saved';
  }

  /** Goes on from what the server has; what was not saved is given up or saved over it. */
  settle(revision: number, value: T | null): void {
    this.revision = revision;
    this.state = 'saved';
    this.failure = null;
    this.value = null;
    if (value !== null) this.edited(value);
  }

  dispose(): void {
    this.isOver = true;
    this.over.abort();
    clearTimeout(this.timer);
  }

  private wait(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), milliseconds);
  }

  private async write(): Promise<void> {
    const { value } = this;
    if (value === null) {
      this.running = null;
      return;
    }
    this.value = null;
    this.begin();
    try {
      this.succeed(await this.save(value, this.revision));
    } catch (error) {
      this.fail(error, value);
    } finally {
      this.running = null;
    }
  }

  private begin(): void {
    this.state = 'saving';
  }

  private succeed(revision: number): void {
    this.revision = revision;
    this.isRefused = false;
    this.failures = 0;
    this.failure = null;
    this.state = this.value === null ? 'saved' : 'dirty';
  }

  private fail(error: unknown, value: T): void {
    // What was edited meanwhile is newer.
    this.value ??= value;
    this.failures += 1;
    if (error instanceof HttpFailure && error.status === 409) {
      this.meetConflict();
      return;
    }
    this.failure = error;
    this.state = 'failed';
    this.isRefused = isRefusal(error);
    if (this.isOver) return;
    this.wait(this.isRefused ? REFUSED_AFTER : retryWait(this.failures));
    if (!navigator.onLine) void this.saveOnceOnline();
  }

  /** The waits have grown by the time that the network is back. */
  private async saveOnceOnline(): Promise<void> {
    if ((await whenOnline(this.over.signal)) && this.state === 'failed') await this.flush();
  }

  private meetConflict(): void {
    clearTimeout(this.timer);
    this.state = 'conflict';
  }
}

/** Whether a save failed because mixing was switched off or locked for the user. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof HttpFailure)) return false;
  const { data } = error;
  const code = typeof data === 'object' && data !== null && 'error' in data ? data.error : undefined;
  return error.status === 403 || code === 'core:plugin.unavailable';
}
