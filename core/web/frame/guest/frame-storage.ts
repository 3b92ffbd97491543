import { observable, runInAction } from 'mobx';

import type { Settings } from '#core/web/settings/settings.ts';
import type { BrowserStorage } from '#core/web/storage/storage.ts';
import { asJson } from './frame-http.ts';
import { send, type FrameLink } from './frame-link.ts';

/** The plugin's storage in this browser, held by the workbench. */
export function frameStorage({ host, start }: Pick<FrameLink, 'host' | 'start'>): BrowserStorage {
  const values = new Map(Object.entries(start.storage));
  return {
    read: (key) => asJson(values.get(key)),
    write(key, value) {
      if (value === undefined) throw new TypeError(`storage: ${key} cannot be undefined; remove it instead`);
      const kept = asJson(value);
      values.set(key, kept);
      send(host.keep(key, kept));
    },
    remove(key) {
      values.delete(key);
      send(host.drop(key));
    },
    keys: () => [...values.keys()],
  };
}

/** The plugin's settings of the account and of operators; each is watched from its first read on. */
export function frameSettings({ host, hearing }: Pick<FrameLink, 'host' | 'hearing'>): Settings {
  const account = followed((key) => host.watchSetting(key));
  const operator = followed((key) => host.watchOperatorSetting(key));
  hearing.setting = account.take;
  hearing.operatorSetting = operator.take;
  return {
    read: account.read,
    write: (key, value) => host.writeSetting(key, asJson(value)),
    change: (values) =>
      // Undefined would be dropped on the way; null resets a setting.
      host.changeSettings(
        Object.fromEntries(Object.entries(values).map(([key, value]) => [key, asJson(value) ?? null])),
      ),
    readOperator: operator.read,
    load: () => host.loadSettings(),
  };
}

/** Values that the workbench keeps sending once they have been requested. */
function followed(watch: (key: string) => Promise<void>) {
  const values = observable.map<string, unknown>([], { deep: false });
  const watched = new Set<string>();
  return {
    // The return value would be sent back over the port, and a map cannot be.
    take: (key: string, value: unknown) => runInAction(() => void values.set(key, value)),
    read(key: string): unknown {
      if (!watched.has(key)) {
        watched.add(key);
        send(watch(key));
      }
      return values.get(key);
    },
  };
}
