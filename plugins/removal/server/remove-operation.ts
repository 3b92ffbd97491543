import { z } from 'zod';

import { UNCHANGED } from '#core/contract/reframe.ts';
import { exactCut } from '#core/server/services/media/cut/exact-cut.ts';
import { inspectMaterial } from '#core/server/services/media/inspect-material.ts';
import { defineOperation } from '#core/server/services/media/operation.ts';
import { readSource } from '#core/server/services/media/operations/read-source.ts';

import { removalChange } from './removal-change.ts';
import { removalParamsSchema } from './removal-params.ts';
import { filledChange, type FilledShots } from './shots/filled-change.ts';
import { readFoundText } from './shots/find-text-operation.ts';

/** CPU seconds that a second takes where something is removed, and where a service has filled it before. */
const [COST_OF_SECOND, COST_WHEN_FILLED] = [1.6, 0.8];

/** The frames of each shot that a service has filled. */
const shotsSchema = z.array(z.strictObject({ first: z.int().min(0), last: z.int().min(1) }));

/**
 * Removes text from a video: its output are the files of a cut. Where a service has filled it, its inputs are the node
 * that has found the text, and one for each of `shots`.
 */
export const removeOperation = defineOperation({
  ...{ name: 'removal.remove', version: 5, params: removalParamsSchema.extend({ shots: shotsSchema.optional() }) },
  cost: ({ seconds, shots }) => 1 + seconds * (shots === undefined ? COST_OF_SECOND : COST_WHEN_FILLED),
  async build({ runner, inputs, sources: [video], folder, signal, progress }, { texts, shots }) {
    if (video === undefined) throw new TypeError('removal.remove: takes a video');
    const { name } = video;
    const filled = shots === undefined ? null : await filledIn(inputs, shots);
    await readSource(video, async (path) => {
      const material = await inspectMaterial(runner, path, { minSeconds: 0, name }, signal);
      await exactCut(runner, {
        ...{ path, name, material, from: 0, to: null, reframe: UNCHANGED, folder, signal, onProgress: progress },
        change: (times, end) =>
          filled === null
            ? removalChange(texts, { times, end }, { runner, folder, signal })
            : filledChange(texts, { times, end }, filled),
      });
    });
  },
});

async function filledIn(
  [found = '', ...folders]: readonly string[],
  shots: z.output<typeof shotsSchema>,
): Promise<FilledShots> {
  const of = shots.map((wanted, at) => ({ wanted, folder: folders[at] ?? '' }));
  return { found: await readFoundText(found), shots: of };
}
