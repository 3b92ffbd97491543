import { observableStore } from '#core/web/observable-store.ts';
/** Edits of the same kind within this time are one step: typing, dragging a slider. */
const ONE_STEP = 800;
/** Steps that can be taken back. */
const MAX_STEPS = 200;

/** Versions of a value that can be taken back and brought again. Observable. */
export class EditHistory<T> {
  now: T;

  private past: T[] = [];
  private future: T[] = [];
  private last: { kind: string; at: number } | null = null;

  constructor(value: T) {
    this.now = value;
    observableStore(this);
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** @param kind what is edited, such as `name`; null makes a step of its own */
  set(value: T, kind: string | null, at: number): void {
    if (value === this.now) return;
    const goesOn = kind !== null && this.last?.kind === kind && at - this.last.at < ONE_STEP && this.past.length > 0;
    if (!goesOn) this.past = [...this.past, this.now].slice(-MAX_STEPS);
    this.last = kind === null ? null : { kind, at };
    this.future = [];
    this.now = value;
  }

  undo(): void {
    const before = this.past.at(-1);
    if (before === undefined) return;
    this.past = this.past.slice(0, -1);
    this.future = [this.now, ...this.future];
    this.last = null;
    this.now = before;
  }

  redo(): void {
    const [after, ...rest] = this.future;
    if (after === undefined) return;
    this.future = rest;
    this.past = [...this.past, this.now];
    this.last = null;
    this.now = after;
  }

  /** What somebody else changed is in every version: taking back one's own edits leaves it. */
  rebase(change: (value: T) => T): void {
    this.now = change(this.now);
    this.past = this.past.map(change);
    this.future = this.future.map(change);
  }

  /** Starts over with another value. */
  reset(value: T): void {
    this.now = value;
    this.past = [];
    this.future = [];
    this.last = null;
  }
}
