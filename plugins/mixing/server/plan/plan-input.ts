/** A stretch of a material, in seconds. */
export interface ShotWindow {
  start: number;
  end: number;
}

/** One choice that a group offers. */
export interface PlanShot {
  /** Footage identity across the whole project: near-duplicates share one. */
  symbol: string;
  material: string;
  window: ShotWindow;
}

export interface PlanGroup {
  id: string;
  shots: PlanShot[];
}

export interface PlanInput {
  /** 1 to 20 groups in playing order, each with at least one shot. */
  groups: PlanGroup[];
  /** How many outputs are wanted. */
  count: number;
  /** The most shots that any two outputs may share; absent means the least level with enough capacity. */
  maxShared?: number;
  /** Same input and seed give the same plan on every machine. */
  seed: number;
  /** `shuffled` lets the order of the groups vary by output: style only, never counted as distinctness. */
  order: 'fixed' | 'shuffled';
  /** Symbols of every output that the project made before; new words keep the distance to them too. */
  history: readonly (readonly string[])[];
  /** Whether there are transitions: among equals, neighbours that are rendered already are preferred. */
  joints: boolean;
  /** Pairs `symbolA>symbolB` whose transition is in the cache. */
  renderedJoints?: readonly string[];
}

/** Which construction the words came from. */
export type PlanMethod = 'all' | 'reed-solomon' | 'linear' | 'greedy';

export interface WordShot extends PlanShot {
  /** The id of the shot's group. */
  group: string;
}

/** One output: a shot from each group. */
export interface Word {
  /** In group order. */
  shots: WordShot[];
  /** Indexes into `shots` in playing order. */
  order: number[];
}

/** How many outputs the project yields when any two share at most `maxShared` shots. */
export interface CapacityRow {
  maxShared: number;
  /** No method yields more: the lesser of the Singleton and the averaging (Plotkin) bound. */
  bound: number;
  /** What our constructions yield beside the history. */
  reachable: number;
  /** True when more than `reachable` may be possible. */
  atLeast: boolean;
}

/** What to add to get more, or more distinct, outputs. */
export interface Advice {
  /** The level of sharing that it speaks of. */
  maxShared: number;
  /** Capacity now and after the addition. */
  from: number;
  to: number;
  /** Clips to add in all. */
  clips: number;
  /** Where to add them. */
  groups: { group: string; clips: number }[];
  /** `reachable`: a construction yields both figures; `bound`: they are upper bounds. */
  basis: 'reachable' | 'bound';
}

export interface Plan {
  words: Word[];
  /** Any two outputs, earlier ones of the project included, share at most so many shots. */
  maxShared: number;
  /** The least number of shots by which two of the planned outputs differ. */
  minDistance: number;
  meanDistance: number;
  capacity: CapacityRow[];
  advice: Advice[];
  method: PlanMethod;
  seed: number;
  /** `repeated` outputs begin with a shot that an earlier one of the plan begins with. */
  openings: { distinct: number; repeated: number };
  /** How often each is used, unused ones included. */
  use: { symbols: Record<string, number>; materials: Record<string, number> };
  /** Neighbouring pairs that occur, and how many of them are not rendered yet. */
  joints: { distinct: number; unrendered: number };
}

/** @throws TypeError that names the wrong option */
export function assertPlanInput(input: PlanInput): void {
  if (input.groups.length < 1 || input.groups.length > 20) {
    throw new TypeError(`plan: groups must be 1 to 20, not ${input.groups.length}`);
  }
  const ids = new Set(input.groups.map((group) => group.id));
  if (ids.size !== input.groups.length) throw new TypeError('plan: groups must have different ids');
  const empty = input.groups.find((group) => group.shots.length === 0);
  if (empty) throw new TypeError(`plan: group "${empty.id}" has no shots`);
  if (!Number.isInteger(input.count) || input.count < 1)
    throw new TypeError('plan: count must be a whole number from 1');
  if (!Number.isInteger(input.seed)) throw new TypeError('plan: seed must be a whole number');
  if (input.maxShared !== undefined && (!Number.isInteger(input.maxShared) || input.maxShared < 0)) {
    throw new TypeError('plan: maxShared must be a whole number from 0');
  }
}
