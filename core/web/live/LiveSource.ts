import { compareStructural, reaction, runInAction, untracked } from 'mobx';

import type { Events } from '../events/events.ts';
import { isUnanswered } from '../http/http.ts';
import { observableStore } from '../observable-store.ts';
import type { Scope, Undo } from '../scope.ts';
import type { EventTrigger } from './event-trigger.ts';
import { retryWait } from './retry-wait.ts';

/** Milliseconds; events that arrive within this time of each other cause one load. */
const GATHER = 120;
/** The least milliseconds between two loads caused by events. */
const REST = 800;
/** Milliseconds after which data is reloaded when somebody returns to it: signed URLs expire. */
const OLD = 10 * 60_000;

/** What keeps a value or list up to date. */
export interface LiveOptions {
  events?: Pick<Events, 'on' | 'connected'>;
  /** Events that cause a reload; `eventTrigger(event)` makes them. */
  follows?: readonly EventTrigger[];
  /**
   * Whose data it is, such as an id. Observed: when it changes, the old data is discarded and the new is loaded; while
   * it is null or undefined nothing is loaded.
   */
  of?(): unknown;
  /** What else a response depends on, such as the user's language. Observed: a change causes a reload. */
  watch?(): unknown;
  /**
   * Polling interval in milliseconds while the page is visible, for changes that cause no event. A function decides after
   * each response; `round` counts the polls since the last restart, and null ends them.
   */
  every?: number | ((round: number) => number | null);
  /**
   * Keeps listening while nobody follows, so that the next follower triggers a load only if something has happened.
   * Without it the first follower always triggers one.
   */
  inBackground?: boolean;
  /** The least milliseconds between two loads caused by events; 800 by default. Use less for small responses. */
  rest?: number;
}

/** The part of a {@link LiveSource} that its owner supplies. */
export interface LiveWork {
  /**
   * Loads once.
   * @param isAnew whether to ignore the existing data: the first time, and after missed events
   * @returns applies the response; called immediately, in an action, unless the response is obsolete
   */
  load(signal: AbortSignal, isAnew: boolean): Promise<() => void>;
  /** Discards the data. */
  forget(): void;
  /** Something else to observe, and what to run before the reload that its change causes. */
  turn?: { when(): unknown; run(): void };
}

/**
 * Decides when a `LiveValue` or `LiveList` is loaded: on demand, shortly after events, again after a failure; one load
 * at a time, and the latest response wins. Ends with its scope. Observable.
 */
export class LiveSource {
  isLoading = false;
  /** Why the last load failed; null when it did not. */
  failure: { error: unknown } | null = null;

  readonly #scope: Scope;
  readonly #work: LiveWork;
  readonly #options: LiveOptions;
  #followers = 0;
  #undos: Undo[] = [];
  /** What is observed, its value when the last load began, and what to run when it changes. */
  readonly #turns: Array<{ when: () => unknown; run: () => void; at: unknown }> = [];
  #aborter = new AbortController();
  #current: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = Infinity;
  /** Requested during a load: repeat it at once. */
  #isAskedAgain = false;
  /** The data was changed during a load, whose response may predate the change. */
  #isOutdated = false;
  /** Something has happened since the last load began. */
  #isUntrue = true;
  #isAnew = true;
  #startedAt = 0;
  #loadedAt = 0;
  /** Consecutive loads without a response. */
  #lost = 0;
  /** Polls since the last restart. */
  #round = 0;

  constructor(scope: Scope, work: LiveWork, options: LiveOptions) {
    this.#scope = scope;
    this.#work = work;
    this.#options = options;
    const { of, watch } = options;
    const turns = [
      of && { when: of, run: () => this.clear() },
      watch && { when: watch, run: () => undefined },
      work.turn,
    ];
    for (const turn of turns) if (turn !== undefined) this.#turns.push({ ...turn, at: undefined });
    observableStore(this);
  }

  /** Whether the last load got no response; it is retried while somebody follows. */
  get isLost(): boolean {
    return this.failure !== null && isUnanswered(this.failure.error);
  }

