import { ExpectedError } from '#core/contract/errors.ts';

import type { MixProject } from '#plugins/mixing/project.ts';
import { productOf } from '../plan/capacity-bound.ts';
import { besideHistory, everyWord } from '../plan/enumerate.ts';
import { openLikeness } from '../plan/footage-likeness.ts';
import { largestSet } from '../plan/largest-set.ts';
import { measuredConflicts, type MeasuredWord } from '../plan/measured-conflicts.ts';
import { playingOrders } from '../plan/plan.ts';
import type { PlanGroup } from '../plan/plan-input.ts';
import { seededRandom } from '../plan/random.ts';
import { selectEvenly } from '../plan/select.ts';
import { spaceOf, type Choice, type Space } from '../plan/space.ts';
import { bagOfSymbols } from '../plan/word-summary.ts';
import { planOutputs, type PlacedShot } from './plan-outputs.ts';
import { footageKey, type ShotFootage } from './shot-footage.ts';

export interface PlanMeasuredOptions {
  project: MixProject;
  groups: readonly PlanGroup[];
  /** How many outputs there shall be in all. */
  count: number;
  share?: number;
  seed: number;
  /** Outputs that are made already and stay, whatever they are like. */
  made: readonly (readonly PlacedShot[])[];
  /** Symbols of every output that the project made before, besides these. */
  history: readonly (readonly string[])[];
  /** The most shots that the outputs so far were allowed to share. */
  mostShared: number;
  footage: ShotFootage;
  /** Symbols that look like another one by and large: a project too large to list is also planned without them. */
  lookalikes: ReadonlySet<string>;
}

export interface MeasuredPlan {
  /** New outputs. */
  outputs: PlacedShot[][];
  /** The most shots that any two may share. */
  mostShared: number;
  /** The project yields no more than so many; null when that is not proven. */
  bound: number | null;
}

/** Projects with at most so many combinations are searched as a whole. */
const LISTED_COMBINATIONS = 4000;

// How often a project too large to list is planned for candidates.
const DRAWS = 2;

/** Whether all combinations can be looked at, so that it pays to know what every shot shows. */
export function canListAll(groups: readonly PlanGroup[]): boolean {
  return productOf(groups.map(({ shots }) => shots.length)) <= LISTED_COMBINATIONS;
}

/**
 * Plans with what rendering showed of the shots: as many outputs as can be found of which no two would be
 * refused when they are compared, nor one with an output that is made.
 */
export function planMeasured(options: PlanMeasuredOptions): MeasuredPlan {
  const { groups, count, share, history, seed, made } = options;
  const missing = Math.max(0, count - made.length);
  const most = Math.min(share ?? Infinity, groups.length - 1);
  const least = Math.min(options.mostShared, most);
  if (!canListAll(groups)) {
    const { words, level } = drawWords(options, least);
    const { fresh } = choose(options, words, level);
    const outputs = fresh.slice(0, missing).map((at) => words[at] ?? []);
    return { outputs, mostShared: level, bound: null };
  }

  const space = spaceOf({ groups: [...groups], history });
  const all = everyWord(space, LISTED_COMBINATIONS) ?? [];
  const plans: MeasuredPlan[] = [];
  for (let level = least; level <= most; level += 1) {
    const choices = besideHistory(space, all, level);
    const words = choices.map((choice) => placedInOrder(space, groups, choice));
    const found = choose(options, words, level);
    const pool = found.fresh.flatMap((at) => choices[at] ?? []);
    const wanted = Math.min(pool.length, missing);
    const random = seededRandom(seed, 89, level);
    const opening = options.project.order === 'fixed';
    const chosen = selectEvenly(pool, { space, count: wanted, random, opening, joints: null });
    plans.push({
      outputs: inPlayingOrder(options, space, chosen),
      mostShared: level,
      bound: level === most && history.length === 0 && Number.isFinite(found.bound) ? found.bound : null,
    });
    if (chosen.length >= missing) {
      break;
    }
  }
  return plans.reduce((best, next) => (next.outputs.length >= best.outputs.length ? next : best));
}

