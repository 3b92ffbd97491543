import type { Injectable } from '../plugin-context.ts';
import { usePluginContext } from './use-plugin-context.ts';

/**
 * A store of the plugin whose page is shown: one instance for all its pages, kept until the plugin stops.
 * @throws TypeError when the plugin's `defineWeb` does not list the store
 * @example const store = useStore(LoginStore);
 */
export function useStore<T>(store: Injectable<T>): T {
  return usePluginContext().store(store);
}
