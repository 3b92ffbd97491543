import { runInAction } from 'mobx';

import type { StoreSnapshots } from '../plugins/service-grants.ts';

type Data = null | boolean | number | string | Data[] | { [key: string]: Data };

/** The data of a plugin's stores when its last build stopped. */
interface Kept {
  revision: string;
  stores: Map<string, Record<string, Data>>;
}

/** By plugin; only for builds that developers push, and only the last one. */
const keptOf = new Map<string, Kept>();

/** Carries the data of a plugin's stores over to a new build, matched by class name. */
export function createStoreSnapshots(plugin: string, revision: string): StoreSnapshots {
  return {
    take(stores) {
      keptOf.set(plugin, {
        revision,
        stores: new Map([...stores].map((store) => [store.constructor.name, dataOf(store)])),
      });
    },
    give(store) {
      const kept = keptOf.get(plugin);
      // Restarting the same build starts from scratch.
      if (kept === undefined || kept.revision === revision) return;
      const data = kept.stores.get(store.constructor.name);
      if (data !== undefined) runInAction(() => fill(store, data));
    },
  };
}

/** The properties of a store that are plain data. */
function dataOf(store: object): Record<string, Data> {
  const entries = Object.keys(store).flatMap((key): [string, Data][] => {
    try {
      const data = asData(Reflect.get(store, key), new Set());
      return data === undefined ? [] : [[key, data]];
    } catch {
      return [];
    }
  });
  return Object.fromEntries(entries);
}

/** A deep copy; undefined for anything that is not plain JSON data. */
function asData(value: unknown, within: ReadonlySet<unknown>): Data | undefined {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'object' || within.has(value)) return undefined;
  const inside = new Set([...within, value]);
  if (Array.isArray(value)) {
    const items = value.map((item) => asData(item, inside));
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const entries = Object.entries(value).map(([key, item]) => [key, asData(item, inside)] as const);
  return entries.every((entry): entry is [string, Data] => entry[1] !== undefined)
    ? Object.fromEntries(entries)
    : undefined;
}

function fill(store: object, data: Readonly<Record<string, Data>>): void {
  for (const [key, value] of Object.entries(data)) {
    try {
      if (Object.hasOwn(store, key) && fits(value, asData(Reflect.get(store, key), new Set()))) {
        Reflect.set(store, key, value);
      }
    } catch {
      // A property that refuses the value keeps its initial one.
    }
  }
}

/** Whether an old value may replace the initial value of the new build. */
function fits(old: Data, fresh: Data | undefined): boolean {
  if (fresh === undefined) return false;
  // Null stands for a value that is not known yet, of whatever type.
  if (fresh === null || old === null) return true;
  if (Array.isArray(old) || Array.isArray(fresh)) return Array.isArray(old) && Array.isArray(fresh);
  if (typeof old !== 'object' || typeof fresh !== 'object') return typeof old === typeof fresh;
  return Object.entries(fresh).every(([key, value]) => {
    const before = old[key];
    return before !== undefined && fits(before, value);
  });
}
