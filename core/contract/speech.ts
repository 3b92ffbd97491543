import { z } from 'zod';

/** The schema of a stretch in which somebody speaks. */
export const speechSpanSchema = z.object({
  /** Seconds of the material, from its beginning on. */
  start: z.number(),
  end: z.number(),
});
/** A stretch in which somebody speaks. */
export type SpeechSpan = z.output<typeof speechSpanSchema>;
