import { eq } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';

import { RATIOS, type Ratio } from '#core/contract/picture.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';
import { mixProjectSchema, SHORTEST_MATERIAL } from '#plugins/mixing/project.ts';

import type { MixProjects } from '../api.ts';
import { mixingProjects } from '../tables.ts';
import { createMixProject } from './create-mix-project.ts';

/** The shorter side of videos of such a project. */
const RESOLUTION = 1080;

/** Mix projects as other plugins make them. */
export function mixProjects(ctx: ServerContext): MixProjects {
  return {
    async create(accountId, { id, name, groups }) {
      const known = await ctx.db.scope(accountId).find(mixingProjects, eq(mixingProjects.id, id));
      if (known !== undefined) return known.id;
      const first = groups[0]?.clips[0]?.material ?? '';
      const shape = (await ctx.use(LIBRARY)?.find(accountId, [first]))?.get(first);
      const document = mixProjectSchema.parse({
        ...{ name, resolution: RESOLUTION, ratio: nearestRatio(shape?.width ?? 9, shape?.height ?? 16) },
        groups: groups.map(({ name: group, clips, transition }) => ({
          ...{ id: uuid(), name: group, transition },
          materials: clips.map(({ material, seconds }) => ({
            material,
            // Too short for a window of its own, it is told by the rules of runs.
            ...(seconds >= SHORTEST_MATERIAL ? { windows: [{ start: 0, end: seconds }] } : {}),
          })),
        })),
      });
      return (await createMixProject(ctx, accountId, document, { id, numbered: true })).id;
    },
  };
}

function nearestRatio(width: number, height: number): Ratio {
  const off = (ratio: Ratio): number => {
    const [across = 1, down = 1] = ratio.split(':').map(Number);
    return Math.abs(Math.log((width / height) * (down / across)));
  };
  return [...RATIOS].sort((a, b) => off(a) - off(b))[0] ?? '9:16';
}
