import assert from 'node:assert/strict';

import { fail } from '#core/contract/errors.ts';

import { adviceFor } from './advice.ts';
import { jointBookOf, renderedBook, type JointBook } from './joint-book.ts';
import { chooseOpenings, shuffledOrder } from './openings.ts';
import { assertPlanInput, type Plan, type PlanInput, type Word } from './plan-input.ts';
import { capacityRows, countedSources, ids } from './project-capacity.ts';
import { productOf } from './capacity-bound.ts';
import { seededRandom } from './random.ts';
import { assertTotal, spaceOf, type Choice, type Space } from './space.ts';
import { mostShared, useSpread } from './word-statistics.ts';
import { summariseWords } from './word-summary.ts';
import { openWordSources, type Candidate, type WordSources } from './word-sources.ts';

/**
 * Chooses which shots make each output, so that any two share as few as the count allows.
 * @throws expected `mixing:capacity` when `maxShared` does not yield so many, `mixing:capacity-total`
 * when there are not so many combinations at all; TypeError that names a wrong option
 */
export function plan(input: PlanInput): Plan {
  assertPlanInput(input);
  const space = spaceOf(input);
  assertTotal(input.count, productOf(space.sizes));
  const joints = jointBookOf(space, input);
  const sources = openWordSources({ space, seed: input.seed, opening: input.order === 'fixed', joints });

  // What was counted is there to be made, also where this seed finds fewer.
  const counted = countedSources(space);
  const chosen = chooseLevel(sources, input, joints) ?? chooseLevel(counted, input, joints);
  const rows = capacityRows(chosen === null ? counted : sources, input.count);
  if (!chosen)
    return refuse(
      input,
      space,
      rows.map((row) => row.reachable),
    );
  const { level, words, method } = chosen;
  // Finding the words proves at least so many.
  for (const row of rows.slice(level)) {
    row.reachable = Math.max(row.reachable, words.length);
    row.atLeast = row.reachable < row.bound;
  }

  assert.ok(mostShared(space, words) <= level, 'a pair of words is over the level');
  const orders = playingOrders(space, words, input);
  const made = words.map((choice, at) => wordOf(space, input, choice, orders[at] ?? []));
  return {
    words: made,
    maxShared: level,
    capacity: rows,
    advice: adviceFor(space, ids(input), rows, level, input.count),
    method,
    seed: input.seed,
    ...summariseWords(input, made),
  };
}

/** The least level with enough words; with transitions and a level asked for, the one that renders least. */
function chooseLevel(
  sources: WordSources,
  input: PlanInput,
  joints: JointBook | null,
): (Candidate & { level: number }) | null {
  const most = Math.min(input.maxShared ?? Infinity, sources.space.groups - 1);
  let best: (Candidate & { level: number; rank: number[] }) | null = null;
  for (let level = 0; level <= most; level += 1) {
    if (sources.bound(level) < input.count) continue;
    for (const candidate of sources.candidates(level, input.count)) {
      const rank = rankOf(sources.space, candidate.words, input, joints);
      if (best === null || before(rank, best.rank)) best = { ...candidate, level, rank };
    }
    if (best && !(joints && input.maxShared !== undefined)) break;
  }
  return best;
}

/** Openings first, then even use, then transitions: smaller is better. */
function rankOf(space: Space, words: readonly Choice[], input: PlanInput, joints: JointBook | null): number[] {
  const spread = useSpread(space, words);
  const book = joints?.copy();
  let missing = 0;
  for (const choice of book ? words : []) {
    missing += book?.missing(choice) ?? 0;
    book?.addWord(choice);
  }
  return [input.order === 'fixed' ? (spread[0] ?? 0) : 0, Math.max(...spread), missing];
}

function before(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0);
}

function refuse(input: PlanInput, space: Space, reachable: readonly number[]): never {
  const last = space.groups - 1;
  const share = Math.min(input.maxShared ?? last, last);
  if (share === last) assertTotal(input.count, Math.min(reachable[last] ?? 0, input.count - 1));
  return fail('mixing:capacity', {
    count: input.count,
    capacity: Math.min(reachable[share] ?? 0, input.count - 1),
    share,
  });
}

/** For each word the order in which its groups play. */
export function playingOrders(
  space: Space,
  words: readonly Choice[],
  input: Pick<PlanInput, 'order' | 'joints' | 'renderedJoints' | 'seed'>,
): number[][] {
  const inOrder = Array.from({ length: space.groups }, (_, group) => group);
  if (input.order === 'fixed') return words.map(() => inOrder);
  const openings = chooseOpenings(space, words);
  const book = input.joints ? renderedBook(space, input.renderedJoints ?? []) : null;
  const random = seededRandom(input.seed, 59);
  return words.map((choice, at) => shuffledOrder(space, choice, openings[at] ?? 0, random, book));
}

function wordOf(space: Space, input: PlanInput, choice: Choice, order: number[]): Word {
  return {
    shots: Array.from(choice, (shot, group) => {
      const chosen = space.shots[group]?.[shot];
      assert.ok(chosen, 'a word names a shot that its group lacks');
      return { ...chosen, group: input.groups[group]?.id ?? '' };
    }),
    order: [...order],
  };
}
