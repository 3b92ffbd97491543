import type { Plan, PlanGroup, PlanInput } from '#plugins/mixing/server/plan/plan-input.ts';
import type { Random } from '#plugins/mixing/server/plan/random.ts';

/** Groups of so many shots each, no symbol in two of them. */
export function buildGroups(sizes: readonly number[]): PlanGroup[] {
  return sizes.map((size, group) => ({
    id: `g${group + 1}`,
    shots: Array.from({ length: size }, (_, shot) => ({
      symbol: `g${group + 1}s${shot + 1}`,
      material: `g${group + 1}m${shot + 1}`,
      window: { start: 0, end: 3 },
    })),
  }));
}

export function buildPlanInput(sizes: readonly number[], overrides: Partial<PlanInput> = {}): PlanInput {
  return { groups: buildGroups(sizes), count: 1, seed: 7, order: 'fixed', history: [], joints: false, ...overrides };
}

/** Groups that draw their shots from one pool of symbols. */
export function buildOverlappingGroups(groups: number, pool: number, random: Random): PlanGroup[] {
  return Array.from({ length: groups }, (_, group) => ({
    id: `g${group}`,
    shots: random
      .shuffle(Array.from({ length: pool }, (_unused, symbol) => symbol))
      .slice(0, 2 + random.below(pool - 1))
      .map((symbol) => ({ symbol: `s${symbol}`, material: `m${symbol}`, window: { start: 0, end: 3 } })),
  }));
}

export function symbolsOf(plan: Plan): string[][] {
  return plan.words.map((word) => word.shots.map((shot) => shot.symbol));
}

/** Shared shots of two words as a bag, counted the slow way. */
export function sharedShots(a: readonly string[], b: readonly string[]): number {
  const left = [...b];
  let shared = 0;
  for (const symbol of a) {
    const at = left.indexOf(symbol);
    if (at < 0) continue;
    left.splice(at, 1);
    shared += 1;
  }
  return shared;
}

/** The most that any two of the words share. */
export function mostShared(words: readonly (readonly string[])[]): number {
  let most = 0;
  words.forEach((word, at) => {
    for (const other of words.slice(0, at)) most = Math.max(most, sharedShots(word, other));
  });
  return most;
}
