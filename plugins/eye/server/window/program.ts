import { join } from 'node:path';

import sharp from 'sharp';
import { z } from 'zod';

import { answerTasks } from '#core/server/services/media/programs/answer-tasks.ts';
import { inputBlocks } from '#core/server/services/media/programs/input-blocks.ts';

import { ChangeWatch } from './change-watch.ts';
import type { PixelBox } from './patch.ts';
import { noStrokes, strokesOf } from './strokes.ts';
import { seenLineSchema } from './text-track.ts';
import { traceLines, type Watched } from './trace-lines.ts';
import { bundleBytes, EACH_FULL, RATE, smallPicture, windowShapeSchema, type WindowShape } from './window-shape.ts';

// The process that watches a stretch of a video. It takes the pictures from standard input, writes those that have to be
// read as files, and, once it is told what they say, finds out from when to when each line is shown.

const taskSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('watch'), folder: z.string(), shape: windowShapeSchema, pictures: z.int().min(1) }),
  z.object({ do: z.literal('trace'), start: z.number(), skips: z.boolean(), lines: z.array(seenLineSchema) }),
]);

/** A part of a picture that has to be read. */
export interface PartToRead {
  /** The file. */
  path: string;
  /** The number of its picture among the small ones. */
  picture: number;
  /** Where it lies in the full picture, in pixels. */
  x: number;
  y: number;
}

sharp.cache(false);
sharp.concurrency(1);

const seen: Watched[] = [];
let count = 0;

answerTasks(async (task) => {
  const wanted = taskSchema.parse(task);
  if (wanted.do === 'watch') return await watch(wanted);
  const { start, skips, lines } = wanted;
  return traceLines(seen, lines, { start, skips, count, rate: RATE });
});

async function watch({ folder, shape, pictures }: { folder: string; shape: WindowShape; pictures: number }) {
  const { full, small } = shape;
  const scale = { x: full.width / small.width, y: full.height / small.height };
  const changes = new ChangeWatch(small.width, small.height);
  const parts: PartToRead[] = [];
  let last: Uint8Array | undefined;
  for await (const bundle of inputBlocks(bundleBytes(shape))) {
    for (let index = 0; index < EACH_FULL && count < pictures; index++) {
      const grey = smallPicture(bundle, shape, index);
      const strokes = seen.at(-1)?.strokes;
      if (last !== undefined && strokes !== undefined && Buffer.compare(last, grey) === 0) changes.add(strokes);
      else {
        const now = { picture: count, strokes: strokesOf(grey, small.width, small.height) };
        seen.push(now);
        changes.add(now.strokes);
        last = grey;
      }
      if (index === 0) {
        for (const box of changes.look()) {
          const path = join(folder, `${count}-${parts.length}.jpg`);
          const { x, y } = await write(bundle, full, box, scale, path);
          parts.push({ path, picture: count, x, y });
        }
      }
      count += 1;
    }
  }
  if (seen.length === 0) seen.push({ picture: 0, strokes: noStrokes(small.width, small.height) });
  return parts;
}

async function write(
  bundle: Buffer,
  full: { width: number; height: number },
  box: PixelBox,
  scale: { x: number; y: number },
  path: string,
): Promise<{ x: number; y: number }> {
  const [left, top] = [Math.floor(box.x * scale.x), Math.floor(box.y * scale.y)];
  await sharp(bundle.subarray(0, full.width * full.height), { raw: { ...full, channels: 1 } })
    .extract({
      ...{ left, top },
      width: Math.min(full.width - left, Math.round(box.width * scale.x)),
      height: Math.min(full.height - top, Math.round(box.height * scale.y)),
    })
    .jpeg({ quality: 92 })
    .toFile(path);
  return { x: left, y: top };
}
