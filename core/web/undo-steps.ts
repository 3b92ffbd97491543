import { observableStore } from './observable-store.ts';

/** What a store was before each of its changes, newest last, and what was taken back. Observable. */
export class UndoSteps<T extends object> {
  private past: readonly T[] = [];
  private future: readonly T[] = [];
  /** What the last step belongs to. */
  #stroke: string | null = null;

  /** @param most steps that can be taken back */
  constructor(private readonly most: number) {
    observableStore(this);
  }

  get mayUndo(): boolean {
    return this.past.length > 0;
  }

  get mayRedo(): boolean {
    return this.future.length > 0;
  }

  /**
   * Keeps what is about to be changed.
   * @param stroke changes of the same stroke, one after the other, are one step: a drag, typing in one field; null makes
   *   a step of its own
   */
  note(before: T, stroke: string | null): void {
    if (stroke === null || stroke !== this.#stroke) this.past = [...this.past, before].slice(-this.most);
    this.#stroke = stroke;
    this.future = [];
  }

  /** A drag has ended: the next one is another step. */
  endStroke(): void {
    this.#stroke = null;
  }

  /** @returns what there was before `now`; undefined when there is nothing to take back */
  undo(now: T): T | undefined {
    const before = this.past.at(-1);
    if (before === undefined) return undefined;
    this.past = this.past.slice(0, -1);
    this.future = [now, ...this.future];
    this.#stroke = null;
    return before;
  }

  /** @returns what was taken back last; undefined when nothing was */
  redo(now: T): T | undefined {
    const [after, ...rest] = this.future;
    if (after === undefined) return undefined;
    this.future = rest;
    this.past = [...this.past, now];
    this.#stroke = null;
    return after;
  }

  /** There is nothing to take back any more, since somebody else has changed it. */
  clear(): void {
    this.past = [];
    this.future = [];
  }
}
