import { reaction } from 'mobx';
import { useCallback, useSyncExternalStore } from 'react';

/**
 * Reads something observable, and draws anew when it changes, also outside of `observer`.
 * @param read must answer the same object as long as nothing changed, and be the same function between renders
 *   unless it reads something else
 */
export function useWatched<T>(read: () => T): T {
  const subscribe = useCallback((changed: () => void) => reaction(read, changed), [read]);
  return useSyncExternalStore(subscribe, read);
}
