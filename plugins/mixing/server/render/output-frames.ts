import { pictureOf } from '#core/contract/picture.ts';
import { clipFrames } from '../operations/clip.ts';

import type { PlannedProject } from './planned-project.ts';

/** Where one shot of an output lies, in frames of the output. */
export interface ShotFrames {
  /** The first one, blended ones included. */
  start: number;
  /** How many, blended ones included. */
  frames: number;
  /** How many it shares with the shot before. */
  before: number;
  /** How many it shares with the shot after; 0 for the last. */
  after: number;
}

/**
 * Lays the shots of one output one after the other.
 * @param shots in playing order
 * @param blends frames shared with the next shot, by group id
 * @throws TypeError when a shot is of a group that the project lacks
 */
export function outputFrames(
  project: PlannedProject,
  shots: readonly { group: string; window: { start: number; end: number } }[],
  blends: ReadonlyMap<string, number>,
): { shots: ShotFrames[]; frames: number } {
  const { fps } = pictureOf(project.ratio, project.resolution);
  let before = 0;
  let end = 0;
  const placed = shots.map(({ group: id, window }, index) => {
    const group = project.groups.find((candidate) => candidate.id === id);
    if (group === undefined) {
      throw new TypeError(`outputFrames: unknown group "${id}"`);
    }
    const after = index === shots.length - 1 ? 0 : (blends.get(id) ?? 0);
    const frames = clipFrames(window, group.speed, fps);
    const shot = { start: end - before, frames, before, after };
    end = shot.start + frames;
    before = after;
    return shot;
  });
  return { shots: placed, frames: end };
}
