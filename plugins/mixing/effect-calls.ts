import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';

/** A setting of an effect, as its field is drawn. */
export const mixEffectFieldSchema = z.object({
  key: z.string(),
  kind: z.enum(['number', 'switch', 'choice', 'color']),
  title: z.string(),
  description: z.string().optional(),
  /** Its default value. */
  standard: z.union([z.number(), z.boolean(), z.string()]),
  min: z.number().optional(),
  max: z.number().optional(),
  step: z.number().optional(),
  isWhole: z.boolean().optional(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
});
/** A setting of an effect, for the form in the editor. */
export type MixEffectField = z.output<typeof mixEffectFieldSchema>;

const effectSchema = z.object({
  /** The plugin’s id, a dot, and the effect’s own name. */
  name: z.string(),
  /** In the caller’s language, as all its texts. */
  title: z.string(),
  about: z.string().nullable(),
  fields: z.array(mixEffectFieldSchema),
  /** `locked`: not in the caller’s tier; `off`: its plugin is switched off, or not for this account. */
  state: z.enum(['ready', 'locked', 'off']),
});
/** An effect that shots of a mix can have, of whichever plugin. */
export type MixEffect = z.output<typeof effectSchema>;

export const listMixEffects = defineCall({
  method: 'GET',
  path: '/api/mixing/effects',
  summary: 'Lists the effects of all plugins that a shot group can have.',
  data: z.object({ items: z.array(effectSchema) }),
});
