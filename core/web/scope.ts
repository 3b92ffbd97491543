/** Something to be undone: called once, when its scope ends. */
export type Undo = () => void | Promise<void>;

/** What a scope may own beside a function. */
export interface Disposable {
  dispose(): void | Promise<void>;
}

/**
 * Owns whatever is registered while something lives, and undoes it in reverse order when that ends. One
 * fault does not keep the rest from being undone. Disposing twice does nothing.
 */
export interface Scope {
  /** Fires when disposal begins; pass it to whatever can be cancelled. */
  readonly signal: AbortSignal;
  readonly disposed: boolean;
  /** Takes something into the scope; on a scope that has ended it is undone at once. */
  own<T extends Undo | Disposable>(owned: T): T;
  /** Adds an event listener for as long as the scope lives. */
  listen<K extends string>(target: EventTarget, type: K, listener: (event: Event) => void): void;
  /** Runs something later or again and again, in milliseconds, for as long as the scope lives. */
  after(milliseconds: number, run: () => void): void;
  every(milliseconds: number, run: () => void): void;
  /** A scope that ends with this one, or earlier. */
  child(name: string): Scope;
  /**
   * Ends it: everything owned is undone, the last first; each gets two seconds.
   * @returns what threw or did not stop in time, by name
   */
  dispose(): Promise<readonly ScopeFault[]>;
}

/** What went wrong while something of a scope was undone. */
export interface ScopeFault {
  scope: string;
  error: unknown;
}
