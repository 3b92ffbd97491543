import { observable } from 'mobx';

import type { Http } from '#core/web/http/http.ts';
import { observableStore } from '#core/web/observable-store.ts';

import { listMaterials, type Material } from '#plugins/materials/calls.ts';
import { belongs, compareIn, queryOf, type ListWish } from './list-filters.ts';

/** Materials that one call reads. */
const PAGE = 120;
/** Most that one call may read. */
const MOST = 200;

/**
 * The materials of a list in their order, read page by page and kept true. What comes in above what is looked at
 * waits aside, so that nothing jumps.
 */
export class MaterialList {
  /** In their order, as far as they were read. */
  ids: readonly string[] = [];
  /** All that there are; null until it was read. */
  total: number | null = null;
  /** Came in above what is looked at, and wait to be shown. */
  arrivals: readonly string[] = [];
  /** What is being read: everything, because something else is wanted, or the next page. */
  reading: 'all' | 'more' | null = null;
  /** Why the last reading failed, and what was read. */
  failure: { error: unknown; what: 'all' | 'more' } | null = null;

  private readonly byId = observable.map<string, Material>({}, { deep: false });
  private cursor: string | null = null;
  private wish: ListWish | null = null;
  private aborter = new AbortController();
  private isStale = false;
  /** Names of what was listed and went, by id: it may come back, as after a removal that is taken back. */
  private readonly left = new Map<string, string>();

  /** @param lookedAt the index of the first material that is seen; 0 at the top */
  constructor(
    private readonly http: Http,
    private readonly lookedAt: () => number,
  ) {
    observableStore(this);
  }

  get isRead(): boolean {
    return this.total !== null;
  }

  get hasMore(): boolean {
    return this.cursor !== null;
  }

  /** Where each one stands. */
  get indexes(): ReadonlyMap<string, number> {
    return new Map(this.ids.map((id, index) => [id, index]));
  }

  get(id: string): Material | undefined {
    return this.byId.get(id);
  }

  /** Known ones of these, in the same order. */
  all(ids: readonly string[]): Material[] {
    return ids.flatMap((id) => this.byId.get(id) ?? []);
  }

  /** Shows another list. The former one stays until that was read. */
  async load(wish: ListWish): Promise<void> {
    this.wish = wish;
    await this.readAll(PAGE);
  }

  /** Reads everything anew, as far as it was read. */
  async reload(): Promise<void> {
    if (this.wish !== null) await this.readAll(Math.max(PAGE, this.ids.length));
  }

  /** Reads it anew when it may have become untrue, or was never read. */
  async freshen(): Promise<void> {
    if (this.isStale || this.failure !== null) await this.reload();
  }

  /** It may have become untrue; `freshen` reads it. */
  outdate(): void {
    this.isStale = true;
  }

  /** Reads the next page. */
  async more(): Promise<void> {
    const { cursor, wish, aborter } = this;
    if (cursor === null || wish === null || this.reading !== null) return;
    this.reading = 'more';
    this.failure = null;
    try {
      const page = await this.read(wish, cursor, PAGE);
      if (aborter === this.aborter) this.append(page);
    } catch (error) {
      if (aborter === this.aborter) this.fail(error, 'more');
    }
  }

  /** Reads all pages that are left. @returns whether they were all read */
  async rest(): Promise<boolean> {
    while (this.hasMore) {
      const before = this.ids.length;
      await this.more();
      if (this.ids.length === before) return false;
    }
    return true;
  }

  /** Puts in what waits above. */
  showArrivals(): void {
    const arrivals = this.all(this.arrivals);
    this.arrivals = [];
    this.insert(arrivals);
  }

  /** Takes in materials as they are now; those of `ids` that are not among them are gone. */
  take(materials: ReadonlyMap<string, Material>, ids: readonly string[]): void {
    const { wish } = this;
    if (wish === null || this.total === null) return;
    const gone: string[] = [];
    const come: Material[] = [];
    const moved: Material[] = [];
    for (const id of ids) {
      const material = materials.get(id);
      const known = this.byId.get(id);
      if (material === undefined || !belongs(material, wish)) {
        if (known !== undefined) gone.push(id);
      } else if (known === undefined) {
        // Whether its name has the words only the server knows, but of those that it has found before.
        if (wish.q === '' || this.left.get(id) === material.name) come.push(material);
      } else {
        this.byId.set(id, material);
        if (isElsewhere(known, material, wish)) moved.push(material);
      }
    }
    if (gone.length > 0) this.remove(gone);
    if (moved.length > 0) this.place(moved);
    if (come.length > 0) this.arrive(come, wish);
  }

