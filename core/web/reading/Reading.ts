import { makeAutoObservable, observableRef } from 'mobx';

/**
 * Something of the server that is read again and again, each time taking the place of what was there. Observable.
 * @example new Reading((signal) => http.call(readFileCapacity, {}, { signal, handlesErrors: true }))
 */
export class Reading<T> {
  /** Null until it was read once; kept when a later reading fails. */
  value: T | null = null;
  /** Why the last reading failed; null when it did not. */
  failure: { error: unknown } | null = null;
  isReading = false;

  private readonly read: (signal: AbortSignal) => Promise<T>;
  private aborter = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Asked for while a reading was under way: what that answers may be too old. */
  private isAskedAgain = false;

  /** @param read reads it once; the signal ends what nobody waits for any more */
  constructor(read: (signal: AbortSignal) => Promise<T>) {
    this.read = read;
    makeAutoObservable<this, 'read' | 'aborter' | 'timer' | 'isAskedAgain'>(
      this,
      {
        ...{ value: observableRef, failure: observableRef },
        ...{ read: false, aborter: false, timer: false, isAskedAgain: false },
      },
      { autoBind: true },
    );
  }

  /** Reads it now; of several at once the last one counts. */
  async load(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.isReading) {
      this.isAskedAgain = true;
      return;
    }
    const { aborter } = this;
    this.isReading = true;
    do {
      this.isAskedAgain = false;
      try {
        this.take(aborter, await this.read(aborter.signal));
      } catch (error) {
        this.fail(aborter, error);
      }
    } while (this.isAskedAgain && aborter === this.aborter);
    if (aborter === this.aborter) this.end();
  }

  /** Reads it in so many milliseconds; until then further wishes for it are the same one. */
  loadWithin(milliseconds: number): void {
    this.timer ??= setTimeout(() => void this.load(), milliseconds);
  }

  /** Lets go of what is under way; it may be read again later. */
  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.aborter.abort();
    this.aborter = new AbortController();
    this.isAskedAgain = false;
    this.isReading = false;
  }

  /** Forgets what was read, as when another account comes. */
  clear(): void {
    this.stop();
    this.value = null;
    this.failure = null;
  }

  private take(aborter: AbortController, value: T): void {
    if (aborter !== this.aborter) return;
    this.value = value;
    this.failure = null;
  }

  private fail(aborter: AbortController, error: unknown): void {
    if (aborter === this.aborter) this.failure = { error };
  }

  private end(): void {
    this.isReading = false;
  }
}
