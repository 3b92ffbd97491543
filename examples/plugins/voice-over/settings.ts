import { z } from 'zod';

/** What a run is started with: the tool checks it, and the page sends it. */
export const saySettings = z.strictObject({
  text: z.string().trim().min(1).max(300),
  /** BCP 47 tag. */
  language: z.string().max(35).default('en'),
});
