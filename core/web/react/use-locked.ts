import { use, useCallback } from 'react';

import { lockOfRoute, type Lock } from '../lock.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { ROUTER, type MatchedRoute } from '../router/router.ts';
import { SESSION } from '../session/session.ts';
import { PluginScopeContext } from './contexts.ts';
import { useKernel } from './use-kernel.ts';
import { useWatched } from './use-watched.ts';

/**
 * What would open the plugin, or the page of it that is shown, when the reader's tier has it locked; null when it
 * is open. A page that asks may leave out what would be refused, and say `readOnly` in its route.
 * @example const isLocked = useLocked() !== null;
 */
export function useLocked(): Lock | null {
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

/** The lock on the one page of a plugin that its own gate closes. Observable. */
export function lockOfPage(
  { plugins, tryGet }: Pick<Kernel, 'plugins' | 'tryGet'>,
  { plugin, path }: MatchedRoute,
): Lock | null {
  const manifest = plugins.find(plugin)?.entry.manifest;
  const route = manifest?.routes.find((known) => known.path === path);
  const session = tryGet(SESSION);
  return manifest === undefined || route === undefined || session === undefined
    ? null
    : lockOfRoute(manifest, route, session);
}
