import { reaction } from 'mobx';
import { useCallback, useSyncExternalStore } from 'react';

/**
 * Reads an observable value, and re-renders when it changes, even outside an `observer`.
 * @param read must return the same object while nothing has changed, and be the same function between renders unless it
 *   reads something else
 */
export function useWatched<T>(read: () => T): T {
  const subscribe = useCallback((changed: () => void) => reaction(read, changed), [read]);
  return useSyncExternalStore(subscribe, read);
}
