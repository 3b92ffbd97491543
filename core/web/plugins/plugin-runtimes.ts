import { createAtom, observable, runInAction } from 'mobx';

import type { PluginEntry } from '#core/contract/plugin-index.ts';
import { offeredEntry } from '#core/contract/untrusted.ts';

import { createPluginRuntime, setLeaving, setState, type PluginRuntime } from './plugin-runtime.ts';
import type { PluginRecord, Plugins, PluginState } from './plugins.ts';
import { statusOf } from './plugin-status.ts';

/** The runtimes of all known plugins, and the visible lists of them. */
export interface PluginRuntimes {
  /** Observable. */
  readonly shown: Pick<Plugins, 'list' | 'loaded' | 'leaving'>;
  get(id: string): PluginRuntime | undefined;
  /** Finds one of the visible plugins. Observable. */
  find(id: string): PluginRecord | undefined;
  /** Includes those that are no longer in the index but still running. */
  all(): readonly PluginRuntime[];
  /** Records the index entry of a plugin, new or known. */
  note(given: PluginEntry): PluginRuntime;
  /** Makes these the visible list, in the order of the index. */
  show(listed: readonly PluginRuntime[]): void;
  /**
   * Called when nothing of a plugin runs any more. @param state its new state; by default the one that the index gives
   */
  rest(runtime: PluginRuntime, state?: PluginState): void;
}

/** Creates an empty {@link PluginRuntimes}. */
export function createPluginRuntimes(): PluginRuntimes {
  const runtimes = new Map<string, PluginRuntime>();
  const entries = createAtom('plugin.entries');
  const shown = observable(
    { list: [] as Plugins['list'], leaving: [] as Plugins['leaving'], loaded: false },
    {},
    { deep: false },
  );

  function listLeaving(): void {
    runInAction(() => {
      shown.leaving = [...runtimes.values()].filter(({ isListed }) => !isListed).map(({ record }) => record);
    });
  }

  return {
    shown,
    get: (id) => runtimes.get(id),
    find(id) {
      // Every visible plugin has a runtime; a map lookup stays quick with hundreds of plugins.
      const isAny = shown.list.length + shown.leaving.length > 0;
      return isAny ? runtimes.get(id)?.record : undefined;
    },
    all: () => [...runtimes.values()],
    note(given) {
      const entry = offeredEntry(given);
      const runtime = runtimes.get(entry.manifest.id) ?? createPluginRuntime(entry, entries);
      runtimes.set(runtime.id, runtime);
      runtime.isListed = true;
      runtime.given = given;
      runtime.record.entry = entry;
      return runtime;
    },
    show(listed) {
      runInAction(() => {
        shown.list = listed.map(({ record }) => record);
        shown.loaded = true;
        listLeaving();
      });
    },
    rest(runtime, state) {
      setLeaving(runtime, undefined);
      if (runtime.isListed) {
        setState(runtime, state ?? statusOf(runtime.record.entry));
        return;
      }
      runtimes.delete(runtime.id);
      setState(runtime, { name: 'hidden', reason: 'not-listed' });
      listLeaving();
    },
  };
}
