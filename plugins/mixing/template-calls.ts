import { z } from 'zod';

import { withoutBidiControls } from '#core/contract/bidi.ts';
import { defineCall } from '#core/contract/call.ts';

import { mixProjectSchema } from './project.ts';

const id = z.uuid();
const name = z.string().overwrite(withoutBidiControls).trim().min(1).max(100);

/** Most templates that an account may keep. */
export const MAX_TEMPLATES = 200;

export const mixTemplateSchema = z.object({
  id,
  name: z.string(),
  /** A project without clips and music. */
  document: mixProjectSchema,
  /** Everybody in the organisation of its owner may use it. */
  shared: z.boolean(),
  /** Whether it belongs to the caller, who may change it. */
  own: z.boolean(),
  /** The name of its owner. */
  owner: z.string(),
});
export type MixTemplate = z.output<typeof mixTemplateSchema>;

export const listMixTemplates = defineCall({
  method: 'GET',
  path: '/api/mixing/templates',
  summary: 'Lists the templates that the account keeps, and those that others of its organisation share with it.',
  data: z.object({ items: z.array(mixTemplateSchema) }),
});

export const createMixTemplate = defineCall({
  method: 'POST',
  path: '/api/mixing/templates',
  summary: 'Keeps a project as a template: its groups, lengths, transitions and texts, without clips and music.',
  body: z.strictObject({ name, document: mixProjectSchema }),
  data: mixTemplateSchema,
});

export const updateMixTemplate = defineCall({
  method: 'PATCH',
  path: '/api/mixing/templates/:id',
  summary: 'Renames a template of the account, or shares it with its organisation.',
  params: z.object({ id }),
  body: z.strictObject({ name: name.optional(), shared: z.boolean().optional() }),
  data: mixTemplateSchema,
});

export const deleteMixTemplate = defineCall({
  method: 'DELETE',
  path: '/api/mixing/templates/:id',
  summary: 'Deletes a template of the account; projects that began with it stay as they are.',
  params: z.object({ id }),
  data: z.null(),
});
