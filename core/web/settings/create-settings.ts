import { operatorSettingsChanged, settingsChanged } from '#core/contract/kernel-events.ts';

import type { Events } from '../events/events.ts';
import type { Http } from '../http/http.ts';
import { eventTrigger } from '../live/event-trigger.ts';
import { LiveValue } from '../live/LiveValue.ts';
import { LiveValues } from '../live/LiveValues.ts';
import type { Settings } from './settings.ts';

/** The namespace of the shell's own settings. */
const SHELL = 'shell';

type Values = Readonly<Record<string, unknown>>;

export interface SettingsDependencies {
  http(): Pick<Http, 'send'>;
  events: Pick<Events, 'on' | 'connected'>;
  /** The user that the settings belong to; null while nobody is logged in. Observed. */
  userId(): string | null;
  report(error: unknown): void;
}

/** {@link Settings} of the shell, and one view for each plugin. */
export interface SettingsService extends Settings {
  forPlugin(plugin: string): Settings;
  /** Forgets everything, because the account changes. */
  clear(): void;
  dispose(): void;
}

/** Creates the account's settings; those of a plugin are loaded when one of them is first read. */
export function createSettings({ http, events, userId, report }: SettingsDependencies): SettingsService {
  /** Writes to a namespace go out one after another, so that the last one wins. */
  const writing = new Map<string, Promise<unknown>>();

  async function load(path: string, signal: AbortSignal): Promise<Values> {
    try {
      return (await http().send<{ values: Values }>({ method: 'GET', path, handlesErrors: true, signal })).values;
    } catch (error) {
      if (!signal.aborted) report(error);
      throw error;
    }
  }

  /** What the account has set, by namespace. */
  const own = new LiveValues<Values>((scope, namespace) => {
    const follows = [eventTrigger(settingsChanged, (changed) => changed.namespace === namespace)];
    const options = { events, follows, rest: 0, empty: {} };
    return new LiveValue(scope, (signal) => load(`/api/settings/${namespace}`, signal), options);
  });
  /** What operators have set, by plugin. */
  const operators = new LiveValues<Values>((scope, plugin) => {
    const options = { events, follows: [eventTrigger(operatorSettingsChanged(plugin))], rest: 0 };
    return new LiveValue(scope, (signal) => load(`/api/plugins/${plugin}/settings`, signal), options);
  });

  async function change(namespace: string, changes: Values): Promise<void> {
    const before = writing.get(namespace);
    const body = { values: Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, value ?? null])) };
    const send = async (): Promise<{ values: Values }> => {
      await before;
      return await http().send({ method: 'PUT', path: `/api/settings/${namespace}`, body });
    };
    const change = (values: Values): Values => changed(values, changes);
    const mine = own.at(namespace).change(change, send, (_, { values }) => values);
    const settled = mine.catch(() => undefined);
    writing.set(namespace, settled);
    try {
      await mine;
    } finally {
      if (writing.get(namespace) === settled) writing.delete(namespace);
    }
  }

  function from(namespace: string): Settings {
    return {
      read: (key) => (userId() === null ? undefined : own.read(namespace)?.[key]),
      write: (key, value) => change(namespace, { [key]: value }),
      change: (values) => change(namespace, values),
      readOperator: (key) => operators.read(namespace)?.[key],
      async load() {
        await Promise.all([userId() === null ? undefined : own.ready(namespace), operators.ready(namespace)]);
      },
    };
  }

  return {
    ...from(SHELL),
    forPlugin: from,
    clear() {
      own.clear();
      operators.clear();
    },
    dispose() {
      own.dispose();
      operators.dispose();
    },
  };
}

function changed(values: Values, changes: Values): Values {
  const entries = Object.entries({ ...values, ...changes });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null));
}
