import type { Undo } from '../scope.ts';

/** The numbers by which react-router knows how far the browser's buttons went. */
export interface EntryNumbers {
  /** The page stands at the present entry of the history. */
  settle(): void;
  stop: Undo;
}

/**
 * Numbers entries of the history that react-router did not make: a link to a part of the page, or an address changed
 * by hand. The library could neither stop nor take back a step from or to an entry without a number. Has to be there
 * before the library listens.
 */
export function numberEntries(window: Window): EntryNumbers {
  const { history } = window;
  const numberOf = (state: unknown): number | undefined =>
    typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
      ? state.idx
      : undefined;
  let settled = numberOf(history.state) ?? 0;
  const hear = (): void => {
    const state: unknown = history.state;
    if (numberOf(state) === undefined) history.replaceState({ ...Object(state), idx: settled + 1 }, '');
  };
  window.addEventListener('popstate', hear);
  return {
    settle() {
      settled = numberOf(history.state) ?? settled;
    },
    stop: () => window.removeEventListener('popstate', hear),
  };
}
