import { runInAction } from 'mobx';

import { observableStore } from '../observable-store.ts';
import type { Scope } from '../scope.ts';
import { ListItems, type ListOrder, type ListPart } from './ListItems.ts';
import { LiveSource, type LiveOptions } from './LiveSource.ts';

/** The parameters of one call for a part of a list. */
export interface PageRequest {
  /** Undefined for the first page. */
  cursor: string | undefined;
  limit: number;
  /** Aborts when the result is no longer needed. */
  signal: AbortSignal;
}

/** A part of a list, in the shape that the product's calls return. */
export interface LivePage<T> extends ListPart<T> {
  /** Null on the last page. */
  nextCursor: string | null;
}

/** How a list is loaded, and what makes it load again. */
export interface LiveListOptions<T> extends LiveOptions, ListOrder<T> {
  /** Items per page; 50 by default. */
  pageSize?: number;
  /** The most items to request in one call; 200 by default. */
  mostAtOnce?: number;
  /**
   * What is searched for: words, filters, order. Observed: when it changes, the list restarts at its top; the previous
   * items stay until the new ones have been loaded.
   */
  query?(): unknown;
}

type Items<T> = readonly T[];

/**
 * A list from the server that is loaded page by page and kept up to date, in the server's order. Observable.
 *
 * It is loaded, followed and disposed like a `LiveValue`; a reload covers everything that was loaded before, so that
 * nobody loses their place. Pages join without gaps or duplicates. Known changes of single items are applied without
 * loading the list: `put`, `drop`, `take`.
 *
 * @example
 * readonly projects = new LiveList(
 *   this.context.scope,
 *   ({ cursor, limit, signal }) =>
 *     this.http.call(listProjects, { query: { cursor, limit, q: this.q } }, { signal, handlesErrors: true }),
 *   { events: this.events, follows: [eventTrigger(projectChanged)], query: () => this.q },
 * );
 */
export class LiveList<T extends { readonly id: string }> {
  private cursor: string | null = null;
  private isLoadingMore = false;
  private moreFailure: { error: unknown } | null = null;

  readonly #scope: Scope;
  readonly #source: LiveSource;
  readonly #loadPage: (page: PageRequest) => Promise<LivePage<T>>;
  readonly #options: LiveListOptions<T>;
  readonly #pageSize: number;
  readonly #items: ListItems<T>;
  #more = new AbortController();
  #isFromTop = true;

