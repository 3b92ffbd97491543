/** Undoes something: called once, when its scope ends. */
export type Undo = () => void | Promise<void>;

/** Something other than a function that a scope may own. */
export interface Disposable {
  dispose(): void | Promise<void>;
}

/**
 * Owns everything that is registered during a lifetime, and undoes it in reverse order at its end. One failure does not
 * keep the rest from being undone. Disposing twice does nothing.
 */
export interface Scope {
  /** Fires when disposal begins; pass it to anything that can be cancelled. */
  readonly signal: AbortSignal;
  readonly disposed: boolean;
  /** Ties something to the scope; on a scope that has ended it is undone at once. */
  own<T extends Undo | Disposable>(owned: T): T;
  /** Adds an event listener for as long as the scope lives. */
  listen<K extends string>(target: EventTarget, type: K, listener: (event: Event) => void): void;
  /** Runs something after or every so many milliseconds, for as long as the scope lives. */
  after(milliseconds: number, run: () => void): void;
  every(milliseconds: number, run: () => void): void;
  /** A scope that ends with this one, or earlier. */
  child(name: string): Scope;
  /**
   * Ends the scope: everything it owns is undone, the last first; each item gets two seconds.
   * @returns what threw or did not stop in time, by name
   */
  dispose(): Promise<readonly ScopeFault[]>;
}

/** A failure while something in a scope was being undone. */
export interface ScopeFault {
  scope: string;
  error: unknown;
}
