import type { BrowserStorage } from './storage.ts';

/** {@link BrowserStorage} of the kernel, and one view for each plugin. */
export interface StorageService extends BrowserStorage {
  /** The storage of one plugin, separate from all others. */
  forPlugin(plugin: string): BrowserStorage;
}

/**
 * Stores values as JSON in the browser's storage; in memory for the life of the page when that is full, disabled or
 * blocked.
 * @param open returns the browser's storage; reading the property alone may throw
 */
export function createStorage(open: () => globalThis.Storage = () => globalThis.localStorage): StorageService {
  const memory = new Map<string, string>();

  function kept(): globalThis.Storage | undefined {
    try {
      return open();
    } catch {
      return undefined;
    }
  }

  function from(prefix: string): BrowserStorage {
    return {
      read(key) {
        const text = memory.get(prefix + key) ?? attempt(() => kept()?.getItem(prefix + key));
        if (text === undefined || text === null) return undefined;
        return attempt(() => JSON.parse(text) as unknown);
      },
      write(key, value) {
        if (value === undefined) throw new TypeError(`storage: ${key} cannot be undefined; remove it instead`);
        const text = JSON.stringify(value);
        const stored = attempt(() => {
          const storage = kept();
          storage?.setItem(prefix + key, text);
          return storage !== undefined;
        });
        if (stored === true) memory.delete(prefix + key);
        else memory.set(prefix + key, text);
      },
      remove(key) {
        memory.delete(prefix + key);
        attempt(() => kept()?.removeItem(prefix + key));
      },
      keys() {
        const all = new Set(memory.keys());
        attempt(() => {
          const storage = kept();
          for (let index = 0; index < (storage?.length ?? 0); index += 1) all.add(storage?.key(index) ?? '');
        });
        return [...all].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
      },
    };
  }

  return { ...from(''), forPlugin: (plugin) => from(`reelport.${plugin}.`) };
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
