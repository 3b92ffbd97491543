import type { PlanInput } from './plan-input.ts';
import type { Choice, Space } from './space.ts';
import { symbolAt } from './space.ts';

/** Which neighbouring pairs have a transition already, in the cache or in this plan. */
export interface JointBook {
  /** Whether the pair needs no rendering of its own. */
  has(from: number, to: number): boolean;
  add(from: number, to: number): void;
  /** How many pairs of the word, in group order, are not in the book. */
  missing(choice: Choice): number;
  addWord(choice: Choice): void;
  copy(): JointBook;
}

/** A book with what is rendered already, or null when the plan has no transitions in group order. */
export function jointBookOf(space: Space, input: PlanInput): JointBook | null {
  if (!input.joints || input.order === 'shuffled') return null;
  return renderedBook(space, input.renderedJoints ?? []);
}

export function renderedBook(space: Space, rendered: readonly string[]): JointBook {
  const numbers = new Map(space.symbols.map((symbol, number) => [symbol, number]));
  const total = space.symbols.length;
  const pairs = new Set<number>();
  for (const pair of rendered) {
    // A symbol may hold ">" itself, so every place to part the pair is tried.
    for (let at = pair.indexOf('>'); at >= 0; at = pair.indexOf('>', at + 1)) {
      const [from, to] = [numbers.get(pair.slice(0, at)), numbers.get(pair.slice(at + 1))];
      if (from !== undefined && to !== undefined) pairs.add(from * total + to);
    }
  }
  return bookOf(space, pairs);
}

function bookOf(space: Space, pairs: Set<number>): JointBook {
  const total = space.symbols.length;
  return {
    has: (from, to) => pairs.has(from * total + to),
    add: (from, to) => void pairs.add(from * total + to),
    missing(choice) {
      let missing = 0;
      for (let group = 1; group < space.groups; group += 1) {
        const from = symbolAt(space, group - 1, choice[group - 1] ?? 0);
        if (!pairs.has(from * total + symbolAt(space, group, choice[group] ?? 0))) missing += 1;
      }
      return missing;
    },
    addWord(choice) {
      for (let group = 1; group < space.groups; group += 1) {
        const from = symbolAt(space, group - 1, choice[group - 1] ?? 0);
        pairs.add(from * total + symbolAt(space, group, choice[group] ?? 0));
      }
    },
    copy: () => bookOf(space, new Set(pairs)),
  };
}
