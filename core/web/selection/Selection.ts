import { makeAutoObservable, observable } from 'mobx';

/** Which items of a list are chosen, by id, in the order in which that was done, and where the keyboard is. */
export class Selection {
  /** The one that keys act on; null before anything was. */
  focus: string | null = null;

  private readonly chosen = observable.set<string>([], { deep: false });
  /** Where a range begins. */
  private anchor: string | null = null;
  /** What was chosen before the range that grows now. */
  private before: readonly string[] = [];

  constructor() {
    makeAutoObservable<this, 'chosen' | 'anchor' | 'before'>(
      this,
      { chosen: false, anchor: false, before: false },
      { autoBind: true },
    );
  }

  get size(): number {
    return this.chosen.size;
  }

  get ids(): readonly string[] {
    return [...this.chosen];
  }

  has(id: string): boolean {
    return this.chosen.has(id);
  }

  /** From 1 on, as it was chosen; 0 for what is not. */
  orderOf(id: string): number {
    return this.ids.indexOf(id) + 1;
  }

  setFocus(id: string | null): void {
    this.focus = id;
  }

  /** Only these, the last one being where keys go on. */
  replace(ids: readonly string[]): void {
    this.chosen.replace(ids);
    this.begin(ids.at(-1) ?? null);
  }

  add(ids: readonly string[]): void {
    for (const id of ids) this.chosen.add(id);
  }

  toggle(id: string): void {
    if (!this.chosen.delete(id)) this.chosen.add(id);
    this.begin(id);
    this.focus = id;
  }

  /**
   * Chooses everything from where the last choice was made.
   * @param order all ids as they are listed
   */
  extendTo(id: string, order: readonly string[]): void {
    const start = order.indexOf(this.anchor ?? this.focus ?? id);
    const end = order.indexOf(id);
    if (end < 0) return;
    if (this.anchor === null) this.begin(order[Math.max(0, start)] ?? id);
    const [from, until] = start < 0 ? [end, end] : [Math.min(start, end), Math.max(start, end)];
    const range = order.slice(from, until + 1);
    this.chosen.replace([...this.before, ...(start > end ? range.toReversed() : range)]);
    this.focus = id;
  }

  clear(): void {
    this.chosen.clear();
    this.begin(null);
  }

  /** Lets go of what is no longer there. */
  drop(ids: readonly string[]): void {
    for (const id of ids) this.chosen.delete(id);
    if (this.anchor !== null && ids.includes(this.anchor)) this.begin(null);
  }

  private begin(anchor: string | null): void {
    this.anchor = anchor;
    this.before = [...this.chosen].filter((id) => id !== anchor);
  }
}
