import { z } from 'zod';

import { exportedShotSchema } from '../calls.ts';
import { ruleSchema } from '../shots.ts';

/** Settings of a run. */
export const splitSettingsSchema = z.strictObject({
  rule: ruleSchema,
  /** The folder that its shots go to; null for none. */
  folderId: z.uuid().nullable(),
  /** Shots by the id of their material; of others all that are found. */
  own: z.record(z.uuid(), z.array(exportedShotSchema)),
});
export type SplitSettings = z.output<typeof splitSettingsSchema>;

/** What an item of a run does. */
export const splitItemSchema = z.union([
  /** The shots of a video are found; items for them take its place. */
  z.strictObject({ find: z.uuid() }),
  z.strictObject({
    material: z.uuid(),
    from: z.number(),
    to: z.number(),
    /** From 1, which of the exported shots of its video it is, and of how many. */
    number: z.number().int(),
    tags: z.array(z.string()),
  }),
]);
export type SplitItem = z.output<typeof splitItemSchema>;
