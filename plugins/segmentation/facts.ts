import { z } from 'zod';

/** What a run says when all its shots are in the library. */
export const splitRunFactsSchema = z.object({
  folderId: z.uuid().nullable(),
  /** How many shots. */
  kept: z.number(),
  /** The first of them. */
  materials: z.array(z.uuid()),
});

/** What the tool says of a finished shot. */
export const shotFactsSchema = z.object({
  /** Numbers of the video's frames: the first one, and the one behind the last. */
  first: z.number(),
  last: z.number(),
  seconds: z.number(),
  width: z.number(),
  height: z.number(),
  /** Frames that are the video's own coded pictures; the others were encoded. */
  copied: z.number(),
  sound: z.enum(['none', 'copied', 'encoded']),
  number: z.number(),
  tags: z.array(z.string()),
});
