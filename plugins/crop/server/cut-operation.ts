import { z } from 'zod';

import { partAt, reframeSchema } from '#core/contract/reframe.ts';
import { exactCut } from '#core/server/services/media/cut/exact-cut.ts';
import { inspectMaterial } from '#core/server/services/media/inspect-material.ts';
import { defineOperation } from '#core/server/services/media/operation.ts';
import { readSource } from '#core/server/services/media/operations/read-source.ts';

import { CUT_TOOL } from '../cut-settings.ts';

/** CPU seconds that a second of a clip takes where it has to be encoded. */
const COST_OF_SECOND = 0.8;

/** Cuts a video exactly to the frame; its output are the files of `CUT_FILES`. */
export const CUT = defineOperation({
  name: CUT_TOOL,
  version: 2,
  params: z.strictObject({ from: z.number(), to: z.number().nullable(), reframe: reframeSchema }),
  cost: ({ from, to }) => 1 + Math.max(0, (to ?? from + 30) - from) * COST_OF_SECOND,
  async build({ runner, sources: [source], folder, signal, progress }, params) {
    if (source === undefined) throw new TypeError(`${CUT_TOOL}: takes one source`);
    const { name } = source;
    await readSource(source, async (path) => {
      const material = await inspectMaterial(runner, path, { minSeconds: 0, name }, signal);
      const { displayWidth: width, displayHeight: height } = material.video;
      const part = partAt(params.reframe, { width, height }, 0);
      // A part that is all of the picture is none, so that the picture can be copied.
      const isAll = (1 - part.width) * width < 1e-3 && (1 - part.height) * height < 1e-3;
      const reframe = isAll ? { ...params.reframe, part: null } : params.reframe;
      await exactCut(runner, { ...params, reframe, path, name, material, folder, signal, onProgress: progress });
    });
  },
});
