import { createScope } from '../create-scope.ts';
import { observableStore } from '../observable-store.ts';
import type { Scope } from '../scope.ts';
import type { LiveValue } from './LiveValue.ts';

/** {@link LiveValue}s by key; each is loaded when it is first read, and kept up to date from then on. Observable. */
export class LiveValues<T> {
  readonly #make: (scope: Scope, key: string) => LiveValue<T>;
  /** Replaced when all are forgotten. */
  private values = new Map<string, LiveValue<T>>();
  readonly #followed = new Set<string>();
  #scope = createScope('live values');

  /** @param make makes the value of a key; the scope ends it */
  constructor(make: (scope: Scope, key: string) => LiveValue<T>) {
    this.#make = make;
    observableStore(this);
  }

  /** Null until it is loaded. */
  read(key: string): T | null {
    // Called while rendering, so the load is started outside of it.
    if (!this.#followed.has(key)) queueMicrotask(() => this.#follow(key));
    return this.at(key).value;
  }

  /** Resolves once the value of a key is there, or could not be loaded. */
  ready(key: string): Promise<void> {
    return this.#follow(key).ready();
  }

  /** The value of a key, for changes to it; it is not loaded. */
  at(key: string): LiveValue<T> {
    let live = this.values.get(key);
    if (live === undefined) {
      live = this.#make(this.#scope, key);
      this.values.set(key, live);
    }
    return live;
  }

  /** Forgets all of them, for example because another account's will be read. */
  clear(): void {
    this.dispose();
    this.#scope = createScope('live values');
    this.#followed.clear();
    this.values = new Map();
  }

  dispose(): void {
    void this.#scope.dispose();
  }

  #follow(key: string): LiveValue<T> {
    const live = this.at(key);
    if (!this.#followed.has(key)) {
      this.#followed.add(key);
      live.follow();
    }
    return live;
  }
}
