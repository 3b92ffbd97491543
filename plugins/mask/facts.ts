import { z } from 'zod';

/** What the tool says of a masked video. */
export const coverFactsSchema = z.object({
  /** The number of the frame behind the last one: how many there are. */
  last: z.number(),
  seconds: z.number(),
  width: z.number(),
  height: z.number(),
  /** Frames in which a mask is seen. */
  changed: z.number(),
  /** Frames that are the video's own coded pictures; the others were encoded. */
  copied: z.number(),
  /** Why not more of them; null where all are that could be. */
  picturesEncoded: z.enum(['changed', 'codec', 'no-key-frame', 'encoding', 'index', 'unproven']).nullable(),
  sound: z.enum(['none', 'copied', 'encoded']),
});
