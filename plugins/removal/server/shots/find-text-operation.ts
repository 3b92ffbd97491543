import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { z } from 'zod';

import { joinRanges, type FrameRange } from '#core/server/services/media/cut/choose-frames.ts';
import { throwIfCancelled } from '#core/server/services/media/abort-error.ts';
import { defineOperation } from '#core/server/services/media/operation.ts';
import { readSource } from '#core/server/services/media/operations/read-source.ts';

import { MASK_DELAY } from '../fill/fill-strip.ts';
import { cellBytes, foundSchema } from '../fill/fill-task.ts';
import { runFill } from '../filled-pictures.ts';
import { moved, placeTexts, spansOf, spotsFrom } from '../placed-texts.ts';
import { framesWith } from '../removal-change.ts';
import { removalParamsSchema } from '../removal-params.ts';
import { openUpright } from './open-upright.ts';

/** CPU seconds that a second takes where text is looked for. */
const COST_OF_SECOND = 0.5;
/** Frames on each side of those with text that are looked at: a service sees some of them. */
const AROUND = 24;
const FACTS = 'found.json';

const boxSchema = z.object({ left: z.int(), top: z.int(), right: z.int(), bottom: z.int() });
const foundTextSchema = z.object({
  /** What was looked at: upright pictures, in BT.709. */
  picture: z.object({
    ...{ width: z.int(), height: z.int(), rotation: z.number(), isFullRange: z.boolean() },
    ...{ pixelFormat: z.enum(['yuv420p', 'yuvj420p']), matrix: z.enum(['bt709', 'smpte170m']) },
  }),
  /** The box around all text, and what is seen around it. */
  region: boxSchema,
  seen: boxSchema,
  /** Frames that were looked at, one after the other, with what was found; counted as in the video. */
  stretches: z.array(foundSchema.extend({ first: z.int(), last: z.int() })),
});
/** Where text is in a video, frame by frame. */
export type FoundText = z.output<typeof foundTextSchema>;

/** Finds the cells of each frame that are text, and shots: what has to be known before others fill it. */
export const findTextOperation = defineOperation({
  ...{ name: 'removal.find', version: 2, params: removalParamsSchema },
  cost: ({ seconds }) => 1 + seconds * COST_OF_SECOND,
  async build({ runner, sources: [video], folder, signal, progress }, { texts }) {
    if (video === undefined) throw new TypeError('removal.find: takes a video');
    await readSource(video, async (path) => {
      const { picture, read, times, end } = await openUpright(runner, { path, name: video.name }, signal);
      const spans = spansOf(texts, { times, end });
      const frames = framesWith(spans);
      const placed = placeTexts(spans, picture, times);
      const facts: FoundText = { picture, region: NOWHERE, seen: NOWHERE, stretches: [] };
      if (placed !== null) {
        const { region, seen } = placed;
        Object.assign(facts, { region, seen });
        const [width, height] = [seen.right - seen.left, seen.bottom - seen.top];
        const wide = frames.map(({ first, last }): FrameRange => ({
          first: Math.max(0, first - AROUND),
          last: Math.min(times.length, last + AROUND),
        }));
        for (const { first, last } of joinRanges(wide)) {
          const { input, chain } = read({ first, last });
          let said: unknown;
          const cells = runFill(
            {
              reading: { input, chain: `${chain},crop=${width}:${height}:${seen.left}:${seen.top}` },
              frames: last - first,
              task: {
                ...{ does: 'find' as const, width, height, part: moved(region, seen), window: MASK_DELAY },
                ...{ from: 0, to: last - first, spots: spotsFrom(placed, first) },
              },
              onEnd: (end) => (said = end),
            },
            cellBytes(width, height),
            { runner, folder, signal, beside: false },
          );
          const file = join(folder, cellsFile(facts.stretches.length));
          // A process that was ended because of that says only that it was lost.
          await pipeline(cells, createWriteStream(file)).catch((error: unknown) => {
            throwIfCancelled(signal);
            throw error;
          });
          const { shots, masked } = foundSchema.parse(said);
          facts.stretches.push({
            ...{ first, last, shots: shots.map((frame) => frame + first) },
            masked: masked.map((range) => ({ first: range.first + first, last: range.last + first })),
          });
          progress(last / times.length);
        }
      }
      await writeFile(join(folder, FACTS), JSON.stringify(facts));
    });
  },
});

const NOWHERE = { left: 0, top: 0, right: 0, bottom: 0 };

/** The cells of a stretch's frames, one frame after the other, eight of them in a byte. */
export const cellsFile = (stretch: number): string => `${stretch}.cells`;

/** What the operation has found. @param folder its output */
export const readFoundText = async (folder: string): Promise<FoundText> =>
  foundTextSchema.parse(JSON.parse(await readFile(join(folder, FACTS), 'utf8')));
