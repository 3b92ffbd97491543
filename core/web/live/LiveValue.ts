import { runInAction } from 'mobx';

import { observableStore } from '../observable-store.ts';
import type { Scope } from '../scope.ts';
import { LiveSource, type LiveOptions } from './LiveSource.ts';

/** A change that is shown before the server has agreed to it. Applied to what it has changed already, it changes nothing. */
type Change<T> = (value: T) => T;

/**
 * Something of the server that is shown and kept true: a number, a row, a whole list that comes at once. Observable.
 *
 * While somebody follows it, it is loaded, loaded anew after its events (those of one moment by one call), after a lost
 * connection, and when what it is `of` changes. A call without an answer is tried again with growing waits. The newest
 * answer wins; what stands stays until it comes, and when it does not come. It ends with its scope.
 *
 * @example
 * readonly quota = new LiveValue(
 *   this.context.scope,
 *   (signal) => this.http.call(readQuota, {}, { signal, handlesErrors: true }),
 *   { events: this.events, follows: [heard(quotaChanged)], of: () => this.session.user?.id },
 * );
 * // in a component: useFollowed(store.quota), then store.quota.value, .failure, .load
 */
export class LiveValue<T> {
  /** As the server said last. */
  private told: T | null = null;
  private changes: ReadonlyArray<Change<T>> = [];

  readonly #source: LiveSource;

  /**
   * @param scope ends it
   * @param load loads it once; the signal ends what nobody waits for any more. `isAnew` says that nothing of what
   *   stands may be built upon, for loads that ask for changes only
   */
  constructor(scope: Scope, load: (signal: AbortSignal, isAnew: boolean) => Promise<T>, options: LiveOptions = {}) {
    const work = {
      load: async (signal: AbortSignal, isAnew: boolean) => {
        const answer = await load(signal, isAnew);
        return () => {
          this.told = answer;
        };
      },
      forget: () => {
        this.told = null;
      },
    };
    this.#source = new LiveSource(scope, work, options);
    observableStore(this);
  }

  /** Null until it was loaded; with the changes on it that are under way. */
  get value(): T | null {
    return this.told === null ? null : this.changes.reduce<T>((value, change) => change(value), this.told);
  }

  get isLoading(): boolean {
    return this.#source.isLoading;
  }

  /** Why the last loading failed; null when it did not. What was loaded before stands. */
  get failure(): { error: unknown } | null {
    return this.#source.failure;
  }

  /** Whether the last loading got no answer, and is tried again by itself. */
  get isLost(): boolean {
    return this.#source.isLost;
  }

  /** Loads it and keeps it true until that is undone, by the last of all who follow. */
  follow(): () => void {
    return this.#source.follow();
  }

  /** Loads it now; ends when the answer is there, or failed. */
  load(): Promise<void> {
    return this.#source.load();
  }

  /** It may have become untrue: loads it soon, if somebody follows, and otherwise when somebody does. */
  refresh(): void {
    this.#source.refresh();
  }

  /** What a call has answered takes its place. */
  put(value: T): void {
    this.told = value;
    this.#source.outdate();
  }

  /** Changes what stands as a call has answered; nothing while nothing stands. */
  update(change: Change<T>): void {
    if (this.told !== null) this.put(change(this.told));
  }

  /**
   * Shows a change at once and makes it. When the call fails, the change is taken back, and whatever else happened
   * meanwhile stays.
   * @param change as it will be; applied to what it has changed already it must change nothing
   * @param send makes it
   * @param settle what stands once the server has answered, where that says more than `change` does
   * @returns what `send` answered @throws what `send` threw
   * @example await store.profile.change((profile) => ({ ...profile, name }), () => http.call(rename, { body: { name } }))
   */
  async change<R>(change: Change<T>, send: () => Promise<R>, settle?: (value: T, answer: R) => T): Promise<R> {
    const drop = (): void => {
      this.changes = this.changes.filter((other) => other !== change);
    };
    this.changes = [...this.changes, change];
    try {
      const answer = await send();
      runInAction(() => {
        drop();
        this.update((value) => (settle === undefined ? change(value) : settle(value, answer)));
      });
      return answer;
    } catch (error) {
      runInAction(drop);
      // Without an answer it may have been made all the same.
      this.#source.refresh();
      throw error;
    }
  }

  /** Forgets it, as when it is another's from now on. */
  clear(): void {
    this.#source.clear();
  }
}
