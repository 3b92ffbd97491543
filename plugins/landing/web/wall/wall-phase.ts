import { WALL } from '#plugins/landing/wall-facts.ts';

/** What the loop shows: the number of the group whose shots arrive, counted from 1, or the whole videos. */
export type WallPhase = number | 'playing';

/** Where the loop is at a time of it, in seconds. */
export function phaseAt(seconds: number): WallPhase {
  if (seconds < WALL.firstGroupAt || seconds >= WALL.playsAt) return 'playing';
  const group = 1 + Math.floor((seconds - WALL.firstGroupAt) / WALL.groupEvery);
  return Math.min(group, WALL.groups);
}
