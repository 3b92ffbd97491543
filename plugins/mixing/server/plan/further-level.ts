import type { PlanGroup } from './plan-input.ts';
import { projectCapacity } from './project-capacity.ts';

/** What a looser limit yields beside what is there. */
export interface Further {
  /** Shots that any two may share then. */
  share: number;
  /** How many more are possible, up to the number that is missing. */
  count: number;
}

export interface FurtherOptions {
  groups: readonly PlanGroup[];
  /** Videos that are there already, or count as made. */
  made: readonly { shots: readonly { symbol: string }[] }[];
  missing: number;
  /** The limit that they were planned by; absent when there was none. */
  share: number | undefined;
}

/** The least looser limit that yields all that is missing, or else the one that yields most; null when none yields any. */
export function furtherAt({ groups, made, missing, share }: FurtherOptions): Further | null {
  if (share === undefined || missing < 1 || groups.some(({ shots }) => shots.length === 0)) return null;
  const history = made.map(({ shots }) => shots.map(({ symbol }) => symbol));
  const { rows } = projectCapacity({ groups: [...groups], history, count: missing });
  const looser = rows.filter(({ maxShared, reachable }) => maxShared > share && reachable > 0);
  const found = looser.find(({ reachable }) => reachable >= missing) ?? looser.at(-1);
  return found === undefined ? null : { share: found.maxShared, count: Math.min(missing, found.reachable) };
}
