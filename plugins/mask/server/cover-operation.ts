import { UNCHANGED } from '#core/contract/reframe.ts';
import { exactCut } from '#core/server/services/media/cut/exact-cut.ts';
import { inspectMaterial } from '#core/server/services/media/inspect-material.ts';
import { defineOperation } from '#core/server/services/media/operation.ts';
import { readSource } from '#core/server/services/media/operations/read-source.ts';

import { coverChange } from './cover-change.ts';
import { coverParamsSchema } from './cover-params.ts';

/** CPU seconds that a second takes where it is covered. */
const COST_OF_SECOND = 0.9;

/** Covers a video with layers: its output are the files of a cut. Sources: the video, then images. */
export const coverOperation = defineOperation({
  ...{ name: 'mask.cover', version: 1, params: coverParamsSchema },
  cost: ({ seconds }) => 1 + seconds * COST_OF_SECOND,
  async build({ runner, sources, folder, signal, progress }, { layers }) {
    const [video] = sources;
    if (video === undefined) throw new TypeError('mask.cover: takes a video, and images behind it');
    const { name } = video;
    await readSource(video, async (path) => {
      const material = await inspectMaterial(runner, path, { minSeconds: 0, name }, signal);
      await exactCut(runner, {
        ...{ path, name, material, from: 0, to: null, reframe: UNCHANGED, folder, signal, onProgress: progress },
        change: (times, end) => coverChange(layers, { times, end }, sources),
      });
    });
  },
});