  /** Takes some out. */
  remove(ids: readonly string[]): void {
    const gone = new Set(ids.filter((id) => this.byId.has(id)));
    if (gone.size === 0) return;
    this.ids = this.ids.filter((id) => !gone.has(id));
    this.arrivals = this.arrivals.filter((id) => !gone.has(id));
    for (const id of gone) {
      this.left.set(id, this.byId.get(id)?.name ?? '');
      this.byId.delete(id);
    }
    this.total = Math.max(this.ids.length, (this.total ?? 0) - gone.size);
  }

  dispose(): void {
    this.aborter.abort();
  }

  private async readAll(count: number): Promise<void> {
    const { wish } = this;
    if (wish === null) return;
    this.aborter.abort();
    this.aborter = new AbortController();
    const { aborter } = this;
    this.reading = 'all';
    this.failure = null;
    this.isStale = false;
    try {
      const items: Material[] = [];
      let page = await this.read(wish, null, Math.min(MOST, count));
      items.push(...page.items);
      while (items.length < count && page.nextCursor !== null) {
        page = await this.read(wish, page.nextCursor, MOST);
        items.push(...page.items);
      }
      if (aborter === this.aborter) this.start({ ...page, items });
    } catch (error) {
      if (aborter === this.aborter) this.fail(error, 'all');
    }
  }

  private read(wish: ListWish, cursor: string | null, limit: number) {
    const query = { ...queryOf(wish), limit, ...(cursor === null ? {} : { cursor }) };
    return this.http.call(listMaterials, { query }, { signal: this.aborter.signal, handlesErrors: true });
  }

  private start({ items, nextCursor, total }: ReadPage): void {
    this.reading = null;
    this.left.clear();
    this.byId.replace(items.map((item) => [item.id, item]));
    this.ids = [...this.byId.keys()];
    this.arrivals = [];
    this.cursor = nextCursor;
    this.total = total;
  }

  private append({ items, nextCursor, total }: ReadPage): void {
    this.reading = null;
    const known = new Set(this.ids);
    const arrived = new Set(items.map(({ id }) => id));
    this.arrivals = this.arrivals.filter((id) => !arrived.has(id));
    for (const item of items) this.byId.set(item.id, item);
    this.ids = [...this.ids, ...items.map(({ id }) => id).filter((id) => !known.has(id))];
    this.cursor = nextCursor;
    this.total = total;
  }

  private fail(error: unknown, what: 'all' | 'more'): void {
    this.reading = null;
    this.failure = { error, what };
  }

  private arrive(come: readonly Material[], wish: ListWish): void {
    this.total = (this.total ?? 0) + come.length;
    const seen = this.byId.get(this.ids[this.lookedAt()] ?? '');
    const isTop = this.lookedAt() <= 0 || seen === undefined;
    const compare = compareIn(wish);
    const above = isTop ? [] : come.filter((material) => compare(material, seen) < 0);
    for (const material of above) this.byId.set(material.id, material);
    this.arrivals = [...this.arrivals, ...above.map(({ id }) => id)];
    this.insert(come.filter((material) => !above.includes(material)));
  }

  /** Puts them where they belong; what belongs behind what was read comes with its page. */
  private insert(materials: readonly Material[]): void {
    for (const material of materials) this.byId.set(material.id, material);
    this.place(materials);
  }

  private place(materials: readonly Material[]): void {
    const { wish } = this;
    if (wish === null || materials.length === 0) return;
    const compare = compareIn(wish);
    const moving = new Set(materials.map(({ id }) => id));
    const rest = this.all(this.ids.filter((id) => !moving.has(id)));
    const last = rest.at(-1);
    const isListed = (material: Material): boolean =>
      !this.hasMore || last === undefined || compare(material, last) < 0;
    for (const material of materials) {
      if (!isListed(material)) {
        this.byId.delete(material.id);
        continue;
      }
      const at = rest.findIndex((other) => compare(material, other) < 0);
      rest.splice(at < 0 ? rest.length : at, 0, material);
    }
    this.ids = rest.map(({ id }) => id);
  }
}

interface ReadPage {
  items: readonly Material[];
  nextCursor: string | null;
  total: number;
}

/** Whether what the list is sorted by has changed. */
function isElsewhere(before: Material, after: Material, { sort }: ListWish): boolean {
  if (sort === 'created') return before.createdAt !== after.createdAt;
  return before[sort] !== after[sort];
}
