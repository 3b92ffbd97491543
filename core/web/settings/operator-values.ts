import { observable, runInAction } from 'mobx';

import { operatorSettingsChanged } from '#core/contract/kernel-events.ts';

import type { Events } from '../events/events.ts';
import type { Http } from '../http/http.ts';
import type { Undo } from '../scope.ts';

type Values = Readonly<Record<string, unknown>>;

/** What operators have set, by plugin; each plugin's settings are loaded on first read and followed from then on. */
export interface OperatorSettings {
  /** Observable. Undefined until loaded, or when not set. */
  read(plugin: string, key: string): unknown;
  /** Resolves once they have been loaded, or failed to load. */
  load(plugin: string): Promise<void>;
  /** Forgets everything: another session may see other plugins. */
  clear(): void;
  dispose(): void;
}

export interface OperatorValuesDependencies {
  http(): Pick<Http, 'send'>;
  events: Pick<Events, 'on'>;
  report(error: unknown): void;
}

/** Creates the {@link OperatorSettings}. */
export function createOperatorValues({ http, events, report }: OperatorValuesDependencies): OperatorSettings {
  const loaded = observable.map<string, Values>([], { deep: false });
  const loading = new Map<string, Promise<void>>();
  const heard = new Map<string, Undo>();
  let epoch = 0;

  /** Always makes another request after a pending one, whose response may be older than the change. */
  function load(plugin: string): Promise<void> {
    const mine = epoch;
    const request = (loading.get(plugin) ?? Promise.resolve()).then(async () => {
      if (mine !== epoch) return;
      try {
        const path = `/api/plugins/${plugin}/settings`;
        const { values } = await http().send<{ values: Values }>({ method: 'GET', path, handlesErrors: true });
        if (mine === epoch) runInAction(() => loaded.set(plugin, values));
      } catch (error) {
        report(error);
      }
    });
    loading.set(plugin, request);
    return request;
  }

  function follow(plugin: string): void {
    if (!heard.has(plugin)) {
      const again = (): void => void load(plugin);
      heard.set(plugin, events.on(operatorSettingsChanged(plugin), again, again));
    }
    if (!loading.has(plugin)) void load(plugin);
  }

  return {
    read(plugin, key) {
      const values = loaded.get(plugin);
      // Called while rendering, so the load is started outside of it.
      if (values === undefined) queueMicrotask(() => follow(plugin));
      return values?.[key];
    },
    async load(plugin) {
      if (loaded.has(plugin)) return;
      follow(plugin);
      await loading.get(plugin);
    },
    clear() {
      epoch += 1;
      loading.clear();
      runInAction(() => loaded.clear());
    },
    dispose() {
      epoch += 1;
      for (const undo of heard.values()) void undo();
      heard.clear();
    },
  };
}
