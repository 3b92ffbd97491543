import { balanceUse } from './balance.ts';
import { capacityBound, productOf } from './capacity-bound.ts';
import type { Code } from './code.ts';
import { COUNTED_INDEXES, largestCode, type CodeOffer } from './code-catalogue.ts';
import { besideHistory, conflictsOf, everyWord, sharedWithHistory } from './enumerate.ts';
import { openGreedyRun, type GreedyRun } from './greedy.ts';
import type { JointBook } from './joint-book.ts';
import type { PlanMethod } from './plan-input.ts';
import { seededRandom } from './random.ts';
import { drawNumbers, selectBlocks, selectEvenly, type SelectOptions } from './select.ts';
import { searchLargestSet } from './small-search.ts';
import type { Choice, Space } from './space.ts';

export interface Candidate {
  words: Choice[];
  method: PlanMethod;
}

/** Every way to get words at a level of sharing; what was made once is kept. */
export interface WordSources {
  readonly space: Space;
  bound(level: number): number;
  /**
   * How many words the constructions yield, looked for up to `cap` where that takes a search; `below` is
   * what the stricter level yields.
   */
  reachable(level: number, cap: number, below: number): number;
  /** Selections of `count` words at the level, each by another construction; none when it has too few. */
  candidates(level: number, count: number): Candidate[];
}

// One greedy run and one search take so many steps at most; fixed for each, so that a shorter run is
// the beginning of a longer one.
const GREEDY_STEPS = 30_000_000;
const SEARCH_STEPS = 25_000_000;
const SEARCHED_COMBINATIONS = 2500;
const POOL_DRAW = 6000;

export interface SourceOptions {
  space: Space;
  seed: number;
  opening: boolean;
  joints: JointBook | null;
}

