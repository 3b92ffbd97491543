import { observable, runInAction } from 'mobx';

import type { PluginEntry } from '#core/contract/plugin-index.ts';
import { offeredEntry } from '#core/contract/untrusted.ts';

import { createPluginRuntime, setLeaving, setState, type PluginRuntime } from './plugin-runtime.ts';
import type { PluginRecord, Plugins, PluginState } from './plugins.ts';
import { statusOf } from './plugin-status.ts';

/** The runtimes of all known plugins, and the lists shown of them. */
export interface PluginRuntimes {
  /** Observable. */
  readonly shown: Pick<Plugins, 'list' | 'loaded' | 'leaving'>;
  get(id: string): PluginRuntime | undefined;
  /** Of those that are shown. Observable. */
  find(id: string): PluginRecord | undefined;
  /** Also those that the index does not list any more and that are still running. */
  all(): readonly PluginRuntime[];
  /** Records what the index says of a plugin, new or known. */
  note(given: PluginEntry): PluginRuntime;
  /** Shows what the index lists now, in its order. */
  show(listed: readonly PluginRuntime[]): void;
  /** Called when nothing of a plugin runs any more. @param state its new state; by default what the index says */
  rest(runtime: PluginRuntime, state?: PluginState): void;
}

/** Makes an empty {@link PluginRuntimes}. */
export function createPluginRuntimes(): PluginRuntimes {
  const runtimes = new Map<string, PluginRuntime>();
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
      // Whatever is shown has a runtime; a map lookup stays quick with hundreds of plugins.
      const isAny = shown.list.length + shown.leaving.length > 0;
      return isAny ? runtimes.get(id)?.record : undefined;
    },
    all: () => [...runtimes.values()],
    note(given) {
      const entry = offeredEntry(given);
      const runtime = runtimes.get(entry.manifest.id) ?? createPluginRuntime(entry);
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
