import { observable, runInAction } from 'mobx';

import { observableStore } from '../observable-store.ts';
import type { Scope } from '../scope.ts';
import { LiveSource, type LiveOptions } from './LiveSource.ts';
import { insertInOrder, movedOf } from './ordered-items.ts';

/** The parameters of one call for a part of a list. */
export interface PageRequest {
  /** Undefined for the first page. */
  cursor: string | undefined;
  limit: number;
  /** Aborts when the result is no longer needed. */
  signal: AbortSignal;
}

/** A part of a list, in the shape that the product's calls return. */
export interface LivePage<T> {
  items: readonly T[];
  /** Null on the last page. */
  nextCursor: string | null;
  /** Number of all items, if the call returns it. */
  total?: number;
}

export interface LiveListOptions<T> extends LiveOptions {
  /** Items per page; 50 by default. */
  pageSize?: number;
  /** The most items to request in one call; 200 by default. */
  mostAtOnce?: number;
  /**
   * What is searched for: words, filters, order. Observed: when it changes, the list restarts at its top; the previous
   * items stay until the new ones have been loaded.
   */
  query?(): unknown;
  /** Sort order, used to place items that are put in; below 0 when `a` comes first. Without it new items are loaded. */
  compare?(a: T, b: T): number;
  /**
   * Whether an item that is put in matches the query; by default every item does.
   * @param before the item as last listed; undefined for one that never was
   */
  belongs?(item: T, before: T | undefined): boolean;
  /** Index of the first visible item. New items above it wait in `arrivals`, so that nothing jumps; 0 by default. */
  lookedAt?(): number;
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
 *   { events: this.events, follows: [heard(projectChanged)], query: () => this.q },
 * );
 */
export class LiveList<T extends { readonly id: string }> {
  /** Ids of the loaded items, in order. */
  ids: readonly string[] = [];
  /** Number of all items; null until loaded, or when the server does not return it. */
  total: number | null = null;

  /** What the server last returned; null until loaded. */
  private loaded: Items<T> | null = null;
  private loadedTotal: number | null = null;
  private cursor: string | null = null;
  private waiting: Items<T> = [];
  private changes: ReadonlyArray<(items: Items<T>) => Items<T>> = [];
  private isLoadingMore = false;
  private moreFailure: { error: unknown } | null = null;

  readonly #scope: Scope;
  readonly #source: LiveSource;
  readonly #loadPage: (page: PageRequest) => Promise<LivePage<T>>;
  readonly #options: LiveListOptions<T>;
  readonly #pageSize: number;
  readonly #shown = observable.map<string, T>({}, { deep: false });
  /** Items removed since the list was restarted: one may return, for example when its removal is undone. */
  readonly #gone = new Map<string, T>();
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
    this.#source = new LiveSource(
      scope,
      {
        load: (signal) => this.#loadAll(signal),
        forget: () => this.#take(null),
        turn: query === undefined ? undefined : { when: query, run: () => (this.#isFromTop = true) },
      },
      options,
    );
    observableStore(this);
  }

  /** The loaded items, in order; null until loaded. */
  get items(): Items<T> | null {
    return this.loaded === null ? null : this.pick(this.ids);
  }

  get isLoaded(): boolean {
    return this.loaded !== null;
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
    return this.waiting.map(({ id }) => id);
  }

  /** Each item's index. */
  get indexes(): ReadonlyMap<string, number> {
    return new Map(this.ids.map((id, index) => [id, index]));
  }

  get(id: string): T | undefined {
    return this.#shown.get(id);
  }

