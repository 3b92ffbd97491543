import { z } from 'zod';

import { overlaps, type FilledSlot, type Piece } from './choose-pieces.ts';
import { MOST_SLOTS } from './limits.ts';
import { slotSchema } from './template.ts';

const seconds = z.number().min(0).max(1e6);

export const pieceSchema = z
  .strictObject({ material: z.uuid(), from: seconds, to: seconds })
  .refine(({ from, to }) => to > from, { error: 'the end lies behind the beginning', path: ['to'] });

/** What a project is: its template's slots in playing order, as they were when it was made, and what is in each. */
export const filledSlotsSchema = z
  .array(z.strictObject({ slot: slotSchema, piece: pieceSchema.nullable(), isLocked: z.boolean() }))
  .min(1)
  .max(MOST_SLOTS);

/** The pieces of slots, in playing order. */
export function piecesOf(slots: readonly FilledSlot[]): Piece[] {
  return slots.flatMap(({ piece }) => piece ?? []);
}

/** Whether any footage is used twice. */
export function usesTwice(pieces: readonly Piece[]): boolean {
  return pieces.some((piece, at) => pieces.slice(at + 1).some((other) => overlaps(piece, other)));
}