  /**
   * @param scope disposes it
   * @param loadPage loads one page
   */
  constructor(scope: Scope, loadPage: (page: PageRequest) => Promise<LivePage<T>>, options: LiveListOptions<T> = {}) {
    const { query, pageSize = 50 } = options;
    this.#scope = scope;
    this.#loadPage = loadPage;
    this.#options = options;
    this.#pageSize = pageSize;
    this.#items = new ListItems({ ...options, hasMore: () => this.hasMore });
    this.#source = new LiveSource(
      scope,
      {
        load: (signal) => this.#loadAll(signal),
        forget: () => this.#reset(null),
        turn: query === undefined ? undefined : { when: query, run: () => (this.#isFromTop = true) },
      },
      options,
    );
    observableStore(this);
  }

  /** Ids of the loaded items, in order. */
  get ids(): readonly string[] {
    return this.#items.ids;
  }

  /** Number of all items; null until loaded, or when the server does not return it. */
  get total(): number | null {
    return this.#items.total;
  }

  /** The loaded items, in order; null until loaded. */
  get items(): Items<T> | null {
    return this.isLoaded ? this.pick(this.ids) : null;
  }

  get isLoaded(): boolean {
    return this.#items.loaded !== null;
  }

  /** Whether the list is known to be empty. */
  get isEmpty(): boolean {
    return this.isLoaded && this.ids.length === 0 && this.loading !== 'all' && this.failure === null;
  }

  get hasMore(): boolean {
    return this.cursor !== null;
  }

  /** What is being loaded: everything loaded so far, or the next page. */
  get loading(): 'all' | 'more' | null {
    if (this.#source.isLoading) return 'all';
    return this.isLoadingMore ? 'more' : null;
  }

  /** Why the last load failed; null when it did not. The loaded items stay. */
  get failure(): { error: unknown; what: 'all' | 'more' } | null {
    if (this.#source.failure !== null) return { ...this.#source.failure, what: 'all' };
    return this.moreFailure === null ? null : { ...this.moreFailure, what: 'more' };
  }

  /** Whether the last load got no response and is being retried automatically. */
  get isLost(): boolean {
    return this.#source.isLost;
  }

  /** Ids of new items above the visible ones, held back until `showArrivals`. */
  get arrivals(): readonly string[] {
    return this.#items.waiting.map(({ id }) => id);
  }

  /** Each item's index. */
  get indexes(): ReadonlyMap<string, number> {
    return new Map(this.ids.map((id, index) => [id, index]));
  }

  get(id: string): T | undefined {
    return this.#items.get(id);
  }

  /** The loaded items among these ids, in list order. */
  pick(ids: readonly string[]): T[] {
    return this.#items.pick(ids);
  }

  /** Loads the list and keeps it up to date until the last follower has stopped. */
  follow(): () => void {
    return this.#source.follow();
  }

  /** Loads now everything that was loaded before. */
  load(): Promise<void> {
    return this.#source.load();
  }

  /** The data may be stale: reloads soon if it is followed, otherwise when it is followed next. */
  refresh(): void {
    this.#source.refresh();
  }

  /** Repeats the load that failed last. */
  retry(): Promise<void> {
    return this.failure?.what === 'more' ? this.more() : this.load();
  }

  /** Loads the next page. */
  async more(): Promise<void> {
    if (this.cursor === null || this.loading !== null) return;
    const { cursor } = this;
    this.#more = new AbortController();
    const signal = AbortSignal.any([this.#scope.signal, this.#more.signal]);
    this.isLoadingMore = true;
    this.moreFailure = null;
    try {
      const page = await this.#loadPage({ cursor, limit: this.#pageSize, signal });
      if (!signal.aborted) this.append(page);
    } catch (error) {
      if (!signal.aborted) this.failMore(error);
    }
  }

  /** Loads all remaining pages. @returns whether all of them were loaded */
  async rest(): Promise<boolean> {
    while (this.hasMore) {
      const before = this.cursor;
      await this.more();
      if (this.cursor === before) return false;
    }
    return true;
  }

  /**
   * All of what is asked for, part by part as the server answers, for an export. What is listed stays as it is.
   * @param signal ends it
   */
  async *parts(signal: AbortSignal): AsyncGenerator<LivePage<T>> {
    const { mostAtOnce = 200 } = this.#options;
    const ended = AbortSignal.any([this.#scope.signal, signal]);
    for (let cursor: string | undefined; ;) {
      const page = await this.#loadPage({ cursor, limit: mostAtOnce, signal: ended });
      ended.throwIfAborted();
      yield page;
      if (page.nextCursor === null || page.items.length === 0) return;
      cursor = page.nextCursor;
    }
  }

  /** Inserts or replaces items as a call returned them, each at its place. */
  put(items: Items<T>): void {
    this.take(
      new Map(items.map((item) => [item.id, item])),
      items.map(({ id }) => id),
    );
  }

  /** Removes deleted items. */
  drop(ids: readonly string[]): void {
    this.#items.remove(ids);
    this.#source.outdate();
  }

  /** Applies freshly loaded items; ids that are not among them are removed. */
  take(found: ReadonlyMap<string, T>, ids: readonly string[]): void {
    const isIncomplete = this.isLoaded && this.#items.take(found, ids);
    // A load that is under way, even the first one, may predate this.
    if (isIncomplete || this.#source.isLoading) this.#source.refresh();
  }

  /** Shows the items held back above. */
  showArrivals(): void {
    this.#items.showWaiting();
  }

  /**
   * Applies a change optimistically and sends it. If the call fails, only this change is rolled back.
   * @param change the list after the change; must be idempotent
   * @param send makes the call
   * @param settle the list once the server has responded, if the response says more than `change` does
   * @returns what `send` returned @throws what `send` threw
   * @example await list.change((kits) => kits.filter(({ id }) => id !== kit.id), () => http.call(deleteKit, call))
   */
  async change<R>(
    change: (items: Items<T>) => Items<T>,
    send: () => Promise<R>,
    settle?: (items: Items<T>, answer: R) => Items<T>,
  ): Promise<R> {
    const pending = this.#items.propose(change);
    try {
      const answer = await send();
      runInAction(() => {
        pending.accept(settle && ((items) => settle(items, answer)));
        this.#source.outdate();
      });
      return answer;
    } catch (error) {
      runInAction(pending.withdraw);
      // Without a response, the server may have applied the change anyway.
      this.#source.refresh();
      throw error;
    }
  }

  /** Discards the items, for example because another account's will be loaded. */
  clear(): void {
    this.#source.clear();
  }

  private append(page: LivePage<T>): void {
    this.isLoadingMore = false;
    this.cursor = page.nextCursor;
    this.#items.append(page);
  }

  private failMore(error: unknown): void {
    this.isLoadingMore = false;
    this.moreFailure = { error };
  }

  async #loadAll(signal: AbortSignal): Promise<() => void> {
    this.#more.abort();
    runInAction(() => {
      this.isLoadingMore = false;
      this.moreFailure = null;
    });
    const { mostAtOnce = 200 } = this.#options;
    const isFromTop = this.#isFromTop;
    const count = isFromTop ? 0 : (this.#items.loaded?.length ?? 0);
    let wanted = Math.max(this.#pageSize, count);
    // New items must not push the last ones out of a list that was loaded to its end.
    const most = count > 0 && !this.hasMore ? wanted + this.#pageSize : wanted;
    // An item that moved between two pages is returned twice.
    const items = new Map<string, T>();
    let loaded = 0;
    for (let cursor: string | undefined; ;) {
      const limit = Math.min(mostAtOnce, wanted - loaded);
      const page = await this.#loadPage({ cursor, limit, signal });
      signal.throwIfAborted();
      for (const item of page.items) items.set(item.id, item);
      loaded += page.items.length;
      if (loaded >= wanted) wanted = most;
      if (page.nextCursor === null || page.items.length === 0 || loaded >= wanted) {
        return () => {
          if (isFromTop) this.#isFromTop = false;
          this.#reset({ ...page, items: [...items.values()] });
        };
      }
      cursor = page.nextCursor;
    }
  }

  #reset(page: LivePage<T> | null): void {
    this.cursor = page?.nextCursor ?? null;
    this.#items.reset(page);
  }
}
