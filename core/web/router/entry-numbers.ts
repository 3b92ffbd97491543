import type { Undo } from '../scope.ts';

/** The history indexes by which react-router knows how far the browser's buttons went. */
export interface EntryNumbers {
  /** Call when the current history entry is the displayed page. */
  settle(): void;
  stop: Undo;
}

/**
 * Numbers history entries that react-router did not create, such as an anchor link or an address edited by hand: the
 * library can neither block nor revert a step from or to an entry without an index. Must be set up before the library
 * listens.
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
