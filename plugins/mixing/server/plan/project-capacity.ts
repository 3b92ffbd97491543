import { adviceFor } from './advice.ts';
import type { Advice, CapacityRow, PlanInput } from './plan-input.ts';
import { assertPlanInput } from './plan-input.ts';
import { spaceOf, type Space } from './space.ts';
import { openWordSources, type WordSources } from './word-sources.ts';

// What a search is asked for when nobody wants more; beyond it a row says "at least".
const SEARCH_CAP = 1000;

const COUNTING_SEED = 0;

export interface ProjectCapacity {
  /** One row a level of sharing, 0 to groups − 1. */
  rows: CapacityRow[];
  /** What to add, for the least level that yields `count` and for the stricter one below it. */
  advice: Advice[];
  /** The least level of sharing at which `count` outputs are possible, or null. */
  level: number | null;
}

/** A project whose capacity is asked for several times; what was found once is kept. */
export interface OpenCapacity {
  /** What it yields for a count of outputs; `maxShared` limits the level that is looked for. */
  at(count: number, maxShared?: number): ProjectCapacity;
}

/**
 * Opens the capacity of a project, beside what it made before.
 * @throws TypeError that names the wrong option
 */
export function openCapacity(
  input: Pick<PlanInput, 'groups' | 'history'> & Partial<Pick<PlanInput, 'seed'>>,
): OpenCapacity {
  const whole: PlanInput = { order: 'fixed', joints: false, seed: COUNTING_SEED, count: 1, ...input };
  assertPlanInput(whole);
  const sources = countedSources(spaceOf(whole), whole.seed);
  return {
    at(count, maxShared) {
      assertPlanInput({ ...whole, count, maxShared });
      const rows = capacityRows(sources, count);
      const enough = rows.find((row) => row.reachable >= count && row.maxShared <= (maxShared ?? Infinity));
      const level = enough?.maxShared ?? null;
      const asked = level ?? Math.min(maxShared ?? rows.length - 1, rows.length - 1);
      return { rows, advice: adviceFor(sources.space, ids(whole), rows, asked, count), level };
    },
  };
}

/** The words by which a project's capacity is counted: as many of them as were counted can be planned. */
export function countedSources(space: Space, seed = COUNTING_SEED): WordSources {
  return openWordSources({ space, seed, opening: true, joints: null });
}

/**
 * What a project yields at each level of sharing, beside what it made before.
 * @throws TypeError that names the wrong option
 */
export function projectCapacity({
  count,
  maxShared,
  ...input
}: Pick<PlanInput, 'groups' | 'history' | 'count'> & Partial<Pick<PlanInput, 'seed' | 'maxShared'>>): ProjectCapacity {
  return openCapacity(input).at(count, maxShared);
}

export function capacityRows(sources: WordSources, count: number): CapacityRow[] {
  const rows: CapacityRow[] = [];
  const cap = Math.max(SEARCH_CAP, count);
  for (let maxShared = 0; maxShared < sources.space.groups; maxShared += 1) {
    const bound = sources.bound(maxShared);
    const below = rows[maxShared - 1]?.reachable ?? 0;
    // What keeps a stricter level keeps this one too.
    const reachable = below >= bound ? below : Math.max(below, sources.reachable(maxShared, cap, below));
    rows.push({ maxShared, bound, reachable, atLeast: reachable < bound });
  }
  return rows;
}

export function ids(input: Pick<PlanInput, 'groups'>): string[] {
  return input.groups.map((group) => group.id);
}
