import { z } from 'zod';

import { withoutBidiControls } from '#core/contract/bidi.ts';
import { defineCall } from '#core/contract/call.ts';

import { words } from './call-fields.ts';
import { TRANSLATION_LIMITS as MOST } from './limits.ts';

/** The product that a term or a project is about. */
export const productSchema = z.string().overwrite(withoutBidiControls).trim().max(MOST.product);

/**
 * A term of a glossary: how it is translated by language; without any, it stays as it is in all of them. It holds for
 * one product where that is named, else for all.
 */
export const termSchema = z.strictObject({
  term: words(MOST.term).min(1),
  to: z.record(z.string(), words(MOST.term).min(1)).default({}),
  product: productSchema.optional(),
});
/** See {@link termSchema}. */
export type Term = z.output<typeof termSchema>;
/** Terms that are kept together. */
export const termsSchema = z.array(termSchema).max(MOST.terms);

export const readGlossary = defineCall({
  method: 'GET',
  path: '/api/translation/glossary',
  summary: 'The terms of the account.',
  data: z.object({ terms: z.array(termSchema), revision: z.number().int() }),
});

export const saveGlossary = defineCall({
  method: 'PUT',
  path: '/api/translation/glossary',
  summary: 'Keeps the terms of the account; refused where somebody else changed them meanwhile (409).',
  body: z.strictObject({ terms: termsSchema, revision: z.int().min(0) }),
  data: z.object({ revision: z.number().int() }),
});
