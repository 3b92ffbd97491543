import { observable } from 'mobx';

import { observableStore } from '../observable-store.ts';

/** Which items of a list are selected, by id, in the order of selection, and which one has the keyboard focus. */
export class Selection {
  /** The item that keys act on; null before the first selection. */
  focus: string | null = null;

  private readonly chosen = observable.set<string>([], { deep: false });
  /** Where a range begins. */
  private anchor: string | null = null;
  /** What was selected before the current range. */
  private before: readonly string[] = [];

  constructor() {
    observableStore(this);
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

  /** Position in the order of selection, from 1; 0 when it is not selected. */
  orderOf(id: string): number {
    return this.ids.indexOf(id) + 1;
  }

  setFocus(id: string | null): void {
    this.focus = id;
  }

  /** Selects only these; the last one gets the focus. */
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
   * Selects everything between the last selected item and this one.
   * @param order all ids in the order of the list
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

  /** Deselects items that no longer exist. */
  drop(ids: readonly string[]): void {
    for (const id of ids) this.chosen.delete(id);
    if (this.anchor !== null && ids.includes(this.anchor)) this.begin(null);
  }

  private begin(anchor: string | null): void {
    this.anchor = anchor;
    this.before = [...this.chosen].filter((id) => id !== anchor);
  }
}