/** Of the candidates a largest set that can stand together, and beside what is made. */
function choose(options: PlanMeasuredOptions, candidates: readonly PlacedShot[][], level: number) {
  const { made, count } = options;
  const { words, entries, likeness, places } = numberWords(options, candidates);
  const conflicts = measuredConflicts({ words, entries, likeness, level });
  const random = seededRandom(options.seed, 83, level);

  const ruledOut = new Set([...made.keys()].flatMap((at) => [at, ...(conflicts[at] ?? [])]));
  const free = [...words.keys()].filter((at) => !ruledOut.has(at));
  const found = largestSet(among(conflicts, free), [], count - made.length, random);
  const chosen = found.set.flatMap((index) => free[index] ?? []);
  // What cannot be changed any more says nothing about what the material yields.
  const bound = made.length === 0 ? found.bound : largestSet(conflicts, [], count, random).bound;
  return {
    fresh: chosen.flatMap((at) => places[at - made.length] ?? []),
    bound,
  };
}

/** Conflicts of some candidates with each other, numbered by their place in the list. */
function among(conflicts: readonly Int32Array[], some: readonly number[]): Int32Array[] {
  const number = new Map(some.map((at, index) => [at, index]));
  return some.map((at) => Int32Array.from([...(conflicts[at] ?? [])].flatMap((other) => number.get(other) ?? [])));
}

/** What is made, and the candidates that are not, by numbers; `places` are the candidates' own. */
function numberWords({ project, made, footage }: PlanMeasuredOptions, candidates: readonly PlacedShot[][]) {
  const entries = new Map<string, number>();
  const shots = new Map<string, number>();
  const numberIn = (numbers: Map<string, number>, name: string) => {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  };
  const keys = new Map<string, string>();
  const keyOf = (shot: PlacedShot) => {
    const name = `${shot.group} ${shot.material} ${shot.window.start} ${shot.window.end}`;
    const key = keys.get(name) ?? footageKey(project, shot);
    keys.set(name, key);
    return key;
  };
  const wordOf = (word: readonly PlacedShot[]): MeasuredWord => ({
    bag: Int32Array.from(bagOfSymbols(word.map(({ symbol }) => symbol)), (entry) => numberIn(entries, entry)),
    shots: Int32Array.from(word, (shot) => numberIn(shots, keyOf(shot))),
  });
  const nameOf = ({ bag, shots: list }: MeasuredWord) => `${bag.toSorted().join()} ${list.toSorted().join()}`;

  const words = made.map(wordOf);
  const seen = new Set(words.map(nameOf));
  const places: number[] = [];
  candidates.forEach((candidate, place) => {
    const word = wordOf(candidate);
    const name = nameOf(word);
    if (!seen.has(name)) {
      seen.add(name);
      words.push(word);
      places.push(place);
    }
  });
  const likeness = openLikeness([...shots.keys()].map((key) => footage.get(key) ?? null));
  return { words, entries: entries.size, likeness, places };
}

function placedInOrder(space: Space, groups: readonly PlanGroup[], choice: Choice): PlacedShot[] {
  return groups.flatMap(({ id }, group) => {
    const shot = space.shots[group]?.[choice[group] ?? 0];
    return shot === undefined ? [] : [{ ...shot, group: id }];
  });
}

function inPlayingOrder(options: PlanMeasuredOptions, space: Space, choices: readonly Choice[]): PlacedShot[][] {
  const { project, groups, seed } = options;
  const orders = playingOrders(space, choices, { order: project.order, joints: false, seed });
  return choices.map((choice, at) => {
    const shots = placedInOrder(space, groups, choice);
    return (orders[at] ?? []).flatMap((index) => shots[index] ?? []);
  });
}

/** Candidates of a project that is too large to list: plans beside what is good already, without lookalikes first. */
function drawWords(options: PlanMeasuredOptions, least: number): { words: PlacedShot[][]; level: number } {
  const { project, groups, count, share, seed, made, lookalikes } = options;
  const history = [...options.history, ...made.map((shots) => shots.map(({ symbol }) => symbol))];
  const distinct = groups.map(({ id, shots }) => {
    const own = shots.filter(({ symbol }) => !lookalikes.has(symbol));
    return { id, shots: own.length > 0 ? own : shots };
  });
  const words: PlacedShot[][] = [];
  let level = least;
  for (let draw = 0; draw < DRAWS; draw += 1) {
    for (const among of [distinct, groups]) {
      try {
        const wanted = Math.max(1, count - made.length);
        const drawn = planOutputs({ project, groups: among, count: wanted, share, seed: seed + draw, history });
        words.push(...drawn.outputs);
        level = Math.max(level, drawn.plan.maxShared);
      } catch (error) {
        if (!(error instanceof ExpectedError)) {
          throw error;
        }
      }
    }
  }
  return { words, level };
}
