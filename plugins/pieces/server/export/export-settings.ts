import { z } from 'zod';

import { EXPORTS } from '#plugins/pieces/calls.ts';
import { slotSchema } from '#plugins/pieces/template.ts';

/** What an item of a run makes. */
export const exportItemSchema = z.strictObject({
  material: z.uuid(),
  from: z.number(),
  to: z.number(),
  /** The id of its slot, by which pieces of several projects come into one shot group. */
  slot: z.string(),
  slotName: z.string(),
  /** What its file is called. */
  name: z.string(),
});
export type ExportItem = z.output<typeof exportItemSchema>;

/** Settings of a run: the pieces as they were when it was started. */
export const exportSettingsSchema = z.strictObject({
  into: z.enum(EXPORTS),
  /** The folder that pieces go to; null for none. */
  folderId: z.uuid().nullable(),
  /** What a mix project of them is called. */
  name: z.string(),
  /** Slots in playing order, each of which becomes a shot group. */
  slots: z.array(z.strictObject({ id: z.string(), name: z.string(), transition: slotSchema.shape.transition })),
  pieces: z.array(exportItemSchema),
});
export type ExportSettings = z.output<typeof exportSettingsSchema>;
