import { fail } from '#core/contract/errors.ts';
import { pictureOf } from '#core/contract/picture.ts';

import type { MixPreview } from '#plugins/mixing/calls.ts';
import type { PlanGroup } from '../plan/plan-input.ts';
import { outputFrames } from '../render/output-frames.ts';
import type { PlannedProject } from '../render/planned-project.ts';
import { shotTiming } from '../render/shot-timing.ts';

/** How the parts of a combination lie in time. */
export interface ShownTiming {
  /** Frames shared with the next shot, by group id. */
  blends: Record<string, number>;
  shortestSeconds: number;
}

/**
 * Looks whether a project yields a combination just as somebody describes it: one shot from each group, each a window
 * that the group can show, lasting as long as it says.
 * @param shown what the project can show, groups without a shot left out
 * @throws expected `mixing:preview-outdated` (409)
 */
export function checkCombination(
  { project, groups }: { project: PlannedProject; groups: readonly PlanGroup[] },
  preview: MixPreview,
): ShownTiming {
  const ids = preview.shots.map(({ group }) => group);
  const wanted = groups.map(({ id }) => id);
  const sameGroups = wanted.length === ids.length && new Set(ids).size === ids.length;
  const inOrder = project.order === 'shuffled' || wanted.every((id, index) => id === ids[index]);
  const shotsOf = new Map(groups.map(({ id, shots }) => [id, shots]));
  const known = preview.shots.every(({ group, material, window }) =>
    shotsOf
      .get(group)
      ?.some(
        (shot) => shot.material === material && shot.window.start === window.start && shot.window.end === window.end,
      ),
  );
  if (groups.length === 0 || !sameGroups || !inOrder || !known) return outdated();

  const { blends, shortestSeconds } = shotTiming(project, groups);
  const places = outputFrames(project, preview.shots, blends);
  const sameTimes = preview.shots.every(({ frames, blendAfter }, index) => {
    const place = places.shots[index];
    return place?.frames === frames && place.after === blendAfter;
  });
  const { fps } = pictureOf(project.ratio, project.resolution);
  if (!sameTimes || places.frames !== preview.frames || fps !== preview.fps) return outdated();
  return { blends: Object.fromEntries(blends), shortestSeconds };
}

function outdated(): never {
  return fail('mixing:preview-outdated', {}, { kind: 'conflict' });
}
