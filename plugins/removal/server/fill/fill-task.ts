import { z } from 'zod';

import type { Spot } from './fill-strip.ts';

const side = z.int().min(0).multipleOf(2);
const pixelBoxSchema = z.object({ left: side, top: side, right: side, bottom: side });

/** Where some text is, frame by frame. */
const spottedSchema = z.object({
  whole: z.boolean(),
  /** Numbers of the first frame in which it is, and of the one behind the last. */
  first: z.int().min(0),
  last: z.int().min(1),
  /** One for all these frames, or one for each. */
  boxes: z.array(pixelBoxSchema.nullable()).min(1),
});
export type Spotted = z.output<typeof spottedSchema>;

/** What the process that removes text is told. Frames are counted from the first that it is given. */
export const fillTaskSchema = z.object({
  /** Fills text, or finds it only: then its cells are written, eight of them in a byte. */
  does: z.enum(['fill', 'find']),
  /** Pixels of the frames, both even. */
  width: side,
  height: side,
  /** The part of them in which all text lies, which is written. */
  part: pixelBoxSchema,
  /** The frames that are wanted: from one on, and without the last. */
  from: z.int().min(0),
  to: z.int().min(1),
  /** Frames to each side that are looked at for one. */
  window: z.int().min(1),
  /** In order of their first frame. */
  spots: z.array(spottedSchema),
});
export type FillTask = z.output<typeof fillTaskSchema>;

/** What the process says at the end when it has looked for text; frames are counted as in its task. */
export const foundSchema = z.object({
  /** Frames with which another shot begins. */
  shots: z.array(z.int().min(0)),
  /** Frames with text, joined. */
  masked: z.array(z.object({ first: z.int().min(0), last: z.int().min(1) })),
});
export type Found = z.output<typeof foundSchema>;

/** Bytes that the cells of a frame take. */
export const cellBytes = (width: number, height: number): number => Math.ceil((width * height) / 32);

/** Cells, eight of them in a byte. */
export function packCells(cells: Uint8Array): Uint8Array {
  const packed = new Uint8Array(Math.ceil(cells.length / 8));
  for (let cell = cells.indexOf(1); cell >= 0; cell = cells.indexOf(1, cell + 1)) {
    packed[cell >> 3] = (packed[cell >> 3] ?? 0) | (1 << (cell & 7));
  }
  return packed;
}

/** The way back. @param count of the cells */
export function unpackCells(packed: Uint8Array, count: number): Uint8Array {
  const cells = new Uint8Array(count);
  for (let cell = 0; cell < count; cell++) cells[cell] = ((packed[cell >> 3] ?? 0) >> (cell & 7)) & 1;
  return cells;
}

/** Answers which text is in frames that are asked for one after the other. */
export function spotsIn(all: readonly Spotted[]): (frame: number) => Spot[] {
  let next = 0;
  let seen: (Spotted & { id: number })[] = [];
  return (frame) => {
    for (; (all[next]?.first ?? Infinity) <= frame; next++) {
      const [one] = all.slice(next, next + 1);
      if (one !== undefined) seen.push({ ...one, id: next });
    }
    seen = seen.filter(({ last }) => last > frame);
    return seen.flatMap(({ id, whole, first, boxes }): Spot[] => {
      const rests = boxes.length === 1;
      const box = boxes[rests ? 0 : frame - first];
      return box === undefined || box === null ? [] : [{ id, box, rests, whole }];
    });
  };
}
