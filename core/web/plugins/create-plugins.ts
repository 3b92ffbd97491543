import { runInAction } from 'mobx';

import type { PluginIndex } from '#core/contract/plugin-index.ts';

import { createActivation } from './create-activation.ts';
import { createDeparting } from './create-departing.ts';
import { createEnding } from './create-ending.ts';
import { createLives } from './create-lives.ts';
import { createPartners } from './create-partners.ts';
import { isRunning, setState } from './life.ts';
import type { PluginsOptions } from './plugins-options.ts';
import { PluginUnavailable, type ActivePlugin, type Plugins } from './plugins.ts';
import { reasonToGo, standing } from './standing.ts';

export type { OpenedPlugin, OutsideReports, PluginsOptions } from './plugins-options.ts';

/** Makes the list of plugins and the one writer of their states. */
export function createPlugins(options: PluginsOptions): Plugins {
  const { loadIndex, onFault, reports } = options;
  const lives = createLives();
  const { shown, rest } = lives;
  const { close, end } = createEnding(options, lives);
  const depart = createDeparting(options, { end });
  const start = createActivation(options, { ensurePartners: createPartners(lives, ensure), close, rest });
  let loading: Promise<void> | null = null;
  let newestLoad = 0;

  async function apply(index: PluginIndex): Promise<void> {
    const endings: Array<Promise<void> | undefined> = [];
    runInAction(() => {
      const listed = index.plugins.map((given) => {
        const life = lives.note(given);
        const { entry } = life.record;
        const why = reasonToGo(life.activatedAs, entry);
        if (isRunning(life)) {
          endings.push(depart(life, why));
        } else if (life.record.state.name !== 'failed' || why !== null) {
          life.meter.clear();
          life.attempts = 0;
          setState(life, standing(entry));
        }
        return life;
      });
      const ids = new Set(listed.map(({ id }) => id));
      for (const life of lives.all()) {
        if (ids.has(life.id)) continue;
        life.isListed = false;
        if (isRunning(life)) endings.push(depart(life, 'gone'));
        else rest(life);
      }
      lives.show(listed);
    });
    await Promise.all(endings.filter((ending) => ending !== undefined));
  }

  function ensure(id: string, trigger: string): Promise<ActivePlugin> {
    const life = lives.get(id);
    if (life === undefined) {
      if (loading === null) return Promise.reject(new PluginUnavailable(id, 'unknown'));
      return loading.then(
        () =>
          lives.get(id) === undefined ? Promise.reject(new PluginUnavailable(id, 'unknown')) : ensure(id, trigger),
        (error: unknown) => Promise.reject(new PluginUnavailable(id, 'unknown', error)),
      );
    }
    if (life.active !== null && life.ending === null) return Promise.resolve(life.active);
    if (life.flight !== null) {
      const again = (): Promise<ActivePlugin> => ensure(id, trigger);
      return life.unwanted ? life.flight.then(again, again) : life.flight;
    }
    if (!life.isListed) return Promise.reject(new PluginUnavailable(id, 'unknown'));
    const standsAs = life.record.entry.state.name;
    if (standsAs === 'blocked' || (standsAs !== 'ready' && !trigger.startsWith('route:'))) {
      return Promise.reject(new PluginUnavailable(id, standsAs === 'locked' ? 'locked' : 'blocked'));
    }
    if (life.meter.isFull()) {
      const { state } = life.record;
      const cause = state.name === 'failed' ? state.error : undefined;
      return Promise.reject(new PluginUnavailable(id, 'quarantined', cause));
    }
    return start(life, trigger);
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
    find: (id) => lives.find(id),
    load() {
      newestLoad += 1;
      const mine = newestLoad;
      const run = async (): Promise<void> => {
        try {
          const index = await loadIndex();
          // An answer that was asked for earlier may be of the session before.
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
      const life = lives.get(id);
      if (life !== undefined) await end(life);
    },
    async retry(id) {
      const life = lives.get(id);
      if (life === undefined) throw new PluginUnavailable(id, 'unknown');
      life.meter.clear();
      // Whoever presses the button stands before a page that the guard let in.
      await ensure(id, 'route:retry');
    },
    report(id, phase, error) {
      onFault(id, phase, error);
      const life = lives.get(id);
      if (life === undefined || life.active === null || life.ending !== null) return;
      if (life.activatedAs.source !== undefined) reports?.fault(life.activatedAs, phase, error);
      life.meter.add();
      const quarantined = life.meter.isFull();
      // Of one that hung nothing is left that could be shown.
      if (!quarantined && phase !== 'hang') return;
      void end(life, { name: 'failed', phase, attempts: life.meter.count(), error, quarantined });
    },
  };
}