  /** Waits for the load under way, or loads. */
  async ready(): Promise<void> {
    await (this.#current ?? this.load());
  }

  /** Loads now; if a load is under way, once more after it. */
  async load(): Promise<void> {
    if (this.#scope.disposed || !this.#isOfSomething()) return;
    this.#cancelTimer();
    this.#isAskedAgain = this.#current !== null;
    this.#current ??= this.#loadUntilTrue(this.#aborter.signal);
    this.#attend();
    await this.#current;
  }

  /** The data may be stale: reloads soon if it is followed, otherwise when it is followed next. */
  refresh(): void {
    this.#isUntrue = true;
    if (this.#followers === 0 || this.#current !== null || !this.#isOfSomething()) return;
    const { rest = REST } = this.#options;
    this.#schedule(Math.max(Date.now() + Math.min(GATHER, rest), this.#startedAt + rest));
  }

  /** A call has changed the data; the response of a load under way predates that. */
  outdate(): void {
    if (this.#current === null) return;
    this.#isOutdated = true;
    this.#isAskedAgain = true;
  }

  /**
   * Aborts the load under way and starts over.
   * @param after milliseconds without another restart after which it is loaded; at once by default
   */
  restart(after?: number): void {
    this.#stop();
    this.#isAnew = true;
    this.#isUntrue = true;
    this.#round = 0;
    if (this.#followers === 0) return;
    if (after === undefined) void this.load();
    else this.#schedule(Date.now() + after);
  }

  /** Discards the data and the load under way. */
  clear(): void {
    this.#stop();
    this.#isAnew = true;
    this.#isUntrue = true;
    this.failure = null;
    this.#work.forget();
  }

  follow(): () => void {
    if (this.#scope.disposed) return () => undefined;
    this.#followers += 1;
    this.#attend();
    if (this.#followers === 1) this.#begin();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#followers -= 1;
      if (this.#followers === 0) this.#rest();
    };
  }

  #begin(): void {
    const isBack = this.#undos.length > 0;
    if (!isBack) this.#hear();
    if (this.#current === null && !(isBack && this.#isFresh())) void this.load();
  }

  #rest(): void {
    this.#stop();
    if (this.#options.inBackground !== true) this.#unhear();
    this.#attend();
  }

  /** Registered with the scope only while there is something to dispose. */
  #attend(): void {
    const isIdle = this.#followers === 0 && this.#undos.length === 0 && this.#current === null;
    if (isIdle) this.#scope.signal.removeEventListener('abort', this.#end);
    else this.#scope.signal.addEventListener('abort', this.#end);
  }

  #hear(): void {
    const { events, follows = [] } = this.#options;
    if (events !== undefined) {
      const missed = (): void => {
        this.#isAnew = true;
        this.refresh();
      };
      for (const hear of follows) this.#undos.push(hear(events, this.refresh, missed));
      this.#undos.push(
        reaction(
          () => events.connected,
          (isConnected) => isConnected && this.failure !== null && this.refresh(),
        ),
      );
    }
    const equals = compareStructural;
    for (const turn of this.#turns) {
      const run = (): void => {
        turn.run();
        this.restart();
      };
      // It may have changed while nobody was observing.
      if (this.#loadedAt > 0 && !compareStructural(turn.at, untracked(turn.when))) {
        turn.run();
        this.#isAnew = true;
        this.#isUntrue = true;
      }
      this.#undos.push(reaction(turn.when, run, { equals }));
    }
  }

  /** Whether nothing can have changed unnoticed. */
  #isFresh(): boolean {
    const { events } = this.#options;
    return events?.connected === true && !this.#isUntrue && this.failure === null && Date.now() - this.#loadedAt < OLD;
  }

  #isOfSomething(): boolean {
    const { of } = this.#options;
    return of === undefined || untracked(() => of() ?? null) !== null;
  }

  async #loadUntilTrue(signal: AbortSignal): Promise<void> {
    runInAction(() => {
      this.isLoading = true;
    });
    do await this.#loadOnce(signal);
    while (this.#isAskedAgain && !signal.aborted);
    if (signal.aborted) return;
    this.#current = null;
    runInAction(() => {
      this.isLoading = false;
    });
    this.#planNext();
    this.#attend();
  }

  async #loadOnce(signal: AbortSignal): Promise<void> {
    const isAnew = this.#isAnew;
    this.#isAnew = false;
    this.#isAskedAgain = false;
    this.#isOutdated = false;
    this.#isUntrue = false;
    this.#startedAt = Date.now();
    for (const turn of this.#turns) turn.at = untracked(turn.when);
    try {
      const take = await this.#work.load(signal, isAnew);
      if (signal.aborted) return;
      if (this.#isOutdated) {
        this.#isAnew ||= isAnew;
        return;
      }
      this.#loadedAt = Date.now();
      this.#lost = 0;
      runInAction(() => {
        take();
        this.failure = null;
      });
    } catch (error) {
      if (signal.aborted) return;
      this.#isAnew ||= isAnew;
      this.#lost += isUnanswered(error) ? 1 : 0;
      runInAction(() => {
        this.failure = { error };
      });
    }
  }

  #planNext(): void {
    if (this.#followers === 0) return;
    if (this.isLost) this.#schedule(Date.now() + retryWait(this.#lost));
    else if (this.#isUntrue) this.refresh();
    // A refused load would only be refused again.
    else if (this.failure === null) {
      const wait = this.#pollWait();
      if (wait !== null) this.#schedule(Date.now() + wait);
    }
  }

  #pollWait(): number | null {
    const { every = null } = this.#options;
    return typeof every === 'function' ? every(this.#round) : every;
  }

  #schedule(at: number): void {
    if (at >= this.#due) return;
    this.#cancelTimer();
    this.#due = at;
    this.#timer = setTimeout(this.#onTime, Math.max(0, at - Date.now()));
  }

  readonly #onTime = (): void => {
    this.#cancelTimer();
    const wait = document.visibilityState === 'hidden' ? this.#pollWait() : null;
    if (wait !== null) this.#schedule(Date.now() + wait);
    else {
      this.#round += 1;
      void this.load();
    }
  };

  #cancelTimer(): void {
    clearTimeout(this.#timer);
    this.#due = Infinity;
  }

  /** Cancels the load under way and the scheduled ones. */
  #stop(): void {
    this.#cancelTimer();
    if (this.#current === null) return;
    this.#aborter.abort();
    this.#aborter = new AbortController();
    this.#current = null;
    this.#isAskedAgain = false;
    this.#isUntrue = true;
    this.#isAnew = true;
    runInAction(() => {
      this.isLoading = false;
    });
  }

  readonly #end = (): void => {
    this.#stop();
    this.#unhear();
  };

  #unhear(): void {
    for (const undo of this.#undos) void undo();
    this.#undos = [];
  }
}
