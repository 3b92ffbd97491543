/**
 * A view of a service with what is named of it, and no way to the rest. What is observable stays so.
 * @example only(theme, ['mode', 'toggle'])
 */
export function only<T extends object, K extends keyof T>(whole: T, names: readonly K[]): Pick<T, K> & T {
  const bound = new Map<K, unknown>();
  const view = {};
  for (const name of names) {
    Object.defineProperty(view, name, {
      enumerable: true,
      get() {
        const value: unknown = whole[name];
        if (typeof value !== 'function') return value;
        if (!bound.has(name)) bound.set(name, value.bind(whole));
        return bound.get(name);
      },
    });
  }
  // Its users know the interface of the service; what the interface does not name they must not reach.
  return Object.freeze(view) as T;
}
