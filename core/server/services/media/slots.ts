import { abortError } from './abort-error.ts';

/** A fixed number of slots, given out by turn, and among equal turns first come, first served. */
export interface Slots {
  readonly count: number;
  /**
   * Waits for a free slot.
   * @param turn whoever waits with the lowest one is next; 0 by default
   * @returns a function that releases the slot; a second call does nothing
   * @throws AbortError when the signal is aborted while waiting
   */
  acquire(signal?: AbortSignal, turn?: number): Promise<() => void>;
}

/**
 * Makes {@link Slots} for this process.
 * @throws TypeError when `count` is not a whole number of at least 1
 */
export function createSlots(count: number): Slots {
  if (!Number.isInteger(count) || count < 1) throw new TypeError(`createSlots: count must be at least 1, got ${count}`);
  const waiting: { take: () => void; turn: number }[] = [];
  let free = count;

  function place(): () => void {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      free += 1;
      // Whatever its holder wants next may have a lower turn than those that wait already.
      if (waiting.length > 0) setImmediate(handOn);
    };
  }

  function handOn(): void {
    while (free > 0) {
      const next = waiting.shift();
      if (next === undefined) return;
      free -= 1;
      next.take();
    }
  }

  return {
    count,
    acquire(signal, turn = 0) {
      if (signal?.aborted) return Promise.reject(abortError(signal));
      const isNext = waiting.every((other) => other.turn > turn);
      if (free > 0 && isNext) {
        free -= 1;
        return Promise.resolve(place());
      }
      return new Promise((resolve, reject) => {
        const own = {
          turn,
          take: () => {
            signal?.removeEventListener('abort', leave);
            resolve(place());
          },
        };
        const leave = () => {
          waiting.splice(waiting.indexOf(own), 1);
          reject(abortError(signal));
        };
        const later = waiting.findIndex((other) => other.turn > turn);
        waiting.splice(later === -1 ? waiting.length : later, 0, own);
        signal?.addEventListener('abort', leave, { once: true });
      });
    },
  };
}
