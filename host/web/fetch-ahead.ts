import { when } from 'mobx';

import type { WebPlugin } from '#core/web/define-web.ts';
import { SESSION } from '#core/web/session/session.ts';

import { Shell } from './App.tsx';
import { ROUTER_SERVICE, type Composed } from './compose.ts';

/**
 * Fetches what the first page is drawn with while that is still being decided on: the frame for whoever has a token,
 * and the page's own code beside the frame's. What fails here is told where it is needed.
 */
export function fetchAhead(
  { kernel: { get, plugins } }: Pick<Composed, 'kernel'>,
  loadCode: (plugin: string) => Promise<{ default: WebPlugin }>,
): void {
  if (get(SESSION).token !== null) Shell.fetch();
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
