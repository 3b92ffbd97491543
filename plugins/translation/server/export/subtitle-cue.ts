import { z } from 'zod';

/** A subtitle as it is drawn. */
export const subtitleCueSchema = z.strictObject({
  /** Milliseconds of the video. */
  start: z.int().min(0),
  end: z.int().min(0),
  text: z.string(),
  /** In the second language; empty without one. */
  second: z.string().default(''),
  /** Times of its words; empty where they are not known. */
  words: z.array(z.strictObject({ start: z.int(), end: z.int(), text: z.string() })).default([]),
});
export type SubtitleCue = z.output<typeof subtitleCueSchema>;
