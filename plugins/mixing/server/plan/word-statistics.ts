import { SharedIndex } from './shared-index.ts';
import { bagOf, symbolAt, type Choice, type Space } from './space.ts';

/** The most shots that two of the words, or one of them and an earlier output, share. */
export function mostShared(space: Space, words: readonly Choice[]): number {
  const index = new SharedIndex(space.bagEntries);
  for (const bag of space.history) index.add(bag);
  const counts = new Uint8Array(space.history.length + words.length);
  let most = 0;
  for (const choice of words) {
    const bag = bagOf(space, choice);
    most = Math.max(most, index.most(bag, counts));
    index.add(bag);
  }
  return most;
}

/** For each group how far the use of its shots is apart. */
export function useSpread(space: Space, words: readonly Choice[]): number[] {
  const use = new Int32Array(space.symbols.length);
  for (const choice of words) {
    choice.forEach((shot, group) => {
      const symbol = symbolAt(space, group, shot);
      use[symbol] = (use[symbol] ?? 0) + 1;
    });
  }
  return space.symbolOf.map((symbols) => {
    const uses = Array.from(symbols, (symbol) => use[symbol] ?? 0);
    return Math.max(...uses) - Math.min(...uses);
  });
}