export function openWordSources(options: SourceOptions): WordSources {
  const { space, seed, opening, joints } = options;
  const last = space.groups - 1;
  const codes = new Map<number, CodeOffer | null>();
  const runs = new Map<number, GreedyRun>();
  const fills = new Map<number, GreedyRun>();
  const pools = new Map<string, { words: Choice[]; drawn: number; shared: Uint8Array }>();
  const searched = new Map<number, Choice[]>();
  const sizes = space.sizes;
  let everything: Choice[] | null | undefined;

  function all(): Choice[] | null {
    everything ??= everyWord(space, COUNTED_INDEXES);
    return everything;
  }
  function code(level: number): CodeOffer | null {
    if (!space.disjoint || level >= last) return null;
    let offer = codes.get(level);
    if (offer === undefined) {
      offer = largestCode(sizes, level);
      codes.set(level, offer);
    }
    return offer;
  }
  /** Words of the level's code beside the history: all of them, or a draw when there are very many. */
  function codePool(level: number, offer: CodeOffer, count: number): Choice[] {
    const { name, indexes } = offer.code;
    const enough = indexes <= COUNTED_INDEXES ? indexes : Math.max(POOL_DRAW, 3 * count);
    let pool = pools.get(name);
    if (!pool || pool.drawn < enough) {
      const words = wordsOf(offer.code, drawNumbers(indexes, enough, seededRandom(seed, 11, level)));
      pool = { words, drawn: enough, shared: sharedWithHistory(space, words) };
      pools.set(name, pool);
    }
    const { words, shared } = pool;
    return words.filter((_, at) => (shared[at] ?? 0) <= level);
  }
  function greedy(level: number, target: number): readonly Choice[] {
    const run = runs.get(level) ?? openGreedy(level, []);
    runs.set(level, run);
    return run.extend(target);
  }
  /** The level's code, and greedy words beside it. */
  function filled(level: number, target: number): readonly Choice[] {
    const offer = code(level);
    const pool = offer ? codePool(level, offer, target) : [];
    const run = fills.get(level) ?? openGreedy(level, pool);
    fills.set(level, run);
    return run.extend(target);
  }
  function openGreedy(level: number, start: readonly Choice[]): GreedyRun {
    const random = seededRandom(seed, 23, level, start.length);
    return openGreedyRun({ space, level, random, budget: { left: GREEDY_STEPS }, start, opening, joints });
  }

  /** A large set by local search, in spaces small enough to hold all words. */
  function search(level: number): Choice[] {
    const known = searched.get(level);
    if (known) return known;
    let found: Choice[] = [];
    const words = productOf(sizes) <= SEARCHED_COMBINATIONS ? all() : null;
    if (words) {
      const pool = besideHistory(space, words, level);
      if (pool.length > 0) {
        const set = searchLargestSet({
          conflicts: conflictsOf(space, pool, level),
          start: [],
          random: seededRandom(seed, 31, level),
          budget: { left: SEARCH_STEPS },
          target: bound(level),
        });
        found = set.flatMap((at) => pool[at] ?? []);
      }
    }
    searched.set(level, found);
    return found;
  }
  function bound(level: number): number {
    return capacityBound(sizes, level, space.disjoint || space.repeats > 0 ? undefined : space.symbols.length);
  }
  /** Exact for a space whose words can be listed; else the combinations less the history's. */
  function total(): number {
    const words = all();
    if (words) return besideHistory(space, words, last).length;
    if (!space.disjoint) return 0;
    const before = new Set(space.history.filter((bag) => bag.length === space.groups).map((bag) => bag.join()));
    return productOf(sizes) - before.size;
  }
  function fillPays(level: number): boolean {
    return codeCount(level) * 3 > (runs.get(level)?.words.length ?? 0);
  }
  function codeCount(level: number): number {
    const offer = code(level);
    if (!offer) return 0;
    if (space.history.length === 0) return offer.size;
    if (offer.code.indexes <= COUNTED_INDEXES) return codePool(level, offer, 0).length;
    return Math.max(codePool(level, offer, 0).length, codeFloor(offer));
  }
  /** What the history cannot take away: an earlier output rules out one word for each choice of share + 1 groups. */
  function codeFloor({ code: { method, share }, size }: CodeOffer): number {
    if (method !== 'reed-solomon') return 0;
    return Math.max(0, size - space.history.length * binomial(space.groups, share + 1));
  }

  return {
    space,
    bound,
    reachable(level, cap, below) {
      if (level >= last && (space.disjoint || all())) return total();
      const limit = bound(level);
      const offer = code(level);
      if (space.history.length > 0 && below >= cap) return Math.max(below, offer ? codeFloor(offer) : 0);
      let best = codeCount(level);
      const open = (): boolean => best < limit && best < cap;
      if (open()) best = Math.max(best, greedy(level, cap).length);
      if (open() && fillPays(level)) best = Math.max(best, filled(level, cap).length);
      if (open()) best = Math.max(best, search(level).length);
      return best;
    },
    candidates(level, count) {
      const random = seededRandom(seed, 47, level);
      const select: SelectOptions = { space, count, random, opening, joints };
      const found: Candidate[] = [];
      const add = (words: readonly Choice[] | null, method: PlanMethod): void => {
        if (!words || words.length < count) return;
        const own = words.slice(0, count).map((choice) => choice.slice());
        if (needsBalance(own)) balanceUse(space, own, level);
        found.push({ words: own, method });
      };
      const offer = code(level);
      if (offer && codeCount(level) >= count) {
        add(selectBlocks(offer.code, level, select), offer.code.method);
        const pool = found.length > 0 ? [] : codePool(level, offer, count);
        if (pool.length >= count) add(selectEvenly(pool, select), offer.code.method);
        if (found.length > 0 && sizes.every((size) => size === sizes[0]) && offer.size === bound(level)) return found;
      }
      const name: PlanMethod = level >= last ? 'all' : 'greedy';
      add(greedy(level, count), name);
      if (found.length === 0 && fillPays(level)) add(filled(level, count), name);
      if (found.length === 0) {
        const pool = level >= last ? besideHistory(space, all() ?? [], level) : search(level);
        if (pool.length >= count) add(selectEvenly(pool, select), name);
      }
      return found;
    },
  };

  function needsBalance(words: readonly Choice[]): boolean {
    return words.length > 1 && words.length <= 4000;
  }
}

function wordsOf(code: Code, numbers: readonly number[]): Choice[] {
  return numbers.flatMap((number) => code.word(number) ?? []);
}

function binomial(n: number, k: number): number {
  let value = 1;
  for (let i = 0; i < k; i += 1) value = (value * (n - i)) / (i + 1);
  return value;
}
