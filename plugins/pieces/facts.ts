import { z } from 'zod';

/** What a run says when all its pieces are in the library. */
export const exportFactsSchema = z.object({
  folderId: z.uuid().nullable(),
  /** How many pieces. */
  kept: z.number(),
  /** The mix project that was made of them; null where none was wanted. */
  mixProject: z.uuid().nullable(),
});

/** What the tool says of a finished piece. */
export const pieceFactsSchema = z.object({
  /** Numbers of the video's frames: the first one, and the one behind the last. */
  first: z.number(),
  last: z.number(),
  seconds: z.number(),
  width: z.number(),
  height: z.number(),
  /** Frames that are the video's own coded pictures; the others were encoded. */
  copied: z.number(),
  slot: z.string(),
});
