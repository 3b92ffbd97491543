import { observable, runInAction } from 'mobx';

import { settingsChanged } from '#core/contract/kernel-events.ts';

import { createOperatorValues, type OperatorValuesDependencies } from './operator-values.ts';
import type { Settings } from './settings.ts';

/** The namespace of the shell's own settings. */
const SHELL = 'shell';

type Values = Readonly<Record<string, unknown>>;

export interface SettingsDependencies extends OperatorValuesDependencies {
  /** The user that the settings belong to; null while nobody is logged in. Observed. */
  userId(): string | null;
}

/** {@link Settings} of the shell, and one view for each plugin. */
export interface SettingsService extends Settings {
  forPlugin(plugin: string): Settings;
  /** Forgets everything, because the account changes. */
  clear(): void;
  dispose(): void;
}

/** Creates the account's settings; those of a plugin are loaded when one of them is first read. */
export function createSettings(dependencies: SettingsDependencies): SettingsService {
  const loaded = observable.map<string, Values>([], { deep: false });
  const loading = new Map<string, Promise<void>>();
  /** Writes to a namespace go out one after another, so that the last one wins. */
  const writing = new Map<string, Promise<void>>();
  const operators = createOperatorValues(dependencies);
  let epoch = 0;

  const keep = (namespace: string, values: Values, mine: number) => {
    if (mine === epoch) runInAction(() => loaded.set(namespace, values));
  };

  async function fetchValues(namespace: string): Promise<void> {
    const mine = epoch;
    try {
      const path = `/api/settings/${namespace}`;
      const { values } = await dependencies
        .http()
        .send<{ values: Values }>({ method: 'GET', path, handlesErrors: true });
      keep(namespace, values, mine);
    } catch (error) {
      dependencies.report(error);
    } finally {
      if (mine === epoch) loading.delete(namespace);
    }
  }

  function load(namespace: string): Promise<void> {
    const known = loading.get(namespace);
    if (known !== undefined) return known;
    const started = fetchValues(namespace);
    loading.set(namespace, started);
    return started;
  }

  async function send(namespace: string, changes: Values): Promise<void> {
    const mine = epoch;
    const before = loaded.get(namespace);
    keep(namespace, changed(before ?? {}, changes), mine);
    try {
      const { values } = await dependencies.http().send<{ values: Values }>({
        method: 'PUT',
        path: `/api/settings/${namespace}`,
        body: { values: Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, value ?? null])) },
      });
      keep(namespace, values, mine);
    } catch (error) {
      if (before !== undefined) {
        const as = Object.fromEntries(Object.keys(changes).map((key) => [key, before[key]]));
        keep(namespace, changed(loaded.get(namespace) ?? {}, as), mine);
      } else if (mine === epoch) runInAction(() => loaded.delete(namespace));
      throw error;
    }
  }

  async function change(namespace: string, changes: Values): Promise<void> {
    const before = writing.get(namespace) ?? Promise.resolve();
    const mine = before.then(() => send(namespace, changes));
    const settled = mine.catch(() => undefined);
    writing.set(namespace, settled);
    try {
      await mine;
    } finally {
      if (writing.get(namespace) === settled) writing.delete(namespace);
    }
  }

  const undo = dependencies.events.on(
    settingsChanged,
    ({ namespace }) => {
      if (loaded.has(namespace)) void load(namespace);
    },
    () => {
      for (const namespace of loaded.keys()) void load(namespace);
    },
  );

  function from(namespace: string): Settings {
    return {
      read(key) {
        const values = loaded.get(namespace);
        // Called while rendering, so the load is started outside of it.
        if (values === undefined && dependencies.userId() !== null) queueMicrotask(() => void load(namespace));
        return values?.[key];
      },
      write: (key, value) => change(namespace, { [key]: value }),
      change: (values) => change(namespace, values),
      readOperator: (key) => operators.read(namespace, key),
      async load() {
        const isRead = dependencies.userId() === null || loaded.has(namespace);
        await Promise.all([isRead ? undefined : load(namespace), operators.load(namespace)]);
      },
    };
  }

  return {
    ...from(SHELL),
    forPlugin: from,
    clear() {
      epoch += 1;
      loading.clear();
      operators.clear();
      runInAction(() => loaded.clear());
    },
    dispose() {
      void undo();
      operators.dispose();
    },
  };
}

function changed(values: Values, changes: Values): Values {
  const entries = Object.entries({ ...values, ...changes });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null));
}
