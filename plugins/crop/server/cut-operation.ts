import { z } from 'zod';

import { reframeSchema } from '#core/contract/reframe.ts';
import { exactCut } from '#core/server/services/media/cut/exact-cut.ts';
import { inspectMaterial } from '#core/server/services/media/inspect-material.ts';
import { defineOperation } from '#core/server/services/media/operation.ts';
import { readSource } from '#core/server/services/media/operations/read-source.ts';

/** CPU seconds that a second of a clip takes where it has to be encoded. */
const COST_OF_SECOND = 0.8;

/** Cuts a video exactly to the frame; its output are the files of `CUT_FILES`. */
export const CUT = defineOperation({
  name: 'crop.cut',
  version: 1,
  params: z.strictObject({ from: z.number(), to: z.number().nullable(), reframe: reframeSchema }),
  cost: ({ from, to }) => 1 + Math.max(0, (to ?? from + 30) - from) * COST_OF_SECOND,
  async build({ runner, sources: [source], folder, signal, progress }, params) {
    if (source === undefined) throw new TypeError('crop.cut: takes one source');
    const { name } = source;
    await readSource(source, async (path) => {
      const material = await inspectMaterial(runner, path, { minSeconds: 0, name }, signal);
      await exactCut(runner, { ...params, path, name, material, folder, signal, onProgress: progress });
    });
  },
});
