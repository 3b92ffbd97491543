import { randomUuid } from '#core/web/random-uuid.ts';
import type { BrowserStorage } from '#core/web/storage/storage.ts';

/** Begins the storage key of each page that shows a preview. */
const PREFIX = 'previewing.';

/** What this browser remembers of pages that died of a preview: a decoder or the graphics can take the page along. */
export interface PreviewDeaths {
  /** Whether a page died while it showed one. */
  happened(): Promise<boolean>;
  /** Forgets those that died: somebody wants to try again. */
  forget(): void;
  /** Marks this page as showing a preview. @returns takes the mark away, once it is set */
  mark(): Promise<() => void>;
}

/** The lock that a page holds as long as it lives: by it other pages know its mark from one that was left behind. */
const lockOf = (key: string): string => `reelport.mixing.${key}`;

/** @param storage the plugin's own; `navigator.locks` exist wherever a browser can show a preview */
export function previewDeaths(storage: BrowserStorage): PreviewDeaths {
  const marks = (): string[] => storage.keys().filter((key) => key.startsWith(PREFIX));
  let dead: readonly string[] = [];
  return {
    async happened() {
      if (marks().length === 0) return false;
      const { held = [] } = await navigator.locks.query();
      const alive = new Set(held.map(({ name }) => name));
      dead = marks().filter((key) => !alive.has(lockOf(key)));
      return dead.length > 0;
    },
    forget() {
      for (const key of dead) storage.remove(key);
      dead = [];
    },
    async mark() {
      const key = PREFIX + randomUuid();
      const release = await hold(lockOf(key));
      // Pages out of sight are put away without notice when memory is short, which says nothing of their preview.
      const follow = (): void => {
        if (document.visibilityState === 'visible') storage.write(key, true);
        else storage.remove(key);
      };
      const leave = (): void => storage.remove(key);
      follow();
      document.addEventListener('visibilitychange', follow);
      window.addEventListener('pagehide', leave);
      return () => {
        document.removeEventListener('visibilitychange', follow);
        window.removeEventListener('pagehide', leave);
        leave();
        release();
      };
    },
  };
}

/** Holds a lock. @returns releases it, once it is held */
function hold(name: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, () => new Promise<void>((release) => resolve(release)))
      .catch((error: unknown) => reject(error instanceof Error ? error : new Error(String(error))));
  });
}
