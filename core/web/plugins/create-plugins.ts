import { runInAction } from 'mobx';

import type { PluginIndex } from '#core/contract/plugin-index.ts';

import { createActivation } from './create-activation.ts';
import { createShutdown, createStopping } from './create-stopping.ts';
import { createPluginRuntimes } from './plugin-runtimes.ts';
import { createPartners } from './create-partners.ts';
import { isRunning, setState } from './plugin-runtime.ts';
import type { PluginsOptions } from './plugins-options.ts';
import { PluginUnavailable, type ActivePlugin, type Plugins } from './plugins.ts';
import { stopReason, statusOf } from './plugin-status.ts';

export type { OpenedPlugin, OutsideReports, PluginsOptions } from './plugins-options.ts';

/** Creates the list of plugins. Only this module changes their states. */
export function createPlugins(options: PluginsOptions): Plugins {
  const { loadIndex, onFault, reports } = options;
  const runtimes = createPluginRuntimes();
  const { shown, rest } = runtimes;
  const { close, end } = createStopping(options, runtimes);
  const shutDown = createShutdown(options, { end });
  const start = createActivation(options, { ensurePartners: createPartners(runtimes, ensure), close, rest });
  let loading: Promise<void> | null = null;
  let newestLoad = 0;

  async function apply(index: PluginIndex): Promise<void> {
    const endings: Array<Promise<void> | undefined> = [];
    runInAction(() => {
      const listed = index.plugins.map((given) => {
        const runtime = runtimes.note(given);
        const { entry } = runtime.record;
        const why = stopReason(runtime.activatedAs, entry);
        if (isRunning(runtime)) {
          endings.push(shutDown(runtime, why));
        } else if (runtime.record.state.name !== 'failed' || why !== null) {
          runtime.meter.clear();
          runtime.attempts = 0;
          setState(runtime, statusOf(entry));
        }
        return runtime;
      });
      const ids = new Set(listed.map(({ id }) => id));
      for (const runtime of runtimes.all()) {
        if (ids.has(runtime.id)) continue;
        runtime.isListed = false;
        if (isRunning(runtime)) endings.push(shutDown(runtime, 'gone'));
        else rest(runtime);
      }
      runtimes.show(listed);
    });
    await Promise.all(endings.filter((ending) => ending !== undefined));
  }

  function ensure(id: string, trigger: string): Promise<ActivePlugin> {
    const runtime = runtimes.get(id);
    if (runtime === undefined) {
      if (loading === null) return Promise.reject(new PluginUnavailable(id, 'unknown'));
      return loading.then(
        () =>
          runtimes.get(id) === undefined ? Promise.reject(new PluginUnavailable(id, 'unknown')) : ensure(id, trigger),
        (error: unknown) => Promise.reject(new PluginUnavailable(id, 'unknown', error)),
      );
    }
    if (runtime.active !== null && runtime.ending === null) return Promise.resolve(runtime.active);
    if (runtime.flight !== null) {
      const again = (): Promise<ActivePlugin> => ensure(id, trigger);
      return runtime.unwanted ? runtime.flight.then(again, again) : runtime.flight;
    }
    if (!runtime.isListed) return Promise.reject(new PluginUnavailable(id, 'unknown'));
    const standsAs = runtime.record.entry.state.name;
    if (standsAs === 'blocked' || (standsAs !== 'ready' && !trigger.startsWith('route:'))) {
      return Promise.reject(new PluginUnavailable(id, standsAs === 'locked' ? 'locked' : 'blocked'));
    }
    if (runtime.meter.isFull()) {
      const { state } = runtime.record;
      const cause = state.name === 'failed' ? state.error : undefined;
      return Promise.reject(new PluginUnavailable(id, 'quarantined', cause));
    }
    return start(runtime, trigger);
  }

  return {
    get list() {
      return shown.list;
    },
    get loaded() {
      return shown.loaded;
    },
    get leaving() {
      return shown.leaving;
    },
    find: (id) => runtimes.find(id),
    load() {
      newestLoad += 1;
      const mine = newestLoad;
      const run = async (): Promise<void> => {
        try {
          const index = await loadIndex();
          // The response to an earlier request may belong to the previous session.
          if (mine === newestLoad) await apply(index);
          else await loading;
        } finally {
          if (mine === newestLoad) loading = null;
        }
      };
      const load = run();
      loading = load;
      return load;
    },
    ensure,
    async stop(id) {
      const runtime = runtimes.get(id);
      if (runtime !== undefined) await end(runtime);
    },
    async retry(id) {
      const runtime = runtimes.get(id);
      if (runtime === undefined) throw new PluginUnavailable(id, 'unknown');
      runtime.meter.clear();
      // The button is on a page that the guard has admitted.
      await ensure(id, 'route:retry');
    },
    report(id, phase, error) {
      onFault(id, phase, error);
      const runtime = runtimes.get(id);
      if (runtime === undefined || runtime.active === null || runtime.ending !== null) return;
      if (runtime.activatedAs.source !== undefined) reports?.fault(runtime.activatedAs, phase, error);
      runtime.meter.add();
      const quarantined = runtime.meter.isFull();
      // A plugin that hangs has nothing left to show, so it is stopped at once.
      if (!quarantined && phase !== 'hang') return;
      void end(runtime, { name: 'failed', phase, attempts: runtime.meter.count(), error, quarantined });
    },
  };
}
