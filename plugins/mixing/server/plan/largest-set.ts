import { largerExactSet } from './exact-set.ts';
import type { WorkBudget } from './greedy.ts';
import type { Random } from './random.ts';
import { searchLargestSet } from './small-search.ts';

export interface LargestSet {
  set: number[];
  /** No set is larger. */
  bound: number;
}

// Fixed amounts of work, so that a result never depends on the speed of the machine.
const SEARCH_STEPS = 40_000_000;
const EXACT_STEPS = 20_000_000;
const EXACT_CANDIDATES = 400;
const COVERS = 24;
const COVER_STEPS = 10_000_000;

/**
 * A largest set of candidates without conflicts as far as it can be found, and how large one could be at
 * most: both are the same number when it is proven that there is no larger one.
 * @param start a set without conflicts to begin with
 * @param target ends as soon as the set is so large; the bound then says nothing
 */
export function largestSet(
  conflicts: readonly Int32Array[],
  start: readonly number[],
  target: number,
  random: Random,
): LargestSet {
  if (conflicts.length === 0) return { set: [], bound: 0 };
  const budget: WorkBudget = { left: SEARCH_STEPS };
  const found = searchLargestSet({ conflicts, start, random, budget, target });
  if (found.length >= target) return { set: found, bound: Infinity };

  const inside = new Set(found);
  const exact: WorkBudget = { left: EXACT_STEPS };
  const set: number[] = [];
  let bound = 0;
  for (const part of componentsOf(conflicts)) {
    const number = new Map(part.map((vertex, at) => [vertex, at]));
    const own = part.map((vertex) => Int32Array.from(conflicts[vertex] ?? [], (other) => number.get(other) ?? 0));
    const known = part.filter((vertex) => inside.has(vertex));
    const covered = cliqueCover(own, known.length, random);
    const larger =
      covered > known.length && part.length <= EXACT_CANDIDATES ? largerExactSet(own, known.length, exact) : undefined;
    set.push(...(larger?.map((at) => part[at] as number) ?? known)); // at is within the part
    bound += larger === undefined ? covered : (larger?.length ?? known.length);
  }
  return { set: set.sort((a, b) => a - b), bound };
}

function componentsOf(conflicts: readonly Int32Array[]): number[][] {
  const seen = new Uint8Array(conflicts.length);
  const parts: number[][] = [];
  for (let from = 0; from < conflicts.length; from += 1) {
    if (seen[from]) continue;
    seen[from] = 1;
    const part = [from];
    for (let at = 0; at < part.length; at += 1) {
      for (const other of conflicts[part[at] ?? 0] ?? []) {
        if (seen[other]) continue;
        seen[other] = 1;
        part.push(other);
      }
    }
    parts.push(part);
  }
  return parts;
}

/** In how few cliques of conflicts the candidates fit: each gives one at most. */
function cliqueCover(conflicts: readonly Int32Array[], least: number, random: Random): number {
  let fewest = conflicts.length;
  for (let cover = 0, steps = COVER_STEPS; cover < COVERS && fewest > least && steps > 0; cover += 1) {
    const waiting = new Set(random.shuffle([...conflicts.keys()]));
    let cliques = 0;
    for (const from of waiting) {
      cliques += 1;
      waiting.delete(from);
      let fitting = (conflicts[from] ?? new Int32Array()).filter((other) => waiting.has(other));
      while (fitting.length > 0) {
        // The one that leaves most to choose from, while there is time to look.
        const inside = new Set(fitting);
        let next = fitting[0] as number; // it is not empty
        let most = -1;
        for (const vertex of steps > 0 ? fitting : []) {
          const others = conflicts[vertex] ?? new Int32Array();
          const left = others.reduce((sum, other) => sum + (inside.has(other) ? 1 : 0), 0);
          steps -= others.length;
          if (left > most) [next, most] = [vertex, left];
        }
        waiting.delete(next);
        const beside = new Set(conflicts[next]);
        fitting = fitting.filter((vertex) => beside.has(vertex));
      }
    }
    fewest = Math.min(fewest, cliques);
  }
  return fewest;
}
