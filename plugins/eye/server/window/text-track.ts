import { z } from 'zod';

/** A line of text as it was read in a picture, in pixels of the small pictures. */
export const seenLineSchema = z.object({
  /** The number of the small picture. */
  picture: z.number().int().min(0),
  x: z.number(),
  y: z.number(),
  width: z.number().positive(),
  height: z.number().positive(),
  text: z.string(),
  confidence: z.number(),
});
export type SeenLine = z.output<typeof seenLineSchema>;

/** A line of text from its first picture to its last, in shares of the picture's sides and seconds of the material. */
export const textTrackSchema = z.object({
  from: z.number(),
  to: z.number(),
  box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  text: z.string(),
  confidence: z.number(),
  /** How far from its box it is at some moments; empty when it rests. */
  moves: z.array(z.object({ time: z.number(), x: z.number(), y: z.number() })),
});
export type TextTrack = z.output<typeof textTrackSchema>;
