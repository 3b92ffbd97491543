import type { Clock } from '#core/server/ground/clock.ts';

/** A clock that a test moves; it begins at the time of its making. */
export interface SettableClock extends Clock {
  /** Moves the clock on. */
  advance(seconds: number): void;
}

/** Makes a {@link SettableClock}. */
export function settableClock(): SettableClock {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    advance(seconds) {
      offset += seconds * 1000;
    },
  };
}
