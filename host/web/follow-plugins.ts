import { reaction } from 'mobx';

import { pluginsChanged, tiersChanged } from '#core/contract/kernel-events.ts';
import { PAGE_CLOSING } from '#core/web/page-closing/page-closing.ts';
import { EVENTS } from '#core/web/events/events.ts';
import type { Kernel } from '#core/web/kernel/kernel.ts';
import { createPluginLog } from '#core/web/kernel/plugin-log.ts';
import type { PluginRecord } from '#core/web/plugins/plugins.ts';
import type { MatchedRoute } from '#core/web/router/router.ts';
import { SESSION } from '#core/web/session/session.ts';

import { ROUTER_SERVICE } from './compose.ts';

/**
 * Range of the delay after a change, in milliseconds, before browsers reload the index: spread out, and late enough for
 * every server to know of it.
 */
const EARLIEST = 50;
const LATEST = 300;

const log = createPluginLog('shell');

/** Keeps the visible plugins in step with the server, and leaves a page that its plugin no longer has. */
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
  const stopHearing = [get(EVENTS).on(pluginsChanged, readSoon, readSoon), get(EVENTS).on(tiersChanged, readSoon)];
  const stopWatching = reaction(
    () => lostPage(kernel),
    (lost) => {
      if (lost !== null) void get(PAGE_CLOSING).closePage(lost.route, lost.record);
    },
    { equals: (one, other) => one?.route === other?.route },
  );
  return () => {
    for (const stop of stopHearing) void stop();
    clearTimeout(waiting);
    stopWatching();
  };
}

/** The page that is still shown although its plugin, which exists, no longer has it. */
function lostPage({
  get,
  plugins,
}: Pick<Kernel, 'get' | 'plugins'>): { route: MatchedRoute; record: PluginRecord } | null {
  const { route } = get(ROUTER_SERVICE);
  // After a logout the user is redirected elsewhere.
  if (route === null || get(SESSION).roleCode === null) return null;
  const record = plugins.find(route.plugin);
  if (record === undefined || record.leaving !== undefined) return null;
  return record.entry.manifest.routes.some(({ path }) => path === route.path) ? null : { route, record };
}
