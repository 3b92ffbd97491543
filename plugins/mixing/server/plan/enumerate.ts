import { productOf } from './capacity-bound.ts';
import { SharedIndex } from './shared-index.ts';
import { bagOf, repeatsIn, type Choice, type Space } from './space.ts';

/** Every word that repeats no symbol more than it must, one for each bag; null beyond `limit` combinations. */
export function everyWord(space: Space, limit: number): Choice[] | null {
  const total = productOf(space.sizes);
  if (total > limit) return null;
  const words: Choice[] = [];
  const seen = new Set<string>();
  for (let index = 0; index < total; index += 1) {
    const choice = new Int32Array(space.groups);
    for (let group = 0, rest = index; group < space.groups; group += 1) {
      const size = space.sizes[group] ?? 1;
      choice[group] = rest % size;
      rest = Math.floor(rest / size);
    }
    if (!space.disjoint) {
      if (repeatsIn(space, choice) > space.repeats) continue;
      const key = bagOf(space, choice).sort().join();
      if (seen.has(key)) continue;
      seen.add(key);
    }
    words.push(choice);
  }
  return words;
}

/** Those that share at most `level` shots with every earlier output. */
export function besideHistory(space: Space, words: Choice[], level: number): Choice[] {
  if (space.history.length === 0) return words;
  const shared = sharedWithHistory(space, words);
  return words.filter((_, at) => (shared[at] ?? 0) <= level);
}

/** For each word the most shots that it shares with an earlier output. */
export function sharedWithHistory(space: Space, words: readonly Choice[]): Uint8Array {
  const shared = new Uint8Array(words.length);
  if (space.history.length === 0) return shared;
  const index = historyIndex(space);
  const counts = new Uint8Array(index.size);
  words.forEach((choice, at) => {
    shared[at] = index.most(bagOf(space, choice), counts);
  });
  return shared;
}

const indexes = new WeakMap<Space, SharedIndex>();

function historyIndex(space: Space): SharedIndex {
  const known = indexes.get(space);
  if (known) return known;
  const index = new SharedIndex(space.bagEntries);
  for (const bag of space.history) index.add(bag);
  indexes.set(space, index);
  return index;
}

/** For each word those that share more than `level` shots with it. */
export function conflictsOf(space: Space, words: readonly Choice[], level: number): Int32Array[] {
  const index = new SharedIndex(space.bagEntries);
  const bags = words.map((choice) => bagOf(space, choice));
  for (const bag of bags) index.add(bag);
  const counts = new Uint8Array(words.length);
  return bags.map((bag, word) => {
    counts.fill(0);
    index.count(bag, counts);
    const list: number[] = [];
    for (let other = 0; other < counts.length; other += 1) {
      if (other !== word && (counts[other] as number) > level) list.push(other);
    }
    return Int32Array.from(list);
  });
}
