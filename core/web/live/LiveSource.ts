import { compareStructural, reaction, runInAction, untracked } from 'mobx';

import type { Events } from '../events/events.ts';
import { isUnanswered } from '../http/http.ts';
import { observableStore } from '../observable-store.ts';
import type { Scope, Undo } from '../scope.ts';
import type { HeardEvent } from './heard-event.ts';

/** Milliseconds: events that come so close to each other are answered by one loading. */
const GATHER = 120;
/** Milliseconds at least from one loading that events ask for to the next. */
const REST = 800;
/** Milliseconds until a call without an answer is tried again: the first wait, which doubles, and the longest. */
const FIRST_RETRY = 2_000;
const LONGEST_RETRY = 30_000;
/** Milliseconds after which what stands is loaded anew when somebody comes back to it: signed addresses expire. */
const OLD = 10 * 60_000;

/** What keeps something of the server true. */
export interface LiveOptions {
  events?: Pick<Events, 'on' | 'connected'>;
  /** Events after which it is loaded anew; `heard(event)` makes them. */
  follows?: readonly HeardEvent[];
  /**
   * Whose or which it is, such as an id. Observed: when it changes, what was loaded is forgotten and the other is
   * loaded; while it is null or undefined nothing is.
   */
  of?(): unknown;
  /** What an answer also depends on, such as the reader's language. Observed: when it changes, it is loaded anew. */
  watch?(): unknown;
  /** Milliseconds after which it is loaded anew while the page is seen, for what no event tells. */
  every?: number;
  /**
   * Whether it goes on hearing its events while nobody follows: whoever comes back has it loaded only when something
   * has happened since. Without it, whoever comes first has it loaded.
   */
  inBackground?: boolean;
  /** Milliseconds at least between two loadings that events ask for; 800 when absent. Less for what is small. */
  rest?: number;
}

/** What a {@link LiveSource} does for whoever keeps what it loads. */
export interface LiveWork {
  /**
   * Loads it once.
   * @param isAnew whether nothing of what stands may be built upon: the first time, and after missed events
   * @returns takes the answer in; called at once, in an action, unless the answer is no longer wanted
   */
  load(signal: AbortSignal, isAnew: boolean): Promise<() => void>;
  /** Forgets what was loaded. */
  forget(): void;
  /** Something else that is observed, and what to do before it is loaded anew because that changed. */
  turn?: { when(): unknown; run(): void };
}

/**
 * When something of the server is loaded, for a `LiveValue` and a `LiveList`: now, soon after events, again after a
 * failure, one at a time, the newest answer winning. Nothing of it outlives its scope. Observable.
 */
export class LiveSource {
  isLoading = false;
  /** Why the last loading failed; null when it did not. */
  failure: { error: unknown } | null = null;

  readonly #scope: Scope;
  readonly #work: LiveWork;
  readonly #options: LiveOptions;
  #followers = 0;
  #undos: Undo[] = [];
  /** What is observed, as it was when the last loading began, and what follows from its being another. */
  readonly #turns: Array<{ when: () => unknown; run: () => void; at: unknown }> = [];
  #aborter = new AbortController();
  #current: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = Infinity;
  /** Asked for while it is loaded: once more, at once. */
  #isAskedAgain = false;
  /** Something was changed while it is loaded: the answer may be from before that. */
  #isOutdated = false;
  /** Something has happened since the last loading began. */
  #isUntrue = true;
  #isAnew = true;
  #startedAt = 0;
  #loadedAt = 0;
  /** Loadings in a row that got no answer. */
  #lost = 0;

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

  /** Whether the last loading got no answer; it is tried again while somebody follows. */
  get isLost(): boolean {
    return this.failure !== null && isUnanswered(this.failure.error);
  }

  /** Loads it now. Asked for while it is loaded, it is loaded once more. */
  async load(): Promise<void> {
    if (this.#scope.disposed || !this.#isOfSomething()) return;
    this.#cancelTimer();
    this.#isAskedAgain = this.#current !== null;
    this.#current ??= this.#loadUntilTrue(this.#aborter.signal);
    this.#attend();
    await this.#current;
  }

  /** It may have become untrue: loads it soon if somebody follows, and otherwise when somebody does. */
  refresh(): void {
    this.#isUntrue = true;
    if (this.#followers === 0 || this.#current !== null || !this.#isOfSomething()) return;
    const { rest = REST } = this.#options;
    this.#schedule(Math.max(Date.now() + Math.min(GATHER, rest), this.#startedAt + rest));
  }

  /** What stands was changed by a call: an answer that is under way is from before that. */
  outdate(): void {
    if (this.#current === null) return;
    this.#isOutdated = true;
    this.#isAskedAgain = true;
  }

  /** Gives up what is under way and loads it anew. */
  restart(): void {
    this.#stop();
    this.#isAnew = true;
    this.#isUntrue = true;
    if (this.#followers > 0) void this.load();
  }

  /** Forgets what was loaded, and what is under way. */
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

  /** The scope knows of it only while there is something to end. */
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
      // It may have turned while nobody looked.
      if (this.#loadedAt > 0 && !compareStructural(turn.at, untracked(turn.when))) {
        turn.run();
        this.#isAnew = true;
        this.#isUntrue = true;
      }
      this.#undos.push(reaction(turn.when, run, { equals }));
    }
  }

  /** Whether nothing can have happened that nobody told. */
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
    if (this.isLost) {
      const wait = Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** (this.#lost - 1));
      // Half is kept, the rest is chance: a server that restarts is not to be met by all browsers at once.
      this.#schedule(Date.now() + wait / 2 + (Math.random() * wait) / 2);
    } else if (this.#isUntrue) this.refresh();
    // Whoever is refused would be refused again and again.
    else if (this.#options.every !== undefined && this.failure === null) {
      this.#schedule(Date.now() + this.#options.every);
    }
  }

  #schedule(at: number): void {
    if (at >= this.#due) return;
    this.#cancelTimer();
    this.#due = at;
    this.#timer = setTimeout(this.#onTime, at - Date.now());
  }

  readonly #onTime = (): void => {
    const { every } = this.#options;
    this.#cancelTimer();
    if (every !== undefined && document.visibilityState === 'hidden') this.#schedule(Date.now() + every);
    else void this.load();
  };

  #cancelTimer(): void {
    clearTimeout(this.#timer);
    this.#due = Infinity;
  }

  /** Lets go of what is under way and of what was to come. */
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
