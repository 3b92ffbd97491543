const TOUCH_EVERY_MILLISECONDS = 120_000;

/** Counts which outputs this process is using. */
export interface Pins {
  add(key: string): void;
  remove(key: string): void;
  has(key: string): boolean;
}

/**
 * Makes {@link Pins}. While anything is pinned, `touch` is called every two minutes, so that other processes
 * see that it is in use.
 */
export function createPins(touch: (keys: readonly string[]) => Promise<void>): Pins {
  const counts = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  return {
    add(key) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      timer ??= setInterval(() => void touch([...counts.keys()]), TOUCH_EVERY_MILLISECONDS).unref();
    },
    remove(key) {
      const left = (counts.get(key) ?? 0) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
      if (counts.size === 0) {
        clearInterval(timer);
        timer = undefined;
      }
    },
    has: (key) => counts.has(key),
  };
}
