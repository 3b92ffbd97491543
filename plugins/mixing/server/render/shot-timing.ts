import { pictureOf } from '#core/contract/picture.ts';
import { clipFrames } from '../operations/clip.ts';

import type { PlanGroup } from '../plan/plan-input.ts';
import type { PlannedProject } from './planned-project.ts';
import { blendsAfter } from './shot-blends.ts';

export interface ShotTiming {
  /** Frames that neighbouring shots share, by the id of the group that leaves. */
  blends: Map<string, number>;
  /** Length of the shortest output that can occur, in seconds. */
  shortestSeconds: number;
  /** Length of the longest one. */
  longestSeconds: number;
}

/** What follows from the lengths of the shots that each group may show. */
export function shotTiming(project: PlannedProject, groups: readonly PlanGroup[]): ShotTiming {
  const { fps } = pictureOf(project.ratio, project.resolution);
  const shortest = new Map<string, number>();
  let longest = 0;
  for (const group of project.groups) {
    let [least, most] = [Infinity, 0];
    for (const { window } of groups.find(({ id }) => id === group.id)?.shots ?? []) {
      const frames = clipFrames(window, group.speed, fps);
      [least, most] = [Math.min(least, frames), Math.max(most, frames)];
    }
    shortest.set(group.id, least);
    longest += most;
  }
  const blends = blendsAfter(project, shortest, fps);
  const blended = project.groups.slice(0, -1).reduce((sum, group) => sum + (blends.get(group.id) ?? 0), 0);
  const frames = [...shortest.values()].reduce((sum, least) => sum + least, 0) - blended;
  return { blends, shortestSeconds: frames / fps, longestSeconds: (longest - blended) / fps };
}