  /** The loaded items among these ids, in list order. */
  pick(ids: readonly string[]): T[] {
    return ids.flatMap((id) => this.#shown.get(id) ?? []);
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
    this.#remove(ids);
    this.#source.outdate();
  }

  /** Applies freshly loaded items; ids that are not among them are removed. */
  take(found: ReadonlyMap<string, T>, ids: readonly string[]): void {
    if (this.loaded === null) return;
    const { belongs = () => true } = this.#options;
    const listed = new Map(this.loaded.map((item) => [item.id, item]));
    const gone: string[] = [];
    const come: T[] = [];
    const changed: T[] = [];
    for (const id of ids) {
      const item = found.get(id);
      const before = listed.get(id) ?? this.waiting.find((waiting) => waiting.id === id);
      if (item === undefined || !belongs(item, before ?? this.#gone.get(id))) {
        if (before !== undefined) gone.push(id);
      } else if (before === undefined) come.push(item);
      else changed.push(item);
    }
    this.#remove(gone);
    if (changed.length > 0) this.#replace(changed);
    if (come.length > 0) this.#arrive(come);
    // A load that is under way may predate this.
    if (this.#source.isLoading) this.#source.refresh();
  }

  /** Shows the items held back above. */
  showArrivals(): void {
    const arrivals = this.waiting;
    this.waiting = [];
    this.#insert(arrivals);
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
    const drop = (): void => {
      this.changes = this.changes.filter((other) => other !== change);
    };
    this.changes = [...this.changes, change];
    this.#show();
    try {
      const answer = await send();
      runInAction(() => {
        drop();
        if (this.loaded !== null) this.#keep(settle === undefined ? change(this.loaded) : settle(this.loaded, answer));
        this.#source.outdate();
      });
      return answer;
    } catch (error) {
      runInAction(() => {
        drop();
        this.#show();
      });
      // Without a response, the server may have applied the change anyway.
      this.#source.refresh();
      throw error;
    }
  }

  /** Discards the items, for example because another account's will be loaded. */
  clear(): void {
    this.#source.clear();
  }

  private append({ items, nextCursor, total }: LivePage<T>): void {
    this.isLoadingMore = false;
    const arrived = new Map(items.map((item) => [item.id, item]));
    this.waiting = this.waiting.filter(({ id }) => !arrived.has(id));
    this.cursor = nextCursor;
    this.loadedTotal = total ?? null;
    const before = (this.loaded ?? []).map((item) => arrived.get(item.id) ?? item);
    const known = new Set(before.map(({ id }) => id));
    this.loaded = [...before, ...[...arrived.values()].filter(({ id }) => !known.has(id))];
    this.#show();
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
    const wanted = isFromTop ? this.#pageSize : Math.max(this.#pageSize, this.loaded?.length ?? 0);
    // An item that moved between two pages is returned twice.
    const items = new Map<string, T>();
    let loaded = 0;
    for (let cursor: string | undefined; ;) {
      const limit = Math.min(mostAtOnce, wanted - loaded);
      const page = await this.#loadPage({ cursor, limit, signal });
      signal.throwIfAborted();
      for (const item of page.items) items.set(item.id, item);
      loaded += page.items.length;
      if (page.nextCursor === null || page.items.length === 0 || loaded >= wanted) {
        return () => {
          if (isFromTop) this.#isFromTop = false;
          this.#take({ ...page, items: [...items.values()] });
        };
      }
      cursor = page.nextCursor;
    }
  }

  #take(page: LivePage<T> | null): void {
    this.#gone.clear();
    this.waiting = [];
    this.cursor = page?.nextCursor ?? null;
    this.loadedTotal = page?.total ?? null;
    this.loaded = page?.items ?? null;
    this.#show();
  }

  /** Replaces the list by another one, which may be longer or shorter. */
  #keep(items: Items<T>): void {
    if (this.loadedTotal !== null) this.loadedTotal += items.length - (this.loaded?.length ?? 0);
    this.loaded = items;
    this.#show();
  }

  #show(): void {
    const loaded = this.loaded ?? [];
    const items = this.loaded === null ? [] : this.changes.reduce<Items<T>>((before, change) => change(before), loaded);
    const listed = new Set(items.map(({ id }) => id));
    for (const item of items) this.#shown.set(item.id, item);
    for (const id of [...this.#shown.keys()]) if (!listed.has(id)) this.#shown.delete(id);
    const isSame = listed.size === this.ids.length && items.every(({ id }, index) => id === this.ids[index]);
    if (!isSame) this.ids = [...listed];
    this.total =
      this.loadedTotal === null ? null : Math.max(items.length, this.loadedTotal + items.length - loaded.length);
  }

  #remove(ids: readonly string[]): void {
    const leaving = new Set(ids);
    const isStaying = ({ id }: T): boolean => !leaving.has(id);
    const before = [...(this.loaded ?? []), ...this.waiting];
    const gone = before.filter((item) => !isStaying(item));
    if (gone.length === 0) return;
    for (const item of gone) this.#gone.set(item.id, item);
    this.waiting = this.waiting.filter(isStaying);
    this.loaded = (this.loaded ?? []).filter(isStaying);
    if (this.loadedTotal !== null) this.loadedTotal = Math.max(this.loaded.length, this.loadedTotal - gone.length);
    this.#show();
  }

  /** Replaces changed items; one is moved only when its position changed. */
  #replace(items: Items<T>): void {
    const { compare } = this.#options;
    const now = new Map(items.map((item) => [item.id, item]));
    this.waiting = this.waiting.map((item) => now.get(item.id) ?? item);
    const before = this.loaded ?? [];
    this.loaded = before.map((item) => now.get(item.id) ?? item);
    const moved = compare === undefined ? [] : movedOf(before, this.loaded, compare);
    if (moved.length === 0) this.#show();
    else this.#insert(moved);
  }

  #arrive(come: Items<T>): void {
    const { compare, lookedAt = () => 0 } = this.#options;
    if (compare === undefined) {
      this.#source.refresh();
      return;
    }
    if (this.loadedTotal !== null) this.loadedTotal += come.length;
    const at = lookedAt();
    const seen = at <= 0 ? undefined : this.loaded?.[at];
    const isAbove = (item: T): boolean => seen !== undefined && compare(item, seen) < 0;
    this.waiting = [...this.waiting, ...come.filter(isAbove)];
    this.#insert(come.filter((item) => !isAbove(item)));
  }

  #insert(items: Items<T>): void {
    const { compare } = this.#options;
    if (compare !== undefined)
      this.loaded = insertInOrder(this.loaded ?? [], items, { compare, hasMore: this.hasMore });
    this.#show();
  }
}
