import { z } from 'zod';

import { boxSchema, type Box } from './reframe.ts';

const seconds = z.number().min(0);
const shift = z.number().min(-2).max(2);

/** Text that can be read in a video from one moment to another: a subtitle, a title, a sticker. */
export const textCueSchema = z
  .strictObject({
    /** Seconds of the material, within a tenth of a second: what covers the text should begin and end that much wider. */
    from: seconds,
    to: seconds,
    /**
     * Where its lines are, from top to bottom, in shares of the upright picture's sides; of text that moves, where they
     * were read.
     */
    boxes: z.array(boxSchema).min(1),
    /** A line for each box, parted by line breaks. */
    text: z.string(),
    /** How sure the engine is, 0 to 1. */
    confidence: z.number().min(0).max(1),
    /**
     * For text that moves: how far from its boxes it is at some moments, in shares of the picture's sides, in order of
     * time and evenly between them. Empty for text at rest.
     */
    moves: z.array(z.strictObject({ time: seconds, x: shift, y: shift })),
  })
  .refine(({ from, to }) => to > from, { error: 'text ends after it begins' });
/** A text of a video: what it says, when and where. */
export type TextCue = z.output<typeof textCueSchema>;

/** Where the lines of a text are at a moment, as far as they are within the picture; nowhere before and after it. */
export function cueBoxesAt({ from, to, boxes, moves }: TextCue, time: number): Box[] {
  if (time < from || time >= to) return [];
  const [x, y] = [shiftAt(moves, 'x', time), shiftAt(moves, 'y', time)];
  return boxes.flatMap((box) => within({ ...box, x: box.x + x, y: box.y + y }) ?? []);
}

function shiftAt(moves: TextCue['moves'], side: 'x' | 'y', time: number): number {
  const after = moves.findIndex((move) => move.time > time);
  const next = moves[after] ?? moves.at(-1);
  const last = moves[after - 1] ?? next;
  if (next === undefined || last === undefined) return 0;
  if (next.time <= last.time) return last[side];
  const share = Math.min(1, (time - last.time) / (next.time - last.time));
  return last[side] + (next[side] - last[side]) * share;
}

function within(box: Box): Box | undefined {
  const [left, top] = [Math.max(0, box.x), Math.max(0, box.y)];
  const [right, bottom] = [Math.min(1, box.x + box.width), Math.min(1, box.y + box.height)];
  if (right <= left || bottom <= top) return undefined;
  // Sums of shares that were rounded are not what they were.
  const width = left === box.x && right < 1 ? box.width : right - left;
  return { x: left, y: top, width, height: top === box.y && bottom < 1 ? box.height : bottom - top };
}
