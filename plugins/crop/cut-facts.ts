import { z } from 'zod';

const reason = z.enum(['changed', 'codec', 'no-key-frame', 'encoding', 'index', 'unproven']).nullable();

/** What the tool says of a finished cut. */
export const cutFactsSchema = z.object({
  /** Numbers of the clip's frames: the first one, and the one behind the last. */
  first: z.number(),
  last: z.number(),
  seconds: z.number(),
  width: z.number(),
  height: z.number(),
  /** Frames that are the clip's own coded pictures; the others were encoded. */
  copied: z.number(),
  /** Why not more of them; null where all are, or all but those at the edges. */
  picturesEncoded: reason,
  sound: z.enum(['none', 'copied', 'encoded']),
});
