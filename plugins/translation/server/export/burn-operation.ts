import { z } from 'zod';

import { UNCHANGED } from '#core/contract/reframe.ts';
import { exactCut } from '#core/server/services/media/cut/exact-cut.ts';
import { inspectMaterial } from '#core/server/services/media/inspect-material.ts';
import { defineOperation } from '#core/server/services/media/operation.ts';
import { readSource } from '#core/server/services/media/operations/read-source.ts';
import { subtitleStyleSchema } from '#plugins/translation/subtitle-style.ts';

import { burnChange } from './burn-change.ts';
import { subtitleCueSchema } from './subtitle-cue.ts';

/** CPU seconds that a second takes where a subtitle is shown. */
const COST_OF_SECOND = 0.7;

/** What is drawn. */
const burnParamsSchema = z.strictObject({
  cues: z.array(subtitleCueSchema),
  language: z.string(),
  second: z.string().nullable(),
  style: subtitleStyleSchema,
  /** The version of the looks that `style` names. */
  looks: z.int(),
});

/** Goes up with every change of what a look is, or of how it is drawn. */
export const LOOKS = 1;

/** Burns subtitles into a video: its output are the files of a cut. */
export const burnOperation = defineOperation({
  ...{ name: 'translation.burn', version: 1, params: burnParamsSchema },
  cost: ({ cues }) => 1 + (cues.reduce((sum, { start, end }) => sum + end - start, 0) / 1000) * COST_OF_SECOND,
  async build({ runner, sources: [video], folder, signal, progress }, { cues, language, second, style }) {
    if (video === undefined) throw new TypeError('translation.burn: takes a video');
    const { name } = video;
    await readSource(video, async (path) => {
      const material = await inspectMaterial(runner, path, { minSeconds: 0, name }, signal);
      await exactCut(runner, {
        ...{ path, name, material, from: 0, to: null, reframe: UNCHANGED, folder, signal, onProgress: progress },
        change: (times, end) => burnChange(cues, { language, second, style }, { times, end }, folder),
      });
    });
  },
});
