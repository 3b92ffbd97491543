import { when } from 'mobx';

import type { WebPlugin } from '#core/web/define-web.ts';
import type { Kernel } from '#core/web/kernel/kernel.ts';
import { findRoute, routeObjectsOf } from '#core/web/router/route-objects.ts';
import { SESSION } from '#core/web/session/session.ts';

import { Shell } from './App.tsx';
import { ROUTER_SERVICE } from './compose.ts';

/**
 * Fetches what the first page is drawn with while that is still being decided on: the frame once it is known whether
 * there is one around it, and the page's own code beside the frame's. What fails here is told where it is needed.
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
      // What comes from outside, or may not run, is fetched by nobody else than its activation.
      if (route === null || entry === undefined || entry.source !== undefined || entry.state.name !== 'ready') return;
      loadCode(route.plugin)
        .then(({ default: web }) => web.pages?.[route.page]?.())
        .catch(() => undefined);
    },
  );
}

/** Whether a page stands in the workbench's frame; of an unknown address the page that it leads to does. */
function isFramed(plugins: Kernel['plugins'], path: string): boolean {
  return findRoute(routeObjectsOf(plugins), path)?.route.handle.route.frame !== 'bare';
}
