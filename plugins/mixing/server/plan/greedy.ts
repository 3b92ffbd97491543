import type { JointBook } from './joint-book.ts';
import type { Random } from './random.ts';
import { SharedIndex } from './shared-index.ts';
import { bagOf, matchedWord, repeatsIn, symbolAt, type Choice, type Space } from './space.ts';

/** Work left, counted in steps so that a plan never depends on the speed of the machine. */
export interface WorkBudget {
  left: number;
}

export interface GreedyOptions {
  space: Space;
  /** The most shots that any two words may share. */
  level: number;
  random: Random;
  budget: WorkBudget;
  /** Words to begin with; they must keep the level. */
  start?: readonly Choice[];
  /** The first group opens every output, so its shots are used evenly before all else. */
  opening: boolean;
  joints: JointBook | null;
}

// How far a shot's use may exceed its group's least, attempt by attempt.
const SLACK = [0, 0, 0, 0, 0, 1, 1, 1, 2, 2];
const ATTEMPTS = 40;
const OPENING_SLACK_FROM = 8;

export interface GreedyRun {
  /** Words so far. */
  readonly words: readonly Choice[];
  /** Continues up to `target` words, or until no more are found. */
  extend(target: number): readonly Choice[];
}

/**
 * Builds words one after the other, shot by shot: of the least-used shots the one that adds least to
 * what is shared with the words before, weighted steeply towards the limit. The words up to any
 * number are the same however far the run goes.
 */
export function openGreedyRun(options: GreedyOptions): GreedyRun {
  const { space, level, random, budget } = options;
  const index = new SharedIndex(space.bagEntries);
  const use = new Int32Array(space.symbols.length);
  const weights = Float64Array.from({ length: level + 1 }, (_, shared) => 3 ** shared);
  const joints = options.joints?.copy() ?? null;
  const words: Choice[] = [];
  let counts = new Uint8Array(1024);

  for (const bag of space.history) index.add(bag);
  for (const choice of options.start ?? []) keep(choice);

  function keep(choice: Choice): void {
    words.push(choice);
    index.add(bagOf(space, choice));
    for (let group = 0; group < space.groups; group += 1) {
      const symbol = symbolAt(space, group, choice[group] ?? 0);
      use[symbol] = (use[symbol] ?? 0) + 1;
    }
    joints?.addWord(choice);
  }

  function attempt(order: readonly number[], slack: number, openingSlack: number, noise: number): Choice | null {
    if (counts.length < index.size) counts = new Uint8Array(index.size * 2);
    counts.fill(0, 0, index.size);
    const choice = new Int32Array(space.groups).fill(-1);
    const times = new Map<number, number>();
    let repeatsLeft = space.repeats;
    for (const group of order) {
      const size = space.sizes[group] ?? 0;
      let least = Infinity;
      for (let shot = 0; shot < size; shot += 1) least = Math.min(least, use[symbolAt(space, group, shot)] ?? 0);
      const most = least + (group === 0 && options.opening ? openingSlack : slack);

      let best = -1;
      let bestCost = Infinity;
      for (let shot = 0; shot < size; shot += 1) {
        const symbol = symbolAt(space, group, shot);
        if ((use[symbol] ?? 0) > most) continue;
        const again = times.get(symbol) ?? 0;
        if (again > 0 && repeatsLeft === 0) continue;
        const cost = costOf(symbol + again * space.symbols.length);
        if (cost === Infinity) continue;
        const total = cost * (1 + noise * random.next()) * jointFactor(group, choice, symbol) + (again > 0 ? 1e12 : 0);
        if (total < bestCost) [best, bestCost] = [shot, total];
      }
      if (best < 0) return null;

      choice[group] = best;
      const symbol = symbolAt(space, group, best);
      const again = times.get(symbol) ?? 0;
      times.set(symbol, again + 1);
      if (again > 0) repeatsLeft -= 1;
      const entry = symbol + again * space.symbols.length;
      const list = index.list(entry);
      const length = index.length(entry);
      for (let i = 0; i < length; i += 1) {
        const word = list[i] as number; // below length, so present
        counts[word] = (counts[word] as number) + 1;
      }
    }
    return choice;
  }

  function costOf(entry: number): number {
    const list = index.list(entry);
    const length = index.length(entry);
    budget.left -= length + 4;
    let cost = 1;
    for (let i = 0; i < length; i += 1) {
      const shared = counts[list[i] as number] as number; // below length, so present
      if (shared >= level) return Infinity;
      cost += weights[shared] as number;
    }
    return cost;
  }

  function jointFactor(group: number, choice: Choice, symbol: number): number {
    if (!joints) return 1;
    let factor = 1;
    const before = choice[group - 1] ?? -1;
    if (before >= 0 && joints.has(symbolAt(space, group - 1, before), symbol)) factor *= 0.9;
    const after = choice[group + 1] ?? -1;
    if (after >= 0 && joints.has(symbol, symbolAt(space, group + 1, after))) factor *= 0.9;
    return factor;
  }

  const groups = Array.from({ length: space.groups }, (_, group) => group);
  let ended = false;
  return {
    words,
    extend(target) {
      while (!ended && words.length < target) {
        const found = nextWord();
        if (found) keep(found);
        else ended = true;
      }
      return words;
    },
  };

  function nextWord(): Choice | null {
    for (let tried = 0; tried < ATTEMPTS && budget.left > 0; tried += 1) {
      const slack = SLACK[tried] ?? Infinity;
      const order = random.shuffle([...groups]);
      if (options.opening && tried < OPENING_SLACK_FROM) {
        order.splice(order.indexOf(0), 1);
        order.unshift(0);
      }
      const found = attempt(order, slack, tried < OPENING_SLACK_FROM ? 0 : slack, 0.02 * (1 + tried));
      if (found) return found;
    }
    return space.disjoint || budget.left <= 0 ? null : matched(words.length);
  }

  // Where groups overlap a word can run out of unused symbols on its way; a matching cannot.
  function matched(stream: number): Choice | null {
    for (let tried = 0; tried < 8; tried += 1) {
      const choice = matchedWord(space, 1 + tried, stream);
      budget.left -= 64 * space.groups;
      if (repeatsIn(space, choice) <= space.repeats && index.most(bagOf(space, choice)) <= level) return choice;
    }
    return null;
  }
}
