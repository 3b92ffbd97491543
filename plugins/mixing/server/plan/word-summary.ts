import type { Plan, PlanInput, Word } from './plan-input.ts';

export type WordSummary = Pick<Plan, 'minDistance' | 'meanDistance' | 'openings' | 'use' | 'joints'>;

/** What holds for a list of words: distances, openings, use and transitions. */
export function summariseWords(
  input: Pick<PlanInput, 'groups' | 'renderedJoints'>,
  words: readonly Word[],
): WordSummary {
  const groups = input.groups.length;
  const shared = sharedOfPairs(words.map(bagOfWord));
  const openings = new Set(words.map((word) => word.shots[word.order[0] ?? 0]?.symbol));
  return {
    minDistance: groups - shared.most,
    meanDistance: groups - shared.mean,
    openings: { distinct: openings.size, repeated: words.length - openings.size },
    use: countUse(input, words),
    joints: countJoints(words, new Set(input.renderedJoints ?? [])),
  };
}

/** The word's symbols, with repeated uses distinguished, so that shared footage can be counted as a set. */
export function bagOfWord(word: Word): string[] {
  return bagOfSymbols(word.shots.map((shot) => shot.symbol));
}

export function bagOfSymbols(symbols: readonly string[]): string[] {
  const times = new Map<string, number>();
  return symbols.map((symbol) => {
    const before = times.get(symbol) ?? 0;
    times.set(symbol, before + 1);
    return `${before}:${symbol}`;
  });
}

/** Calls `visit` with the number of shared shots of every pair that shares any. */
export function eachSharingPair(
  bags: readonly (readonly string[])[],
  visit: (a: number, b: number, shared: number) => void,
): void {
  const holders = new Map<string, number[]>();
  const counts = new Uint16Array(bags.length);
  bags.forEach((bag, b) => {
    const touched: number[] = [];
    for (const entry of bag) {
      const list = holders.get(entry);
      for (const a of list ?? []) {
        if (counts[a] === 0) touched.push(a);
        counts[a] = (counts[a] ?? 0) + 1;
      }
      if (list) list.push(b);
      else holders.set(entry, [b]);
    }
    for (const a of touched) {
      visit(a, b, counts[a] ?? 0);
      counts[a] = 0;
    }
  });
}

function sharedOfPairs(bags: readonly (readonly string[])[]): { most: number; mean: number } {
  let most = 0;
  let sum = 0;
  eachSharingPair(bags, (_a, _b, shared) => {
    most = Math.max(most, shared);
    sum += shared;
  });
  const pairs = (bags.length * (bags.length - 1)) / 2;
  return { most, mean: pairs === 0 ? 0 : sum / pairs };
}

function countUse(input: Pick<PlanInput, 'groups'>, words: readonly Word[]): Plan['use'] {
  const offered = input.groups.flatMap((group) => group.shots);
  const symbols = new Map<string, number>(offered.map((shot) => [shot.symbol, 0]));
  const materials = new Map<string, number>(offered.map((shot) => [shot.material, 0]));
  for (const { symbol, material } of words.flatMap((word) => word.shots)) {
    symbols.set(symbol, (symbols.get(symbol) ?? 0) + 1);
    materials.set(material, (materials.get(material) ?? 0) + 1);
  }
  return { symbols: Object.fromEntries(symbols), materials: Object.fromEntries(materials) };
}

function countJoints(words: readonly Word[], rendered: ReadonlySet<string>): Plan['joints'] {
  const pairs = new Set<string>();
  for (const word of words) {
    for (let i = 1; i < word.order.length; i += 1) {
      const [from, to] = [word.shots[word.order[i - 1] ?? 0], word.shots[word.order[i] ?? 0]];
      if (from && to) pairs.add(`${from.symbol}>${to.symbol}`);
    }
  }
  return { distinct: pairs.size, unrendered: [...pairs].filter((pair) => !rendered.has(pair)).length };
}
