import { z } from 'zod';

import { trackSchema } from '#core/contract/box-track.ts';

const textSchema = z.strictObject({
  /** All of its boxes, and not only strokes in them. */
  whole: z.boolean(),
  track: trackSchema,
});
/** A text that comes and goes at once, or a mark. */
export type TextToRemove = z.output<typeof textSchema>;

/** What is removed. */
export const removalParamsSchema = z.strictObject({
  /** Seconds of the video from which something is removed, more or less, for its cost. */
  seconds: z.number().min(0),
  texts: z.array(textSchema).min(1),
});
