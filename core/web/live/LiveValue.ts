import { runInAction } from 'mobx';

import { observableStore } from '../observable-store.ts';
import type { Scope } from '../scope.ts';
import { LiveSource, type LiveOptions } from './LiveSource.ts';

/** An optimistic change, shown before the server has confirmed it. Must be idempotent. */
type Change<T> = (value: T) => T;

/** What makes a value load again. */
export interface LiveValueOptions<T> extends LiveOptions {
  /** What a change starts from while nothing is loaded. Without it changes are shown once the value is loaded. */
  empty?: T;
}

/**
 * A value from the server that is kept up to date: a number, a row, a whole list that is returned at once. Observable.
 *
 * While it is followed, it is reloaded after its events (one call for a burst of them), after a lost connection, and
 * when what it is `of` changes. A load without a response is retried with growing waits. The latest response wins; until it
 * arrives, and when the load fails, the previous value stays. Disposed with its scope.
 *
 * @example
 * readonly quota = new LiveValue(
 *   this.context.scope,
 *   (signal) => this.http.call(readQuota, {}, { signal, handlesErrors: true }),
 *   { events: this.events, follows: [eventTrigger(quotaChanged)], of: () => this.session.user?.id },
 * );
 * // in a component: useFollowed(store.quota), then store.quota.value, .failure, .load
 */
export class LiveValue<T> {
  /** What the server last returned. */
  private loaded: T | null = null;
  private changes: ReadonlyArray<Change<T>> = [];

  readonly #source: LiveSource;
  readonly #empty: T | null;

  /**
   * @param scope disposes it
   * @param load loads the value; the signal aborts when it is no longer needed. `isAnew` says to ignore the existing
   *   value, for calls that fetch changes only
   */
  constructor(
    scope: Scope,
    load: (signal: AbortSignal, isAnew: boolean) => Promise<T>,
    options: LiveValueOptions<T> = {},
  ) {
    this.#empty = options.empty ?? null;
    const work = {
      load: async (signal: AbortSignal, isAnew: boolean) => {
        const answer = await load(signal, isAnew);
        return () => {
          this.loaded = answer;
        };
      },
      forget: () => {
        this.loaded = null;
      },
    };
    this.#source = new LiveSource(scope, work, options);
    observableStore(this);
  }

  /** Null until loaded; includes pending optimistic changes. */
  get value(): T | null {
    const first = this.loaded ?? (this.changes.length > 0 ? this.#empty : null);
    return first === null ? null : this.changes.reduce<T>((value, change) => change(value), first);
  }

  get isLoading(): boolean {
    return this.#source.isLoading;
  }

  /** Why the last load failed; null when it did not. The previous value stays. */
  get failure(): { error: unknown } | null {
    return this.#source.failure;
  }

  /** Whether the last load got no response and is being retried automatically. */
  get isLost(): boolean {
    return this.#source.isLost;
  }

  /** Loads the value and keeps it up to date until the last follower has stopped. */
  follow(): () => void {
    return this.#source.follow();
  }

  /** Resolves once the value is there, or could not be loaded. */
  async ready(): Promise<void> {
    if (this.loaded === null) await this.#source.ready();
  }

  /** Loads now; resolves once it has succeeded or failed. */
  load(): Promise<void> {
    return this.#source.load();
  }

  /** The value may be stale: reloads soon if it is followed, otherwise when it is followed next. */
  refresh(): void {
    this.#source.refresh();
  }

  /**
   * What is asked for has changed: aborts the load under way, and loads again if it is followed.
   * @param after milliseconds without another restart after which it is loaded; at once by default
   */
  restart(after?: number): void {
    this.#source.restart(after);
  }

  /** Replaces the value by what a call returned. */
  put(value: T): void {
    this.loaded = value;
    this.#source.outdate();
  }

  /** Changes the value as a call returned; does nothing before it was loaded, unless it has an `empty` one. */
  update(change: Change<T>): void {
    const value = this.loaded ?? this.#empty;
    if (value !== null) this.put(change(value));
  }

  /**
   * Applies a change optimistically and sends it. If the call fails, only this change is rolled back.
   * @param change the value after the change; must be idempotent
   * @param send makes the call
   * @param settle the value once the server has responded, if the response says more than `change` does
   * @returns what `send` returned @throws what `send` threw
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
      // Without a response, the server may have applied the change anyway.
      this.#source.refresh();
      throw error;
    }
  }

  /** Discards the value, for example because another account's will be loaded. */
  clear(): void {
    this.#source.clear();
  }
}
