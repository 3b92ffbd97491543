import { use, useCallback } from 'react';

import { lockOfPlugin, lockOfRoute, type AccessLock } from '../lock.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { ROUTER, type MatchedRoute } from '../router/router.ts';
import { SESSION } from '../session/session.ts';
import { PluginScopeContext } from './contexts.ts';
import { useKernel } from './use-kernel.ts';
import { useWatched } from './use-watched.ts';

/**
 * The lock that the user's tier puts on the plugin or on the current page of it; null when there is none. A page that
 * asks may leave out actions that would be refused, and set `readOnly` in its route.
 * @example const isLocked = useLocked() !== null;
 */
export function useLocked(): AccessLock | null {
  const kernel = useKernel();
  const context = use(PluginScopeContext);
  return useWatched(
    useCallback(() => {
      if (context === null) return null;
      const route = kernel.get(ROUTER).route;
      return context.locked ?? (route?.plugin === context.id ? lockOfPage(kernel, route) : null);
    }, [kernel, context]),
  );
}

/**
 * The lock that the user's tier puts on another plugin, whose tokens are not there then; null when there is none, and for
 * a plugin that is not there at all.
 */
export function useLockOfPlugin(id: string): AccessLock | null {
  const { plugins } = useKernel();
  return useWatched(
    useCallback(() => {
      const entry = plugins.find(id)?.entry;
      return entry === undefined ? null : lockOfPlugin(entry);
    }, [plugins, id]),
  );
}

/** The lock on the one page of a plugin that its own gate closes. Observable. */
export function lockOfPage(
  { plugins, tryGet }: Pick<Kernel, 'plugins' | 'tryGet'>,
  { plugin, path }: MatchedRoute,
): AccessLock | null {
  const manifest = plugins.find(plugin)?.entry.manifest;
  const route = manifest?.routes.find((known) => known.path === path);
  const session = tryGet(SESSION);
  return manifest === undefined || route === undefined || session === undefined
    ? null
    : lockOfRoute(manifest, route, session);
}
