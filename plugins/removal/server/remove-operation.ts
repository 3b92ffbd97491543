import { UNCHANGED } from '#core/contract/reframe.ts';
import { exactCut } from '#core/server/services/media/cut/exact-cut.ts';
import { inspectMaterial } from '#core/server/services/media/inspect-material.ts';
import { defineOperation } from '#core/server/services/media/operation.ts';
import { readSource } from '#core/server/services/media/operations/read-source.ts';

import { removalChange } from './removal-change.ts';
import { removalParamsSchema } from './removal-params.ts';

/** CPU seconds that a second takes where something is removed. */
const COST_OF_SECOND = 1.6;

/** Removes text from a video: its output are the files of a cut. */
export const removeOperation = defineOperation({
  ...{ name: 'removal.remove', version: 1, params: removalParamsSchema },
  cost: ({ seconds }) => 1 + seconds * COST_OF_SECOND,
  async build({ runner, sources: [video], folder, signal, progress }, { texts }) {
    if (video === undefined) throw new TypeError('removal.remove: takes a video');
    const { name } = video;
    await readSource(video, async (path) => {
      const material = await inspectMaterial(runner, path, { minSeconds: 0, name }, signal);
      await exactCut(runner, {
        ...{ path, name, material, from: 0, to: null, reframe: UNCHANGED, folder, signal, onProgress: progress },
        change: (times, end) => removalChange(texts, { times, end }, { runner, folder, signal }),
      });
    });
  },
});
