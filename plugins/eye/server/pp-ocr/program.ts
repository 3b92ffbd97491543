import sharp from 'sharp';
import { z } from 'zod';

import { answerTasks } from '#core/server/services/media/programs/answer-tasks.ts';
import type { PictureLine, PictureLines } from '#core/server/services/providers/picture-text.ts';

import { decodePicture } from './decode-picture.ts';
import { openModels, type PpOcrModels } from './open-models.ts';
import { writeLine } from './write-line.ts';
import type { Area } from './text-areas.ts';

// The process in which PP-OCR reads. It is asked to load the models, to read a picture, or to find the lines of one and
// write them as pictures for another reader.

const taskSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('load') }),
  z.object({ do: z.literal('read'), path: z.string() }),
  z.object({ do: z.literal('find'), path: z.string(), folder: z.string() }),
]);

/** Where the lines of a picture are, and pictures of each that differ in how its letters stand out. */
export interface FoundLines {
  width: number;
  height: number;
  lines: readonly { corners: PictureLine['corners']; pictures: readonly string[] }[];
}

/** Below this, what was read is more likely a pattern than text. */
const LEAST_CONFIDENCE = 0.6;

sharp.cache(false);
sharp.concurrency(1);

let models: Promise<PpOcrModels> | undefined;

answerTasks(async (task): Promise<PictureLines | FoundLines | null> => {
  const wanted = taskSchema.parse(task);
  models ??= openModels();
  const { find, read } = await models;
  if (wanted.do === 'load') return null;
  const { pixels, scale } = await decodePicture(wanted.path);
  const size = { width: pixels.width * scale, height: pixels.height * scale };
  const areas = (await find(pixels)).toSorted((a, b) => a.y - b.y || a.x - b.x);
  if (wanted.do === 'find') {
    const lines: FoundLines['lines'][number][] = [];
    for (const [at, area] of areas.entries()) {
      lines.push({
        corners: cornersOf(area, scale),
        pictures: await writeLine(pixels, area, wanted.folder, String(at)),
      });
    }
    return { ...size, lines };
  }
  const lines: PictureLine[] = [];
  for (const area of areas) {
    const { text, confidence } = await read(pixels, area);
    if (text.trim() === '' || confidence < LEAST_CONFIDENCE) continue;
    lines.push({ text: text.trim(), confidence, corners: cornersOf(area, scale) });
  }
  return { ...size, lines };
});

function cornersOf({ x, y, width, height }: Area, scale: number): PictureLine['corners'] {
  const [left, top] = [x * scale, y * scale];
  const [right, bottom] = [left + width * scale, top + height * scale];
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}
