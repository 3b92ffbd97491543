/** Has the screen touched, as on a phone that has no pointer, until the test ends. */
export function holdTouch(): void {
  const before = globalThis.matchMedia;
  globalThis.matchMedia = (query) =>
    new Proxy(before(query), {
      get: (of, name) =>
        name === 'matches' ? query.includes('pointer: coarse') : (Reflect.get(of, name, of) as unknown),
    });
}
