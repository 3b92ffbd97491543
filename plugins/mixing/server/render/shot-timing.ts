import { pictureOf } from '#core/contract/picture.ts';
import { clipFrames } from '#core/server/media/operations/clip.ts';

import type { MixProject } from '#plugins/mixing/project.ts';
import type { PlanGroup } from '../plan/plan-input.ts';
import { blendsAfter } from './shot-blends.ts';

export interface ShotTiming {
  /** Frames that neighbouring shots share, by the id of the group that leaves. */
  blends: Map<string, number>;
  /** Length of the shortest output that can occur, in seconds. */
  shortestSeconds: number;
}

/** What follows from the lengths of the shots that each group may show. */
export function shotTiming(project: MixProject, groups: readonly PlanGroup[]): ShotTiming {
  const { fps } = pictureOf(project.ratio, project.resolution);
  const shortest = new Map(
    project.groups.map((group) => {
      const shots = groups.find(({ id }) => id === group.id)?.shots ?? [];
      return [group.id, Math.min(...shots.map(({ window }) => clipFrames(window, group.speed, fps)))];
    }),
  );
  const blends = blendsAfter(project, shortest, fps);
  const blended = project.groups.slice(0, -1).reduce((sum, group) => sum + (blends.get(group.id) ?? 0), 0);
  const frames = [...shortest.values()].reduce((sum, least) => sum + least, 0) - blended;
  return { blends, shortestSeconds: frames / fps };
}
