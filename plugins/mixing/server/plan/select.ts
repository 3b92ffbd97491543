import type { Code } from './code.ts';
import { besideHistory } from './enumerate.ts';
import type { JointBook } from './joint-book.ts';
import type { Random } from './random.ts';
import { symbolAt, type Choice, type Space } from './space.ts';

export interface SelectOptions {
  space: Space;
  count: number;
  random: Random;
  /** The first group opens every output, so its evenness counts most. */
  opening: boolean;
  joints: JointBook | null;
}

const BLOCKS_LOOKED_AT = 160;
const BLOCK_STARTS = 6;
const DRAWS = 24;
const EXCHANGES = 60_000;
const OPENING_WEIGHT = 16;

/**
 * Takes whole blocks of a code, each of which uses every shot once, so that use is even by itself; the
 * blocks are those that need the fewest new transitions. Null when the code has no blocks, or too few
 * beside the history.
 */
export function selectBlocks(code: Code, level: number, options: SelectOptions): Choice[] | null {
  const { space, count, random, joints } = options;
  if (!code.blocks) return null;
  const wanted = Math.ceil(count / code.blocks.size);
  const looked = joints ? Math.max(BLOCKS_LOOKED_AT, 2 * wanted) : wanted;
  const blocks: Choice[][] = [];
  for (const number of random.shuffle(drawNumbers(code.blocks.count, 2 * looked + count, random))) {
    const words = besideHistory(space, code.blocks.words(number), level);
    if (words.length === code.blocks.size) blocks.push(words);
    if (blocks.length === looked) break;
  }
  if (blocks.length < wanted) return null;

  let best: { words: Choice[]; missing: number } | null = null;
  for (let start = 0; start < (joints ? BLOCK_STARTS : 1); start += 1) {
    const left = [...blocks.slice(start), ...blocks.slice(0, start)];
    const book = joints?.copy() ?? null;
    const words: Choice[] = [];
    let missing = 0;
    while (words.length < count) {
      const next = book ? cheapest(left, book) : { at: 0, missing: 0 };
      const [block] = left.splice(next.at, 1);
      const taken = (block ?? []).slice(0, count - words.length);
      missing += next.missing;
      words.push(...taken);
      if (book) taken.forEach((choice) => book.addWord(choice));
    }
    if (best === null || missing < best.missing) best = { words, missing };
  }
  return best?.words ?? null;
}

function cheapest(blocks: readonly Choice[][], book: JointBook): { at: number; missing: number } {
  let best = { at: 0, missing: Infinity };
  const looked = Math.min(blocks.length, BLOCKS_LOOKED_AT);
  for (let at = 0; at < looked; at += 1) {
    const missing = (blocks[at] ?? []).reduce((sum, choice) => sum + book.missing(choice), 0);
    if (missing < best.missing) best = { at, missing };
  }
  return best;
}

/** Different numbers below `limit`: all of them, or a draw of `wanted` when there are many more. */
export function drawNumbers(limit: number, wanted: number, random: Random): number[] {
  if (limit <= wanted * 2) return Array.from({ length: limit }, (_, number) => number);
  const drawn = new Set<number>();
  while (drawn.size < wanted) drawn.add(random.below(limit));
  return [...drawn];
}

/** Takes words of a pool whose words all keep the level, so that shots are used evenly. */
export function selectEvenly(pool: readonly Choice[], options: SelectOptions): Choice[] {
  const { space, count, random, joints } = options;
  const order = random.shuffle(Array.from(pool.keys()));
  const use = new Int32Array(space.symbols.length);
  const pairs = new Map<number, number>();
  const total = space.symbols.length;

  /** What the sum of squared uses, and the number of new transitions, would change by. */
  function change(at: number, by: 1 | -1): number {
    const choice = pool[at] ?? new Int32Array(0);
    let cost = 0;
    let before = -1;
    for (let group = 0; group < space.groups; group += 1) {
      const symbol = symbolAt(space, group, choice[group] ?? 0);
      const times = use[symbol] ?? 0;
      cost += (by === 1 ? 2 * times + 1 : 1 - 2 * times) * (group === 0 && options.opening ? OPENING_WEIGHT : 1) * 100;
      use[symbol] = times + by;
      if (joints && before >= 0 && !joints.has(before, symbol)) {
        const had = pairs.get(before * total + symbol) ?? 0;
        pairs.set(before * total + symbol, had + by);
        if (by === 1 ? had === 0 : had === 1) cost += by;
      }
      before = symbol;
    }
    return cost;
  }

  for (let place = 0; place < count; place += 1) {
    let best = place;
    let bestCost = Infinity;
    for (let draw = 0; draw < DRAWS; draw += 1) {
      const at = place + random.below(order.length - place);
      const cost = change(order[at] ?? 0, 1);
      change(order[at] ?? 0, -1);
      if (cost < bestCost) [best, bestCost] = [at, cost];
    }
    [order[place], order[best]] = [order[best] ?? 0, order[place] ?? 0];
    change(order[place] ?? 0, 1);
  }
  if (order.length > count) {
    for (let exchange = 0; exchange < EXCHANGES; exchange += 1) {
      const out = random.below(count);
      const into = count + random.below(order.length - count);
      const cost = change(order[out] ?? 0, -1) + change(order[into] ?? 0, 1);
      if (cost <= 0) {
        [order[out], order[into]] = [order[into] ?? 0, order[out] ?? 0];
      } else {
        change(order[into] ?? 0, -1);
        change(order[out] ?? 0, 1);
      }
    }
  }
  return order.slice(0, count).flatMap((at) => pool[at] ?? []);
}
