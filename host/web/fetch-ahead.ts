import { when } from 'mobx';

import type { WebPlugin } from '#core/web/define-web.ts';
import type { Kernel } from '#core/web/kernel/kernel.ts';
import { findRoute, routeObjectsOf } from '#core/web/router/route-objects.ts';
import { SESSION } from '#core/web/session/session.ts';

import { Shell } from './App.tsx';
import { ROUTER_SERVICE } from './compose.ts';

/**
 * Preloads the code for the first page while the guard is still deciding on it: the workbench's frame, if the page has
 * one, and the page itself. Failures are reported when the code is actually needed.
 */
export function fetchAhead(
  { get, plugins }: Pick<Kernel, 'get' | 'plugins'>,
  loadCode: (plugin: string) => Promise<{ default: WebPlugin }>,
): void {
  when(
    () => plugins.loaded,
    () => {
      if (get(SESSION).token !== null && isFramed(plugins, get(ROUTER_SERVICE).place.path)) Shell.fetch();
    },
  );
  when(
    () => get(ROUTER_SERVICE).route !== null,
    () => {
      const { route } = get(ROUTER_SERVICE);
      const entry = route === null ? undefined : plugins.find(route.plugin)?.entry;
      // External plugins, and those that may not run, are only fetched by their activation.
      if (route === null || entry === undefined || entry.source !== undefined || entry.state.name !== 'ready') return;
      loadCode(route.plugin)
        .then(({ default: web }) => web.pages?.[route.page]?.())
        .catch(() => undefined);
    },
  );
}

/** Whether a page is inside the workbench's frame. An unknown address redirects to a page that is. */
function isFramed(plugins: Kernel['plugins'], path: string): boolean {
  return findRoute(routeObjectsOf(plugins), path)?.route.handle.route.frame !== 'bare';
}
