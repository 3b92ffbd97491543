import { SharedIndex } from './shared-index.ts';
import { bagOf, symbolAt, type Choice, type Space } from './space.ts';

const ROUNDS = 6;

/**
 * Evens the use of shots out: words give an overused shot up for a less used one of its group wherever
 * the level still holds. Changes the words in place.
 */
export function balanceUse(space: Space, words: readonly Choice[], level: number): void {
  if (space.repeats > 0) return;
  const index = new SharedIndex(space.bagEntries);
  for (const bag of space.history) index.add(bag);
  const first = index.size;
  const use = new Int32Array(space.symbols.length);
  for (const choice of words) {
    const bag = bagOf(space, choice);
    index.add(bag);
    for (const symbol of bag) use[symbol] = (use[symbol] ?? 0) + 1;
  }
  const counts = new Uint8Array(index.size);

  for (let round = 0; round < ROUNDS; round += 1) {
    let moved = 0;
    words.forEach((choice, at) => {
      const own = first + at;
      let counted = false;
      for (let group = 0; group < space.groups; group += 1) {
        const from = symbolAt(space, group, choice[group] ?? 0);
        for (let shot = 0; shot < (space.sizes[group] ?? 0); shot += 1) {
          const to = symbolAt(space, group, shot);
          if ((use[to] ?? 0) > (use[from] ?? 0) - 2) continue;
          if (!space.disjoint && uses(choice, to)) continue;
          if (!counted) {
            counts.fill(0);
            index.count(bagOf(space, choice), counts);
            counted = true;
          }
          if (!allows(to, from, own)) continue;
          index.take(from, own);
          index.put(to, own);
          use[from] = (use[from] ?? 0) - 1;
          use[to] = (use[to] ?? 0) + 1;
          choice[group] = shot;
          moved += 1;
          counted = false;
          break;
        }
      }
    });
    if (moved === 0) break;
  }

  function uses(choice: Choice, symbol: number): boolean {
    for (let group = 0; group < space.groups; group += 1) {
      if (symbolAt(space, group, choice[group] ?? 0) === symbol) return true;
    }
    return false;
  }

  /** Whether every word with the shot `to` shares less than the level with this one, `from` apart. */
  function allows(to: number, from: number, own: number): boolean {
    const list = index.list(to);
    const length = index.length(to);
    for (let i = 0; i < length; i += 1) {
      const other = list[i] as number; // below length, so present
      if (other === own || (counts[other] as number) < level) continue;
      // At the level already; it may be that `from` is one of what they share.
      if ((counts[other] as number) > level || !holds(from, other)) return false;
    }
    return true;
  }

  function holds(symbol: number, word: number): boolean {
    return index.list(symbol).subarray(0, index.length(symbol)).includes(word);
  }
}
