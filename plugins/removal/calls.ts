import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';

import { MOST_PLACES, removalSchema } from './removal-settings.ts';

/** The job that draws one frame without its text, for somebody who looks at it. */
export const DRAW_STILL = 'removal.draw-still';

/** What is known of a frame without its text. */
const stillSchema = z.object({
  state: z.enum(['drawing', 'drawn', 'failed']),
  /** What the task works for, by which its end is heard of. */
  subject: z.string(),
  /** A JPEG as a data URL, once it is drawn. */
  picture: z.string().nullable(),
  /** Why it could not be drawn, in the caller's language. */
  error: z.string().nullable(),
});
export type Still = z.output<typeof stillSchema>;

export const openStill = defineCall({
  method: 'POST',
  path: '/api/removal/stills',
  summary: 'Answers how a frame of a video looks once text is removed, and has it drawn where nobody knows.',
  body: z.strictObject({
    /** That of the material. */
    id: z.uuid(),
    /** Seconds of the video: the frame on screen then. */
    at: z.number().min(0).max(1e6),
    removals: z.array(removalSchema).min(1).max(MOST_PLACES),
    language: z.string().min(2).max(20),
    /** Draws again where drawing has failed. */
    again: z.boolean().default(false),
  }),
  data: stillSchema,
});
