/** Who waits for whose activation. */
export interface Waits {
  /** False when the other already waits for the first, directly or through others. */
  mayWait(waiting: string, other: string): boolean;
  wait(waiting: string, other: string): () => void;
}

/** Makes an empty one. */
export function createWaits(): Waits {
  const edges = new Map<string, Set<string>>();

  function reaches(from: string, to: string, seen = new Set<string>()): boolean {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return [...(edges.get(from) ?? [])].some((next) => reaches(next, to, seen));
  }

  return {
    mayWait: (waiting, other) => !reaches(other, waiting),
    wait(waiting, other) {
      const others = edges.get(waiting) ?? new Set();
      edges.set(waiting, others.add(other));
      return () => {
        others.delete(other);
        if (others.size === 0) edges.delete(waiting);
      };
    },
  };
}
