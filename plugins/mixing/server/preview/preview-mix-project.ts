import type { z } from 'zod';

import { pictureOf } from '#core/contract/picture.ts';
import { fail } from '#core/contract/errors.ts';

import type { MixPreview, previewMixProject as call } from '#plugins/mixing/calls.ts';
import type { PlannedPreview } from '../threads/plan-results.ts';
import { digestOf, type Planner } from '../threads/planner.ts';
import { Recent } from '../threads/recent.ts';

export type PreviewBody = z.output<(typeof call)['body']>;

/** Milliseconds that planning may take while somebody waits. */
const LIMIT = 10_000;

/** Plans that are kept, so that another of their combinations is there at once. */
const KEPT = 24;

/** Plans projects as they are edited, and shows one combination after the other. */
export function createPreview(planner: Planner) {
  const plans = new Recent<Promise<PlannedPreview>>(KEPT);

  /**
   * @throws expected `mixing:preview-empty` (422) while no group shows anything, `mixing:project-missing` (404),
   * `mixing:shots-too-many` (422), `mixing:plan-too-large` (503)
   */
  return async (accountId: string, body: PreviewBody): Promise<MixPreview> => {
    const { document, count, share, seed } = body;
    const { known } = await planner.see(accountId, document, body.projectId);
    if (known.materials.length === 0) fail('mixing:preview-empty', {}, { kind: 'invalid' });
    const name = digestOf([known.key, count, share ?? null, seed]);
    const planned = await (plans.get(name) ?? plans.set(name, plan(name, { known, count, share, seed })));
    const total = planned.length;
    const position = body.position % Math.max(1, total);
    const chosen = planned[position];
    if (chosen === undefined) return fail('mixing:preview-empty', {}, { kind: 'invalid' });
    const titles = document.titles?.texts ?? [];
    return {
      ...{ total, position },
      title: titles[position % titles.length] ?? null,
      shots: chosen.shots,
      frames: chosen.frames,
      fps: pictureOf(document.ratio, document.resolution).fps,
    };
  };

  // Whoever asked first may hang up while others wait for the same, so nobody's signal ends it.
  async function plan(name: string, task: Parameters<Planner['preview']>[0]): Promise<PlannedPreview> {
    try {
      return await planner.preview(task, { limit: LIMIT });
    } catch (error) {
      plans.delete(name);
      throw error;
    }
  }
}
