/** A window that keeps entries, and goes from one to another as browsers do: later, and telling of it. */
export function buildWindow() {
  const target = new EventTarget();
  const entries: Array<{ url: URL; state: unknown }> = [{ url: new URL('https://reelport.test/'), state: null }];
  let at = 0;
  let pace = 0;
  const present = () => entries[at] as (typeof entries)[number];
  const resolve = (href: string | undefined) => new URL(href ?? present().url, present().url);
  const history = {
    get state() {
      return present().state;
    },
    pushState(state: unknown, _title: string, href?: string) {
      entries.splice(at + 1, entries.length, { url: resolve(href), state });
      at += 1;
    },
    replaceState(state: unknown, _title: string, href?: string) {
      entries[at] = { url: resolve(href), state };
    },
    go(steps: number) {
      setTimeout(() => {
        at += steps;
        target.dispatchEvent(new Event('popstate'));
      }, pace);
    },
  };
  const location = {
    get origin() {
      return present().url.origin;
    },
    get href() {
      return present().url.href;
    },
    get pathname() {
      return present().url.pathname;
    },
    get search() {
      return present().url.search;
    },
    get hash() {
      return present().url.hash;
    },
  };
  const matchMedia = () => ({ matches: true });
  const scrollTo = () => undefined;
  return {
    window: Object.assign(target, { history, location, matchMedia, scrollTo }) as unknown as Window,
    /** Paths of all entries, the present one marked. */
    get trail() {
      return entries.map(({ url }, index) => `${index === at ? '*' : ''}${url.pathname}${url.hash}`).join(' ');
    },
    /** The browser's own buttons. */
    press: (steps: number) => history.go(steps),
    /** @param milliseconds that steps from now on take */
    slowDown: (milliseconds: number) => void (pace = milliseconds),
    /** The address is changed by hand, or a link to a part of the page is followed. */
    byHand(href: string) {
      history.pushState(null, '', href);
      target.dispatchEvent(new Event('popstate'));
    },
  };
}
