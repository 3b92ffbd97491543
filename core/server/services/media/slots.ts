import { abortError } from './abort-error.ts';

/** A fixed number of slots, given out first come, first served. */
export interface Slots {
  readonly count: number;
  /**
   * Waits for a free slot.
   * @returns a function that releases the slot; a second call does nothing
   * @throws AbortError when the signal is aborted while waiting
   */
  acquire(signal?: AbortSignal): Promise<() => void>;
}

/**
 * Makes {@link Slots} for this process.
 * @throws TypeError when `count` is not a whole number of at least 1
 */
export function createSlots(count: number): Slots {
  if (!Number.isInteger(count) || count < 1) throw new TypeError(`createSlots: count must be at least 1, got ${count}`);
  const waiting: (() => void)[] = [];
  let free = count;

  function place(): () => void {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    };
  }

  return {
    count,
    acquire(signal) {
      if (signal?.aborted) return Promise.reject(abortError(signal));
      if (free > 0) {
        free -= 1;
        return Promise.resolve(place());
      }
      return new Promise((resolve, reject) => {
        const take = () => {
          signal?.removeEventListener('abort', leave);
          resolve(place());
        };
        const leave = () => {
          waiting.splice(waiting.indexOf(take), 1);
          reject(abortError(signal));
        };
        waiting.push(take);
        signal?.addEventListener('abort', leave, { once: true });
      });
    },
  };
}
