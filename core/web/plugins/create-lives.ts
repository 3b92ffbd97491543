import { observable, runInAction } from 'mobx';

import type { PluginEntry } from '#core/contract/plugin-index.ts';
import { offeredEntry } from '#core/contract/untrusted.ts';

import { beginLife, setLeaving, setState, type Life } from './life.ts';
import type { PluginRecord, Plugins, PluginState } from './plugins.ts';
import { standing } from './standing.ts';

/** The lives of all plugins that are known, and the lists of them. */
export interface Lives {
  /** Observable. */
  readonly shown: Pick<Plugins, 'list' | 'loaded' | 'leaving'>;
  get(id: string): Life | undefined;
  /** Of those that are shown. Observable. */
  find(id: string): PluginRecord | undefined;
  /** Also those that the index does not list any more and that are still running. */
  all(): readonly Life[];
  /** Notes what the index says of a plugin now, which may be a new one. */
  note(given: PluginEntry): Life;
  /** Shows what the index lists now, in its order. */
  show(listed: readonly Life[]): void;
  /** Nothing of a plugin runs any more. @param state what it is then; what the index says when absent */
  rest(life: Life, state?: PluginState): void;
}

/** Makes an empty one. */
export function createLives(): Lives {
  const lives = new Map<string, Life>();
  const shown = observable(
    { list: [] as Plugins['list'], leaving: [] as Plugins['leaving'], loaded: false },
    {},
    { deep: false },
  );

  function listLeaving(): void {
    runInAction(() => {
      shown.leaving = [...lives.values()].filter(({ isListed }) => !isListed).map(({ record }) => record);
    });
  }

  return {
    shown,
    get: (id) => lives.get(id),
    find(id) {
      // Nothing is shown that has no life, and asking each by its name would take its time with hundreds.
      const isAny = shown.list.length + shown.leaving.length > 0;
      return isAny ? lives.get(id)?.record : undefined;
    },
    all: () => [...lives.values()],
    note(given) {
      const entry = offeredEntry(given);
      const life = lives.get(entry.manifest.id) ?? beginLife(entry);
      lives.set(life.id, life);
      life.isListed = true;
      life.given = given;
      life.record.entry = entry;
      return life;
    },
    show(listed) {
      runInAction(() => {
        shown.list = listed.map(({ record }) => record);
        shown.loaded = true;
        listLeaving();
      });
    },
    rest(life, state) {
      setLeaving(life, undefined);
      if (life.isListed) {
        setState(life, state ?? standing(life.record.entry));
        return;
      }
      lives.delete(life.id);
      setState(life, { name: 'hidden', reason: 'not-listed' });
      listLeaving();
    },
  };
}
