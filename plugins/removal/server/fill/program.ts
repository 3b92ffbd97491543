import { once } from 'node:events';

import { planesSize, planesWithin } from '#core/server/services/media/cut/planes.ts';
import { answerTasks } from '#core/server/services/media/programs/answer-tasks.ts';
import { inputBlocks } from '#core/server/services/media/programs/input-blocks.ts';

import { fillStrip, findText, type SeenFrame } from './fill-strip.ts';
import { cellBytes, fillTaskSchema, packCells, spotsIn, type FillTask, type Found } from './fill-task.ts';

// The process that removes text. It takes frames of a part of a video from standard input, and writes to standard output
// which pixels change of the smaller part in which text is, and what they become: two pictures below each other.

answerTasks(async (given) => {
  const task = fillTaskSchema.parse(given);
  return task.does === 'fill' ? await fill(task) : await find(task);
});

async function fill(task: FillTask): Promise<{ borrowed: number; interpolated: number }> {
  const total = { borrowed: 0, interpolated: 0 };
  const { part, from, to } = task;
  let number = 0;
  for await (const frame of fillStrip(seenFrames(task), task.window)) {
    if (number >= from && number < to) await write(frame.paint(part));
    number++;
    total.borrowed += frame.borrowed;
    total.interpolated += frame.interpolated;
  }
  await writeMissing(planesSize(part.right - part.left, 2 * (part.bottom - part.top)), Math.max(from, number), to);
  return total;
}

/** Finds text and shots, and writes which cells are text. */
async function find(task: FillTask): Promise<Found> {
  const found: Found = { shots: [], masked: [] };
  const { from, to } = task;
  let [number, shot] = [0, 0];
  for await (const frame of findText(seenFrames(task))) {
    if (frame.shot !== shot) found.shots.push(number);
    shot = frame.shot;
    if (number >= from && number < to) {
      await write(frame.mask === null ? new Uint8Array(cellBytes(task.width, task.height)) : packCells(frame.mask));
      const last = found.masked.at(-1);
      if (frame.mask !== null) {
        if (last?.last === number) last.last = number + 1;
        else found.masked.push({ first: number, last: number + 1 });
      }
    }
    number++;
  }
  await writeMissing(cellBytes(task.width, task.height), Math.max(from, number), to);
  return found;
}

/** A damaged video has fewer frames than it says: what is missing stays as it is. */
async function writeMissing(bytes: number, from: number, to: number): Promise<void> {
  const nothing = new Uint8Array(bytes);
  for (let number = from; number < to; number++) await write(nothing);
}

async function write(block: Uint8Array): Promise<void> {
  if (!process.stdout.write(block)) await once(process.stdout, 'drain');
}

async function* seenFrames({ width, height, spots }: FillTask): AsyncGenerator<SeenFrame> {
  const find = spotsIn(spots);
  let number = 0;
  for await (const block of inputBlocks(planesSize(width, height))) {
    yield { planes: planesWithin(block, width, height, 0, 1), spots: find(number) };
    number++;
  }
}
