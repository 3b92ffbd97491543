import { ExpectedError, fail } from '#core/contract/errors.ts';

import { plan } from './plan.ts';
import type { Plan, PlanInput, PlanShot, Word } from './plan-input.ts';
import { bagOfSymbols, bagOfWord, eachSharingPair, summariseWords } from './word-summary.ts';

export interface ReplanChanges {
  /** Groups of symbols that turned out to show the same after rendering. */
  merged?: readonly (readonly string[])[];
  /** Materials that cannot be used any more. */
  dropped?: readonly string[];
  /** Outputs to replace in any case, by index: those over the measured limit. */
  replace?: readonly number[];
}

export interface Replan {
  plan: Plan;
  /** The input with the changes in it, for the next round. */
  input: PlanInput;
  /** Indexes of the words that are new; all others stand as they were. */
  replaced: number[];
}

/**
 * Plans anew what the changes make invalid: every other word stays as it is and counts as history for
 * the new ones.
 * @throws expected as {@link plan} does, when what is left does not yield enough; `mixing:group-empty`
 * when a group has no shot left
 */
export function replan(input: PlanInput, before: Plan, changes: ReplanChanges): Replan {
  const symbolAfter = mergedSymbols(changes.merged ?? []);
  const dropped = new Set(changes.dropped ?? []);
  const rename = (shot: PlanShot): PlanShot => ({ ...shot, symbol: symbolAfter.get(shot.symbol) ?? shot.symbol });
  const groups = input.groups.map((group) => ({
    id: group.id,
    shots: group.shots.filter((shot) => !dropped.has(shot.material)).map(rename),
  }));
  const changed: PlanInput = {
    ...input,
    groups,
    history: input.history.map((word) => word.map((symbol) => symbolAfter.get(symbol) ?? symbol)),
    renderedJoints: input.renderedJoints ?? [],
  };
  const words = before.words.map((word): Word => {
    return { ...word, shots: word.shots.map((shot) => ({ ...rename(shot), group: shot.group })) };
  });
  const empty = groups.find((group) => group.shots.length === 0);
  if (empty) fail('mixing:group-empty', { group: empty.id });

  const bad = words.flatMap((word, at) => (word.shots.some((shot) => dropped.has(shot.material)) ? [at] : []));
  // What a person asked for is the limit; a plan that did better need not stay better.
  const limit = Math.max(before.maxShared, input.maxShared ?? 0);
  const gone = invalidWords(words, limit, changed.history, [...bad, ...(changes.replace ?? [])]);
  if (gone.size === 0) {
    const summary = summariseWords(changed, words);
    const maxShared = Math.max(before.maxShared, groups.length - summary.minDistance);
    return { plan: { ...before, words, ...summary, maxShared }, input: changed, replaced: [] };
  }

  const kept = words.filter((_, at) => !gone.has(at));
  const removed = words.filter((_, at) => gone.has(at));
  const fresh = planFresh(changed, before.maxShared, kept, removed);
  let next = 0;
  const merged = words.map((word, at) => (gone.has(at) ? (fresh.words[next++] ?? word) : word));
  const summary = summariseWords(changed, merged);
  return {
    plan: {
      ...fresh,
      words: merged,
      seed: before.seed,
      ...summary,
      maxShared: Math.max(before.maxShared, fresh.maxShared, groups.length - summary.minDistance),
    },
    input: changed,
    replaced: [...gone].sort((a, b) => a - b),
  };
}

/** Each symbol's name after merging: the first of its group; groups that overlap become one. */
function mergedSymbols(groups: readonly (readonly string[])[]): Map<string, string> {
  const after = new Map<string, string>();
  const find = (symbol: string): string => {
    const up = after.get(symbol);
    return up === undefined || up === symbol ? symbol : find(up);
  };
  for (const group of groups) {
    const [first, ...rest] = group.map(find);
    if (first === undefined) continue;
    for (const symbol of rest) if (symbol !== first) after.set(symbol, first);
  }
  return new Map([...after.keys()].map((symbol) => [symbol, find(symbol)]));
}

/** The words that must go: the named ones, and of pairs over the level the fewest, later ones first. */
function invalidWords(
  words: readonly Word[],
  level: number,
  history: PlanInput['history'],
  named: readonly number[],
): Set<number> {
  const gone = new Set(named.filter((at) => at >= 0 && at < words.length));
  const earlier = history.map(bagOfSymbols);
  const conflicts = new Map<number, Set<number>>();
  eachSharingPair([...earlier, ...words.map(bagOfWord)], (a, b, shared) => {
    const [first, second] = [a - earlier.length, b - earlier.length];
    if (shared <= level || second < 0) return;
    if (first < 0) {
      gone.add(second);
      return;
    }
    conflicts.set(first, (conflicts.get(first) ?? new Set()).add(second));
    conflicts.set(second, (conflicts.get(second) ?? new Set()).add(first));
  });
  for (const at of gone) removeVertex(conflicts, at);
  while (conflicts.size > 0) {
    const [worst] = [...conflicts].reduce((a, b) =>
      b[1].size > a[1].size || (b[1].size === a[1].size && b[0] > a[0]) ? b : a,
    );
    gone.add(worst);
    removeVertex(conflicts, worst);
  }
  return gone;
}

function removeVertex(conflicts: Map<number, Set<number>>, at: number): void {
  for (const other of conflicts.get(at) ?? []) {
    const left = conflicts.get(other);
    left?.delete(at);
    if (left?.size === 0) conflicts.delete(other);
  }
  conflicts.delete(at);
}

/**
 * New words beside the kept ones. They keep the distance to the removed ones too while that is possible,
 * for what failed once by measure would fail again; then the level rises as far as the project lets it.
 */
function planFresh(changed: PlanInput, level: number, kept: readonly Word[], removed: readonly Word[]): Plan {
  const symbols = (list: readonly Word[]): string[][] => list.map((word) => word.shots.map((shot) => shot.symbol));
  const history = [...changed.history, ...symbols(kept)];
  const attempts: { history: string[][] | PlanInput['history']; maxShared?: number }[] = [
    { history: [...history, ...symbols(removed)], maxShared: level },
    { history, maxShared: level },
    { history, maxShared: changed.maxShared },
  ];
  let refusal: unknown;
  for (const attempt of attempts) {
    try {
      return plan({ ...changed, ...attempt, count: removed.length });
    } catch (error) {
      if (!(error instanceof ExpectedError)) throw error;
      refusal = error;
    }
  }
  throw refusal;
}
