const MAX = 3;
const WITHIN_MILLISECONDS = 60_000;

/** Counts the faults of the last minute. */
export interface FaultMeter {
  add(): void;
  count(): number;
  /** Three within a minute: automatic retries would only repeat it. Stays true until cleared. */
  isFull(): boolean;
  clear(): void;
}

/** Creates an empty meter. */
export function createFaultMeter(): FaultMeter {
  let times: number[] = [];
  return {
    add() {
      if (times.length >= MAX) return;
      const now = performance.now();
      times = [...times.filter((time) => now - time < WITHIN_MILLISECONDS), now];
    },
    count: () => times.length,
    isFull: () => times.length >= MAX,
    clear() {
      times = [];
    },
  };
}
