import { fail } from '#core/contract/errors.ts';

import type { PlanInput, PlanShot } from './plan-input.ts';
import { seededRandom } from './random.ts';

/** The index of the chosen shot in each group. */
export type Choice = Int32Array;

/**
 * The plan's input in numbers. A word's bag holds `symbol + symbols.length × k` for the (k + 1)-th
 * time that it uses a symbol, so that shared footage is the size of a set intersection.
 */
export interface Space {
  groups: number;
  /** Shots by group. */
  sizes: number[];
  shots: PlanShot[][];
  /** Symbol of each shot, by group. */
  symbolOf: Int32Array[];
  symbols: string[];
  /** No symbol occurs in two groups. */
  disjoint: boolean;
  /** The fewest repetitions of a symbol that a word of this project can have; mostly 0. */
  repeats: number;
  /** Bags of the earlier outputs, as far as their symbols occur here. */
  history: Int32Array[];
  /** How many different bag entries there can be. */
  bagEntries: number;
}

/** Numbers the symbols; a symbol that a group offers twice counts once there. */
export function spaceOf(input: Pick<PlanInput, 'groups' | 'history'>): Space {
  const numbers = new Map<string, number>();
  const shots: PlanShot[][] = [];
  const symbolOf: Int32Array[] = [];
  let disjoint = true;
  for (const group of input.groups) {
    const own = new Map<string, PlanShot>();
    for (const shot of group.shots) if (!own.has(shot.symbol)) own.set(shot.symbol, shot);
    for (const symbol of own.keys()) {
      if (numbers.has(symbol)) disjoint = false;
      else numbers.set(symbol, numbers.size);
    }
    shots.push([...own.values()]);
    symbolOf.push(Int32Array.from(own.keys(), (symbol) => numbers.get(symbol) ?? 0));
  }
  const groups = shots.length;
  const symbols = [...numbers.keys()];
  const history = input.history.map((word) =>
    bagOfSymbols(
      word.flatMap((symbol) => numbers.get(symbol) ?? []),
      symbols.length,
    ),
  );
  const longest = history.reduce((most, bag) => Math.max(most, bag.length), groups);
  return {
    groups,
    sizes: shots.map((list) => list.length),
    shots,
    symbolOf,
    symbols,
    disjoint,
    repeats: disjoint ? 0 : groups - matchGroups(symbolOf, symbols.length, null).matched,
    history: history.filter((bag) => bag.length > 0),
    bagEntries: symbols.length * longest,
  };
}

export function bagOf(space: Space, choice: Choice): Int32Array {
  const used: number[] = [];
  for (let group = 0; group < space.groups; group += 1) used.push(symbolAt(space, group, choice[group] ?? 0));
  return space.disjoint ? Int32Array.from(used) : bagOfSymbols(used, space.symbols.length);
}

export function symbolAt(space: Space, group: number, shot: number): number {
  return space.symbolOf[group]?.[shot] ?? 0;
}

/** How many shots of the word repeat a symbol that it has already. */
export function repeatsIn(space: Space, choice: Choice): number {
  if (space.disjoint) return 0;
  return bagOf(space, choice).reduce((sum, entry) => sum + (entry >= space.symbols.length ? 1 : 0), 0);
}

/** A word with as few repetitions as can be, different by seed; for spaces whose groups overlap. */
export function matchedWord(space: Space, seed: number, stream: number): Choice {
  const found = matchGroups(space.symbolOf, space.symbols.length, { seed, stream });
  return Int32Array.from(found.choice);
}

/** @throws expected `mixing:capacity-total` when there are fewer combinations than outputs wanted */
export function assertTotal(count: number, capacity: number): void {
  if (count > capacity) fail('mixing:capacity-total', { count, capacity });
}

function bagOfSymbols(symbols: readonly number[], total: number): Int32Array {
  const bag = Int32Array.from(symbols);
  for (let i = 1; i < bag.length; i += 1) {
    let earlier = 0;
    for (let j = 0; j < i; j += 1) if (symbols[j] === symbols[i]) earlier += 1;
    bag[i] = (symbols[i] ?? 0) + earlier * total;
  }
  return bag;
}

/** Gives as many groups as possible a symbol of their own (augmenting paths). */
function matchGroups(
  symbolOf: readonly Int32Array[],
  symbols: number,
  shuffled: { seed: number; stream: number } | null,
): { matched: number; choice: number[] } {
  const random = shuffled && seededRandom(shuffled.seed, 71, shuffled.stream);
  const orders = symbolOf.map((list) => {
    const order = Array.from(list, (_, shot) => shot);
    return random ? random.shuffle(order) : order;
  });
  const owner = new Int32Array(symbols).fill(-1);
  const choice = orders.map((order) => order[0] ?? 0);
  let matched = 0;

  function place(group: number, seen: Uint8Array): boolean {
    for (const shot of orders[group] ?? []) {
      const symbol = symbolOf[group]?.[shot] ?? 0;
      if (seen[symbol]) continue;
      seen[symbol] = 1;
      const holder = owner[symbol] ?? -1;
      if (holder < 0 || place(holder, seen)) {
        owner[symbol] = group;
        choice[group] = shot;
        return true;
      }
    }
    return false;
  }
  const groups = Array.from(symbolOf, (_, group) => group);
  for (const group of random ? random.shuffle(groups) : groups) {
    if (place(group, new Uint8Array(symbols))) matched += 1;
  }
  return { matched, choice };
}
