import { reaction } from 'mobx';

import { pluginsChanged } from '#core/contract/kernel-events.ts';
import { PAGE_CLOSING } from '#core/web/page-closing/page-closing.ts';
import { EVENTS } from '#core/web/events/events.ts';
import type { Kernel } from '#core/web/kernel/kernel.ts';
import { createPluginLog } from '#core/web/kernel/plugin-log.ts';
import type { PluginRecord } from '#core/web/plugins/plugins.ts';
import type { MatchedRoute } from '#core/web/router/router.ts';
import { SESSION } from '#core/web/session/session.ts';

import { ROUTER_SERVICE } from './compose.ts';

/** Milliseconds after it within which browsers ask: not all of them at once, and none before every server has heard. */
const EARLIEST = 50;
const LATEST = 300;

const log = createPluginLog('shell');

/** Keeps what is seen of plugins what the server says of them, and closes a page that its plugin has no more. */
export function followPlugins(kernel: Pick<Kernel, 'get' | 'plugins'>): () => void {
  const { get, plugins } = kernel;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const readSoon = (): void => {
    waiting ??= setTimeout(
      () => {
        waiting = undefined;
        plugins.load().catch((error: unknown) => log.warn('the index of plugins could not be read', error));
      },
      EARLIEST + Math.random() * (LATEST - EARLIEST),
    );
  };
  const stopHearing = get(EVENTS).on(pluginsChanged, readSoon, readSoon);
  const stopWatching = reaction(
    () => lostPage(kernel),
    (lost) => {
      if (lost !== null) void get(PAGE_CLOSING).closePage(lost.route, lost.record);
    },
    { equals: (one, other) => one?.route === other?.route },
  );
  return () => {
    void stopHearing();
    clearTimeout(waiting);
    stopWatching();
  };
}

/** The page that is shown although its plugin, which is there, has it no more. */
function lostPage({
  get,
  plugins,
}: Pick<Kernel, 'get' | 'plugins'>): { route: MatchedRoute; record: PluginRecord } | null {
  const { route } = get(ROUTER_SERVICE);
  // Whoever logged out is led elsewhere.
  if (route === null || get(SESSION).roleCode === null) return null;
  const record = plugins.find(route.plugin);
  if (record === undefined || record.leaving !== undefined) return null;
  return record.entry.manifest.routes.some(({ path }) => path === route.path) ? null : { route, record };
}
