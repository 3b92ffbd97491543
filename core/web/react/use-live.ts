import { useEffect, useState } from 'react';

import { usePluginContext } from './use-plugin-context.ts';
import type { Scope } from '../scope.ts';

/** What can be followed: a `LiveValue`, a `LiveList`, or a store that has some. */
export interface Followable {
  follow(): () => void;
}

/**
 * Follows something for as long as the component is shown.
 * @example const { value, failure } = useFollowed(store.quota);
 */
export function useFollowed<F extends Followable>(followed: F): F {
  useEffect(() => followed.follow(), [followed]);
  return followed;
}

/**
 * Something live of a component's own, followed for as long as the component is shown. Give the component a `key` by
 * what it is about: it is made once.
 * @example const uses = useLive((scope) => new LiveValue(scope, (signal) => http.call(readUses, call, { signal })));
 */
export function useLive<F extends Followable>(make: (scope: Scope) => F): F {
  const { scope } = usePluginContext();
  const [live] = useState(() => make(scope));
  return useFollowed(live);
}
