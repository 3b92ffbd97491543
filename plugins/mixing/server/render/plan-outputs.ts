import { ExpectedError, fail } from '#core/contract/errors.ts';

import { plan } from '../plan/plan.ts';
import type { Plan, PlanGroup, Word } from '../plan/plan-input.ts';
import type { PlannedProject } from './planned-project.ts';

export interface PlanOutputsOptions {
  project: PlannedProject;
  groups: readonly PlanGroup[];
  count: number;
  share?: number;
  seed: number;
  /** Symbols of every output that the project made before. */
  history: readonly (readonly string[])[];
  renderedJoints?: readonly string[];
}

/** One shot in playing order, with the group that it stands for. */
export interface PlacedShot {
  group: string;
  material: string;
  symbol: string;
  window: { start: number; end: number };
}

export interface PlannedWords {
  plan: Plan;
  outputs: PlacedShot[][];
  /** Set when fewer are possible than were wanted. */
  fewer: { possible: number; wanted: number } | null;
}

/**
 * Plans as many of the wanted outputs as there can be.
 * @throws expected `mixing:capacity-total` when not even one is possible, `mixing:group-empty`
 */
export function planOutputs(options: PlanOutputsOptions): PlannedWords {
  const { project, groups, count, share, seed, history } = options;
  const empty = groups.find(({ shots }) => shots.length === 0);
  if (empty !== undefined) {
    const group = project.groups.find(({ id }) => id === empty.id)?.name ?? empty.id;
    fail('mixing:group-empty', { group }, { kind: 'invalid' });
  }
  const attempt = (wanted: number) =>
    plan({
      groups: [...groups],
      count: wanted,
      maxShared: share,
      seed,
      order: project.order,
      history,
      joints: project.groups.some((group) => group.transition !== null),
      renderedJoints: options.renderedJoints,
    });
  let possible = count;
  for (;;) {
    try {
      const made = attempt(possible);
      const outputs = made.words.map(placed);
      return { plan: made, outputs, fewer: possible < count ? { possible, wanted: count } : null };
    } catch (error) {
      const capacity = error instanceof ExpectedError ? Number(error.params['capacity']) : Number.NaN;
      if (!(capacity >= 1 && capacity < possible)) {
        throw error;
      }
      possible = capacity;
    }
  }
}

function placed(word: Word): PlacedShot[] {
  return word.order.map((index) => {
    const shot = word.shots[index];
    if (shot === undefined) {
      throw new TypeError(`planOutputs: a word has no shot ${index}`);
    }
    const { group, material, symbol, window } = shot;
    return { group, material, symbol, window };
  });
}

/**
 * Plans further outputs; null when everything that can be made is there already.
 * @param some whether there are any
 */
export function planIfAny(options: PlanOutputsOptions, some: boolean): PlannedWords | null {
  try {
    return planOutputs(options);
  } catch (error) {
    if (some && error instanceof ExpectedError && error.params['capacity'] === 0) return null;
    throw error;
  }
}
