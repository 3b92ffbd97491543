import type { WorkBudget } from './greedy.ts';
import type { Random } from './random.ts';

export interface SearchOptions {
  /** Candidates, and the conflicting candidates of each. */
  conflicts: readonly Int32Array[];
  /** A set without conflicts to begin with. */
  start: readonly number[];
  random: Random;
  budget: WorkBudget;
  /** Ends as soon as the set is so large. */
  target: number;
}

// Rounds without a larger set before one candidate is forced in, and before it ends.
const STALL = 60;
const PATIENCE = 3000;

/**
 * A large set of candidates without conflicts: free ones are added, one is exchanged for another where
 * that costs nothing, and now and then one is forced in (iterated local search for independent sets).
 */
export function searchLargestSet(options: SearchOptions): number[] {
  const { conflicts, random, budget } = options;
  const total = conflicts.length;
  const inside = new Uint8Array(total);
  const tightness = new Int32Array(total);
  const movedAt = new Int32Array(total);
  let size = 0;
  let round = 0;
  let best: number[] = [];
  let improvedAt = 0;

  function change(vertex: number, into: 0 | 1): void {
    inside[vertex] = into;
    movedAt[vertex] = round;
    size += into === 1 ? 1 : -1;
    for (const other of conflicts[vertex] ?? []) tightness[other] = (tightness[other] ?? 0) + (into === 1 ? 1 : -1);
    budget.left -= conflicts[vertex]?.length ?? 0;
  }
  function force(vertex: number): void {
    for (const other of conflicts[vertex] ?? []) if (inside[other]) change(other, 0);
    change(vertex, 1);
  }
  /** The candidate of this tightness outside the set that rested longest. */
  function rested(tight: number): number {
    let found = -1;
    let oldest = Infinity;
    const from = random.below(total);
    for (let step = 0; step < total; step += 1) {
      const vertex = (from + step) % total;
      if (inside[vertex] || tightness[vertex] !== tight) continue;
      if ((movedAt[vertex] ?? 0) < oldest) [found, oldest] = [vertex, movedAt[vertex] ?? 0];
    }
    budget.left -= total;
    return found;
  }

  for (const vertex of options.start) change(vertex, 1);
  while (budget.left > 0 && round - improvedAt < PATIENCE) {
    round += 1;
    const free = rested(0);
    if (free >= 0) {
      change(free, 1);
    } else {
      if (size > best.length) {
        best = Array.from(inside.keys()).filter((vertex) => inside[vertex]);
        improvedAt = round;
        if (size >= options.target || size === total) break;
      }
      const exchange = (round - improvedAt) % STALL === STALL - 1 ? -1 : rested(1);
      force(exchange >= 0 ? exchange : outsider());
    }
  }
  return best.length > 0 ? best : Array.from(inside.keys()).filter((vertex) => inside[vertex]);

  function outsider(): number {
    for (let step = random.below(total); ; step += 1) if (!inside[step % total]) return step % total;
  }
}
