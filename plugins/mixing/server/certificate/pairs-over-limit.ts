import type { Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';

import { isSameFootage } from '../plan/shared-footage.ts';
import type { Pair } from '#plugins/mixing/certificate.ts';

/** A shot's footage as it was rendered. */
export interface SymbolSegment {
  symbol: string;
  footage: Fingerprint;
}

export interface OverLimit {
  /** Pairs that share more shots than they may, or more footage than was planned in common and the tolerance. */
  failures: Pair[];
  /** Files of few outputs whose replacement leaves no such pair; of two the later one. */
  again: string[];
  /** Maps the symbols of pairs that show the same footage to their representative. */
  merged: Map<string, string>;
}

interface Judged {
  file: string;
  segments: readonly SymbolSegment[];
}

/** Whether a pair shares more than it may. */
export function isOver(pair: Pair, mostShared: number): boolean {
  return pair.sharedFootage > pair.limit || pair.sharedShots > mostShared;
}

/**
 * Finds what a batch must plan anew: which outputs, and which symbols the plan must not tell apart.
 * @param outputs in the order in which they were made; fixed ones are never named
 * @param mostShared most shots that two outputs may have in common
 * @param earlier pairs of an output and an earlier one; only binding ones count
 */
export function pairsOverLimit(
  pairs: readonly Pair[],
  outputs: readonly (Judged & { fixed?: boolean })[],
  mostShared: number,
  earlier: { pairs: readonly Pair[]; outputs: readonly (Judged & { binding: boolean })[] } = { pairs: [], outputs: [] },
): OverLimit {
  const failures = pairs.filter((pair) => isOver(pair, mostShared));
  const numbers = new Map(outputs.map(({ file }, index) => [file, index]));
  const edges = failures.map(({ a, b }): [number, number] => [numbers.get(a) ?? -1, numbers.get(b) ?? -1]);
  const binding = new Map(
    earlier.outputs.flatMap((output) => (output.binding ? [[output.file, output] as const] : [])),
  );
  const likeEarlier = earlier.pairs.filter((pair) => binding.has(pair.b) && isOver(pair, mostShared));
  const merged = alikeSymbols([
    ...edges.map(([a, b]) => [outputs[a]?.segments ?? [], outputs[b]?.segments ?? []] as const),
    ...likeEarlier.map(({ a, b }) => {
      const own = outputs[numbers.get(a) ?? -1];
      return [own?.segments ?? [], binding.get(b)?.segments ?? []] as const;
    }),
  ]);
  if (merged.size > 0) {
    // What the merging takes away shows in other pairs as well.
    edges.push(...tooAlike(outputs, merged, mostShared));
  }
  const isFixed = (index: number) => outputs[index]?.fixed === true;
  const forced = new Set(likeEarlier.flatMap(({ a }) => numbers.get(a) ?? []).filter((index) => !isFixed(index)));
  for (const [a, b] of edges) {
    if (isFixed(a) !== isFixed(b)) forced.add(isFixed(a) ? b : a);
  }
  const free = edges.filter(([a, b]) => !forced.has(a) && !forced.has(b) && !isFixed(a) && !isFixed(b));
  const again = [...forced, ...leastToReplace(free)].sort((a, b) => a - b);
  return { failures, again: again.flatMap((index) => outputs[index]?.file ?? []), merged };
}

/** Pairs that have too many symbols in common once some count as one. */
function tooAlike(
  outputs: readonly { segments: readonly SymbolSegment[] }[],
  merged: ReadonlyMap<string, string>,
  mostShared: number,
): [number, number][] {
  const sets = outputs.map(({ segments }) => new Set(segments.map(({ symbol }) => merged.get(symbol) ?? symbol)));
  const edges: [number, number][] = [];
  sets.forEach((first, a) => {
    sets.slice(a + 1).forEach((second, offset) => {
      if (first.intersection(second).size > mostShared) {
        edges.push([a, a + 1 + offset]);
      }
    });
  });
  return edges;
}

/** A small vertex cover: the one in most pairs first, the later of equals. */
function leastToReplace(edges: readonly (readonly [number, number])[]): number[] {
  const neighbours = new Map<number, Set<number>>();
  const join = (a: number, b: number) => neighbours.set(a, (neighbours.get(a) ?? new Set()).add(b));
  for (const [a, b] of edges) {
    join(a, b);
    join(b, a);
  }
  const chosen: number[] = [];
  while (neighbours.size > 0) {
    let [worst, most] = [-1, 0];
    for (const [index, others] of neighbours) {
      if (others.size > most || (others.size === most && index > worst)) {
        [worst, most] = [index, others.size];
      }
    }
    chosen.push(worst);
    for (const other of neighbours.get(worst) ?? []) {
      const left = neighbours.get(other);
      left?.delete(worst);
      if (left?.size === 0) {
        neighbours.delete(other);
      }
    }
    neighbours.delete(worst);
  }
  return chosen.sort((a, b) => a - b);
}

function alikeSymbols(
  pairs: readonly (readonly [readonly SymbolSegment[], readonly SymbolSegment[]])[],
): Map<string, string> {
  const standsFor = new Map<string, string>();
  const leader = (symbol: string): string => {
    const next = standsFor.get(symbol);
    return next === undefined ? symbol : leader(next);
  };
  const seen = new Set<string>();
  for (const [first, second] of pairs) {
    for (const a of first) {
      for (const b of second) {
        const key = JSON.stringify(a.symbol < b.symbol ? [a.symbol, b.symbol] : [b.symbol, a.symbol]);
        if (a.symbol === b.symbol || seen.has(key)) {
          continue;
        }
        seen.add(key);
        const [one, other] = [leader(a.symbol), leader(b.symbol)];
        if (one !== other && isSameFootage(a.footage, b.footage)) {
          standsFor.set(one < other ? other : one, one < other ? one : other);
        }
      }
    }
  }
  return new Map([...standsFor.keys()].map((symbol) => [symbol, leader(symbol)]));
}
