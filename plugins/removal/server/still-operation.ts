import { z } from 'zod';

import { drawStill } from '#core/server/services/media/cut/draw-still.ts';
import { inspectMaterial } from '#core/server/services/media/inspect-material.ts';
import { defineOperation } from '#core/server/services/media/operation.ts';
import { readSource } from '#core/server/services/media/operations/read-source.ts';

import { removalChange } from './removal-change.ts';
import { removalParamsSchema } from './removal-params.ts';

/** The file in the operation's output. */
export const STILL = 'still.jpg';

/** Pixels across of a still, and frames to each side that it is made from: somebody waits for it. */
const [MOST_PIXELS, MOST_WINDOW] = [1280, 45];

/** Draws a frame of a video as it is once text is removed. */
export const stillOperation = defineOperation({
  name: 'removal.still',
  version: 3,
  params: z.strictObject({ at: z.number().min(0), texts: removalParamsSchema.shape.texts }),
  cost: () => 3,
  async build({ runner, sources: [video], folder, signal }, { at, texts }) {
    if (video === undefined) throw new TypeError('removal.still: takes a video');
    const { name } = video;
    await readSource(video, async (path) => {
      const material = await inspectMaterial(runner, path, { minSeconds: 0, name }, signal);
      await drawStill(runner, {
        ...{ path, name, material, at, most: MOST_PIXELS, file: STILL, folder, signal },
        change: (times, end) =>
          removalChange(texts, { times, end }, { runner, folder, signal, mostWindow: MOST_WINDOW }),
      });
    });
  },
});
