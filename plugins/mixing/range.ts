import { z } from 'zod';

/** From the least to the most that is likely; the same twice where it is known well. */
export const rangeSchema = z.object({ least: z.number(), most: z.number() });
export type Range = z.output<typeof rangeSchema>;

/** What making a number of videos takes. */
export interface Estimate {
  seconds: Range;
  bytes: Range;
}
