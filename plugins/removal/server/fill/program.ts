import { once } from 'node:events';

import type { PixelBox } from '#core/server/services/media/cut/pixel-boxes.ts';
import { planesSize, planesWithin } from '#core/server/services/media/cut/planes.ts';
import { answerTasks } from '#core/server/services/media/programs/answer-tasks.ts';
import { inputBlocks } from '#core/server/services/media/programs/input-blocks.ts';

import { fillStrip, type SeenFrame } from './fill-strip.ts';
import type { FilledFrame } from './strip.ts';
import { fillTaskSchema, spotsIn, type FillTask } from './fill-task.ts';

// The process that removes text. It takes frames of a part of a video from standard input, and writes to standard output
// which pixels change of the smaller part in which text is, and what they become: two pictures below each other.

answerTasks((task) => fill(fillTaskSchema.parse(task)));

async function fill(task: FillTask): Promise<{ borrowed: number; interpolated: number }> {
  const total = { borrowed: 0, interpolated: 0 };
  const { part, from, to } = task;
  let number = 0;
  for await (const frame of fillStrip(seenFrames(task), task.window)) {
    if (number >= from && number < to) await write(paint(frame, part));
    number++;
    total.borrowed += frame.borrowed;
    total.interpolated += frame.interpolated;
  }
  // A damaged video has fewer frames than it says: what is missing stays as it is.
  const nothing = new Uint8Array(planesSize(part.right - part.left, 2 * (part.bottom - part.top)));
  for (; number < to; number++) if (number >= from) await write(nothing);
  return total;
}

async function write(block: Uint8Array): Promise<void> {
  if (!process.stdout.write(block)) await once(process.stdout, 'drain');
}

/** Which pixels of a part of a frame change, and below what they become. */
function paint({ planes, mask }: FilledFrame, part: PixelBox): Uint8Array {
  const [width, height] = [part.right - part.left, part.bottom - part.top];
  const block = new Uint8Array(planesSize(width, 2 * height));
  const share = planesWithin(block, width, height, 0, 2);
  const over = planesWithin(block, width, height, 1, 2);
  const [across, left, top] = [planes.width / 2, part.left / 2, part.top / 2];
  const half = width / 2;
  for (let row = 0; row < height / 2; row++) {
    const from = (top + row) * across + left;
    const to = row * half;
    over.blue.set(planes.blue.subarray(from, from + half), to);
    over.red.set(planes.red.subarray(from, from + half), to);
    for (const line of [2 * row, 2 * row + 1]) {
      const start = (part.top + line) * planes.width + part.left;
      over.light.set(planes.light.subarray(start, start + width), line * width);
    }
    for (let cell = mask.indexOf(1, from); cell >= 0 && cell < from + half; cell = mask.indexOf(1, cell + 1)) {
      const at = to + cell - from;
      const start = 2 * row * width + 2 * (cell - from);
      share.light.fill(255, start, start + 2).fill(255, start + width, start + width + 2);
      share.blue[at] = share.red[at] = 255;
    }
  }
  return block;
}

async function* seenFrames({ width, height, spots }: FillTask): AsyncGenerator<SeenFrame> {
  const find = spotsIn(spots);
  let number = 0;
  for await (const block of inputBlocks(planesSize(width, height), { keep: true })) {
    yield { planes: planesWithin(block, width, height, 0, 1), spots: find(number) };
    number++;
  }
}
