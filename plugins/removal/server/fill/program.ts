import { once } from 'node:events';

import { planesSize, planesWithin } from '#core/server/services/media/cut/planes.ts';
import { answerTasks } from '#core/server/services/media/programs/answer-tasks.ts';

import { fillStrip, type SeenFrame } from './fill-strip.ts';
import type { FilledFrame } from './strip.ts';
import { fillTaskSchema, spotsIn, type FillTask } from './fill-task.ts';

// The process that removes text. It takes frames of a part of a video from standard input, and writes to standard output
// which of their pixels change, and what they become: two pictures below each other.

answerTasks((task) => fill(fillTaskSchema.parse(task)));

async function fill(task: FillTask): Promise<{ borrowed: number; interpolated: number }> {
  const total = { borrowed: 0, interpolated: 0 };
  const { width, height, from, to } = task;
  let number = 0;
  for await (const frame of fillStrip(seenFrames(task), task.window)) {
    if (number >= from && number < to) await write(paint(frame, width, height));
    number++;
    total.borrowed += frame.borrowed;
    total.interpolated += frame.interpolated;
  }
  // A damaged video has fewer frames than it says: what is missing stays as it is.
  const nothing = new Uint8Array(planesSize(width, 2 * height));
  for (; number < to; number++) if (number >= from) await write(nothing);
  return total;
}

async function write(block: Uint8Array): Promise<void> {
  if (!process.stdout.write(block)) await once(process.stdout, 'drain');
}

function paint({ planes, mask }: FilledFrame, width: number, height: number): Uint8Array {
  const block = new Uint8Array(planesSize(width, 2 * height));
  const share = planesWithin(block, width, height, 0, 2);
  const over = planesWithin(block, width, height, 1, 2);
  const half = width / 2;
  for (let cell = mask.indexOf(1); cell >= 0; cell = mask.indexOf(1, cell + 1)) {
    const start = 2 * Math.floor(cell / half) * width + 2 * (cell % half);
    share.light.fill(255, start, start + 2).fill(255, start + width, start + width + 2);
    share.blue[cell] = share.red[cell] = 255;
  }
  over.light.set(planes.light);
  over.blue.set(planes.blue);
  over.red.set(planes.red);
  return block;
}

async function* seenFrames({ width, height, spots }: FillTask): AsyncGenerator<SeenFrame> {
  const find = spotsIn(spots);
  let number = 0;
  for await (const block of blocks(planesSize(width, height))) {
    yield { planes: planesWithin(block, width, height, 0, 1), spots: find(number) };
    number++;
  }
}

/** Standard input in blocks of their own memory. */
async function* blocks(bytes: number): AsyncGenerator<Buffer> {
  let block = Buffer.allocUnsafeSlow(bytes);
  let filled = 0;
  for await (const piece of process.stdin) {
    const chunk = piece as Buffer;
    for (let at = 0; at < chunk.length;) {
      const taken = chunk.copy(block, filled, at, Math.min(chunk.length, at + bytes - filled));
      at += taken;
      filled += taken;
      if (filled < bytes) continue;
      yield block;
      block = Buffer.allocUnsafeSlow(bytes);
      filled = 0;
    }
  }
}
