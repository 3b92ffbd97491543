import { z } from 'zod';

import { cutFactsSchema } from '#core/contract/cut-facts.ts';

/** What a run says when all its shots are in the library. */
export const splitRunFactsSchema = z.object({
  folderId: z.uuid().nullable(),
  /** How many shots. */
  kept: z.number(),
  /** The first of them. */
  materials: z.array(z.uuid()),
});

/** What the tool says of a finished shot. */
export const shotFactsSchema = cutFactsSchema.extend({
  number: z.number(),
  tags: z.array(z.string()),
});
