import { observable } from 'mobx';

import { observableStore } from '../observable-store.ts';
import { insertInOrder, movedOf } from './ordered-items.ts';

type Items<T> = readonly T[];
type Change<T> = (items: Items<T>) => Items<T>;

/** A part of a list as the server returns it. */
export interface ListPart<T> {
  items: readonly T[];
  /** Number of all items, if the call returns it. */
  total?: number;
}

/** What a list knows of its items' order. */
export interface ListOrder<T> {
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

interface ListItemsOptions<T> extends ListOrder<T> {
  /** Whether more pages follow. */
  hasMore(): boolean;
}

/** An optimistic change, until the server has responded. */
export interface PendingChange<T> {
  /** The server has made it. @param settle the list after its response, if that says more than the change does */
  accept(settle?: Change<T>): void;
  /** It failed, or may have: only this change is taken back. */
  withdraw(): void;
}

/** The loaded items of a `LiveList`, and every change to them that needs no load. Observable. */
export class ListItems<T extends { readonly id: string }> {
  /** Ids of the items, in order. */
  ids: readonly string[] = [];
  /** Number of all items; null until loaded, or when the server does not return it. */
  total: number | null = null;
  /** What the server last returned; null until loaded. */
  loaded: Items<T> | null = null;
  /** New items above the visible ones, held back. */
  waiting: Items<T> = [];

  private loadedTotal: number | null = null;
  private changes: ReadonlyArray<Change<T>> = [];

  readonly #options: ListItemsOptions<T>;
  readonly #shown = observable.map<string, T>({}, { deep: false });
  /** Items removed since the list was last loaded: one may return, for example when its removal is undone. */
  readonly #gone = new Map<string, T>();

  constructor(options: ListItemsOptions<T>) {
    this.#options = options;
    observableStore(this);
  }

  get(id: string): T | undefined {
    return this.#shown.get(id);
  }

  /** The items among these ids, in list order. */
  pick(ids: readonly string[]): T[] {
    return ids.flatMap((id) => this.#shown.get(id) ?? []);
  }

  /** Replaces everything by what was loaded; by nothing with null. */
  reset(page: ListPart<T> | null): void {
    this.#gone.clear();
    this.waiting = [];
    this.loadedTotal = page?.total ?? null;
    this.loaded = page?.items ?? null;
    this.#show();
  }

  /** Adds the next page. */
  append({ items, total }: ListPart<T>): void {
    const arrived = new Map(items.map((item) => [item.id, item]));
    this.waiting = this.waiting.filter(({ id }) => !arrived.has(id));
    this.loadedTotal = total ?? null;
    const before = (this.loaded ?? []).map((item) => arrived.get(item.id) ?? item);
    const known = new Set(before.map(({ id }) => id));
    this.loaded = [...before, ...[...arrived.values()].filter(({ id }) => !known.has(id))];
    this.#show();
  }

  /**
   * Applies freshly loaded items; ids that are not among them are removed.
   * @returns whether new ones could not be placed, for want of an order: the list has to be loaded
   */
  take(found: ReadonlyMap<string, T>, ids: readonly string[]): boolean {
    const { belongs = () => true } = this.#options;
    const listed = new Map((this.loaded ?? []).map((item) => [item.id, item]));
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
    this.remove(gone);
    if (changed.length > 0) this.#replace(changed);
    return come.length > 0 && !this.#arrive(come);
  }

  remove(ids: readonly string[]): void {
    const leaving = new Set(ids);
    const isStaying = ({ id }: T): boolean => !leaving.has(id);
    const gone = [...(this.loaded ?? []), ...this.waiting].filter((item) => !isStaying(item));
    if (gone.length === 0) return;
    for (const item of gone) this.#gone.set(item.id, item);
    this.waiting = this.waiting.filter(isStaying);
    this.loaded = (this.loaded ?? []).filter(isStaying);
    if (this.loadedTotal !== null) this.loadedTotal = Math.max(this.loaded.length, this.loadedTotal - gone.length);
    this.#show();
  }

  /** Shows the items held back above. */
  showWaiting(): void {
    const { waiting } = this;
    this.waiting = [];
    this.#insert(waiting);
  }

  /** Shows a change that the server has not made yet. @param change must be idempotent */
  propose(change: Change<T>): PendingChange<T> {
    const drop = (): void => {
      this.changes = this.changes.filter((other) => other !== change);
    };
    this.changes = [...this.changes, change];
    this.#show();
    return {
      accept: (settle = change) => {
        drop();
        this.#keep(settle);
      },
      withdraw: () => {
        drop();
        this.#show();
      },
    };
  }

  /** Replaces the list by another one, which may be longer or shorter. */
  #keep(change: Change<T>): void {
    if (this.loaded === null) return;
    const items = change(this.loaded);
    if (this.loadedTotal !== null) this.loadedTotal += items.length - this.loaded.length;
    this.loaded = items;
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

  /** @returns whether there is an order by which to place them */
  #arrive(come: Items<T>): boolean {
    const { compare, lookedAt = () => 0 } = this.#options;
    if (compare === undefined) return false;
    if (this.loadedTotal !== null) this.loadedTotal += come.length;
    const at = lookedAt();
    const seen = at <= 0 ? undefined : this.loaded?.[at];
    const isAbove = (item: T): boolean => seen !== undefined && compare(item, seen) < 0;
    this.waiting = [...this.waiting, ...come.filter(isAbove)];
    this.#insert(come.filter((item) => !isAbove(item)));
    return true;
  }

  #insert(items: Items<T>): void {
    const { compare, hasMore } = this.#options;
    if (compare !== undefined) this.loaded = insertInOrder(this.loaded ?? [], items, { compare, hasMore: hasMore() });
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
}
