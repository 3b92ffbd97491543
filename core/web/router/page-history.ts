import type { Undo } from '../scope.ts';

/** The browser's own buttons, or a change of the address by hand, led somewhere. */
export interface Pop {
  href: string;
  /** Goes back to where the page stood. */
  revert(): void;
  /** The page stands there now. */
  settle(): void;
}

/** The entries of a window's history, numbered, so that a step of the browser's own buttons can be taken back. */
export interface PageHistory {
  /** Path, query and hash of the address. */
  readonly href: string;
  push(href: string): void;
  replace(href: string): void;
  back(): void;
  /** Hears every {@link Pop}; the address has changed by then. */
  onPop(listener: (pop: Pop) => void): Undo;
}

const NUMBER = 'reelport';

/** Makes the {@link PageHistory} of a window. */
export function createPageHistory(window: Window = globalThis.window): PageHistory {
  const { history, location } = window;
  const numberOf = (state: unknown): number | undefined => {
    const found = typeof state === 'object' && state !== null ? (state as Record<string, unknown>)[NUMBER] : undefined;
    return typeof found === 'number' ? found : undefined;
  };
  const href = (): string => `${location.pathname}${location.search}${location.hash}`;
  /** Where the browser is, and where the page stands: apart only while a pop is being decided on. */
  let at = numberOf(history.state) ?? 0;
  let settled = at;
  let reverting = false;
  history.replaceState({ [NUMBER]: at }, '');

  return {
    get href() {
      return href();
    },
    push(to) {
      at += 1;
      settled = at;
      history.pushState({ [NUMBER]: at }, '', to);
    },
    replace(to) {
      settled = at;
      history.replaceState({ [NUMBER]: at }, '', to);
    },
    back: () => history.back(),
    onPop(listener) {
      const hear = (): void => {
        if (reverting) {
          reverting = false;
          at = settled;
          return;
        }
        const number = numberOf(history.state);
        // A link to a part of the page, or an address changed by hand, makes an entry of its own.
        at = number ?? settled + 1;
        if (number === undefined) history.replaceState({ [NUMBER]: at }, '');
        listener({
          href: href(),
          revert() {
            if (at === settled) return;
            reverting = true;
            history.go(settled - at);
          },
          settle() {
            settled = at;
          },
        });
      };
      window.addEventListener('popstate', hear);
      return () => window.removeEventListener('popstate', hear);
    },
  };
}
