const WINDOW_MILLISECONDS = 60_000;

/** Counts the faults of the last minute by plugin. */
export interface FaultCount {
  /** @returns how many there were within the last minute, this one included */
  add(id: string): number;
  clear(id: string): void;
}

/** A {@link FaultCount} of this process, by the clock that is given. */
export function createFaultCount(now: () => Date): FaultCount {
  const times = new Map<string, number[]>();
  return {
    add(id) {
      const at = now().getTime();
      const recent = (times.get(id) ?? []).filter((time) => at - time < WINDOW_MILLISECONDS);
      recent.push(at);
      // More are not needed.
      times.set(id, recent.slice(-100));
      return recent.length;
    },
    clear: (id) => void times.delete(id),
  };
}
