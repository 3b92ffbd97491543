// oxlint-disable-next-line eslint/no-restricted-imports -- the one place that lists no fields
import { makeAutoObservable } from 'mobx';

/**
 * Makes a store observable; the last line of its constructor. The rule, so that no store lists its fields:
 * - a field is observed by reference: set another value instead of changing the one that is there, or keep an
 *   `observable.map` or `observable.set` in it; injected services are fields like any other and stay what they are;
 * - a getter is computed, a method is an action that is bound to the store;
 * - a `#private` field or method is nobody's business and not observed: timers, counters, what was asked for last.
 * @param unwatched public fields that change too often, and that nothing is to be drawn for
 * @example
 * export class Drafts {
 *   list: readonly Draft[] = [];
 *   #timer: ReturnType<typeof setTimeout> | undefined;
 *
 *   constructor(@inject(HTTP) private readonly http: Http) {
 *     observableStore(this);
 *   }
 * }
 */
export function observableStore<T extends object>(store: T, ...unwatched: ReadonlyArray<keyof T & string>): void {
  // Types cannot say that these names are keys of T, and that false is right for all of them.
  const overrides = Object.fromEntries(unwatched.map((name) => [name, false])) as { [K in keyof T]?: false };
  makeAutoObservable(store, overrides, { autoBind: true, deep: false });
}
