import { z } from 'zod';

/** Why a material is encoded: what is done with it, or what it is instead of what the output is. */
export const COPY_HINDRANCES = ['edited', 'codec', 'size', 'rate', 'colours', 'container', 'encoder'] as const;

/** Whether a material's pictures are copied as they are. */
export const copyingSchema = z.object({
  material: z.string(),
  /** What hinders it; empty where it is copied. */
  hindrances: z.array(
    z.object({
      kind: z.enum(COPY_HINDRANCES),
      /** Its codec, size or rate, as numbers and names that every language writes alike; empty for others. */
      is: z.string(),
    }),
  ),
});
export type Copying = z.output<typeof copyingSchema>;
