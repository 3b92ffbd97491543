import type { JointBook } from './joint-book.ts';
import type { Random } from './random.ts';
import { symbolAt, type Choice, type Space } from './space.ts';

/**
 * For each word the group that opens it, so that as many openings as possible differ and the rest are
 * spread evenly (augmenting paths with a growing allowance for each shot).
 */
export function chooseOpenings(space: Space, words: readonly Choice[]): Int32Array {
  const opening = new Int32Array(words.length).fill(-1);
  const holders: number[][] = space.symbols.map(() => []);

  function place(word: number, allowance: number, seen: Uint8Array): boolean {
    for (let group = 0; group < space.groups; group += 1) {
      const symbol = symbolAt(space, group, words[word]?.[group] ?? 0);
      if (seen[symbol]) continue;
      seen[symbol] = 1;
      const held = holders[symbol] ?? [];
      if (held.length < allowance) {
        held.push(word);
        opening[word] = group;
        return true;
      }
      for (let at = 0; at < held.length; at += 1) {
        if (place(held[at] ?? 0, allowance, seen)) {
          held[at] = word;
          opening[word] = group;
          return true;
        }
      }
    }
    return false;
  }

  let waiting = Array.from(words.keys());
  for (let allowance = 1; waiting.length > 0; allowance += 1) {
    waiting = waiting.filter((word) => !place(word, allowance, new Uint8Array(space.symbols.length)));
  }
  return opening;
}

/** A playing order that begins with `opening`; neighbours whose transition is in the book come first. */
export function shuffledOrder(
  space: Space,
  choice: Choice,
  opening: number,
  random: Random,
  book: JointBook | null,
): number[] {
  const rest = random.shuffle(
    Array.from({ length: space.groups }, (_, group) => group).filter((group) => group !== opening),
  );
  const order = [opening];
  while (rest.length > 0) {
    const last = order[order.length - 1] ?? 0;
    const from = symbolAt(space, last, choice[last] ?? 0);
    const known = book ? rest.findIndex((group) => book.has(from, symbolAt(space, group, choice[group] ?? 0))) : -1;
    const [next] = rest.splice(Math.max(known, 0), 1);
    if (next === undefined) break;
    book?.add(from, symbolAt(space, next, choice[next] ?? 0));
    order.push(next);
  }
  return order;
}
