import { observableStore } from '#core/web/observable-store.ts';
import type { Router } from '#core/web/router/router.ts';

/**
 * What a tool's page works on: items in their order, one of which is shown, each with its settings. It is what a
 * `BatchList` draws. What takes something away or changes several items gives back how that is undone. Observable.
 */
export class Batch<T extends { readonly id: string }> {
  items: readonly T[] = [];
  selected: ReadonlySet<string> = new Set();
  /** Something was chosen or changed that is kept nowhere else: see {@link isKept}. */
  isUnsaved = false;
  private openId: string | null = null;

  /** @param most items, at most */
  constructor(private readonly most: number) {
    observableStore(this);
  }

  /** The item that is shown; null of none. */
  get open(): T | null {
    return this.get(this.openId ?? '') ?? this.items[0] ?? null;
  }

  get(id: string): T | undefined {
    return this.items.find((item) => item.id === id);
  }

  /** The ids of all items but one. */
  others(id: string): string[] {
    return this.items.flatMap((item) => (item.id === id ? [] : [item.id]));
  }

  /** Adds items behind the others and shows the first of them; those that are there stay as they are. @returns how many have no room */
  add(items: readonly T[]): number {
    const others = items.filter(({ id }) => this.get(id) === undefined);
    const taken = others.slice(0, Math.max(0, this.most - this.items.length));
    const [first] = taken;
    if (first !== undefined) {
      this.put([...this.items, ...taken]);
      this.openId = first.id;
    }
    return others.length - taken.length;
  }

  /** Takes items off; in place of a shown one, the next one is shown. @returns undoes it */
  remove(ids: readonly string[]): () => void {
    const gone = new Set(ids);
    const { items: before, open } = this;
    this.put(before.filter(({ id }) => !gone.has(id)));
    this.selected = new Set([...this.selected].filter((id) => !gone.has(id)));
    if (open !== null && gone.has(open.id)) {
      const next = before.slice(before.indexOf(open)).find(({ id }) => !gone.has(id)) ?? this.items.at(-1);
      this.openId = next?.id ?? null;
    }
    return () => this.put(before);
  }

  /** @param ids all of them, in their new order */
  reorder(ids: readonly string[]): void {
    this.put(ids.flatMap((id) => this.get(id) ?? []));
  }

  show(id: string): void {
    this.openId = id;
  }

  select(selected: ReadonlySet<string>): void {
    this.selected = selected;
  }

  /** Changes how some items are set. @returns undoes it */
  set(ids: readonly string[], change: (item: T) => T): () => void {
    const { items: before } = this;
    this.put(before.map((item) => (ids.includes(item.id) ? change(item) : item)));
    return () => this.put(before);
  }

  /** Takes in what is known of items now, which is no change of theirs. */
  refresh(change: (item: T) => T): void {
    this.items = this.items.map(change);
  }

  /** Something has taken over these items as they are; what was changed since is still unsaved. */
  isKept(items: readonly T[]): void {
    if (items === this.items) this.isUnsaved = false;
  }

  /**
   * Asks before it is lost with the plugin or the window; whoever leaves the page finds it again. @returns stops that
   */
  guard(router: Pick<Router, 'confirmLeaving'>): () => void {
    const stop = router.confirmLeaving((end) => end === 'stopped' && this.isUnsaved);
    const warn = (event: BeforeUnloadEvent): void => {
      if (this.isUnsaved) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => {
      void stop();
      window.removeEventListener('beforeunload', warn);
    };
  }

  private put(items: readonly T[]): void {
    this.items = items;
    this.isUnsaved = items.length > 0;
  }
}
