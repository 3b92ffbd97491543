import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';

import { PAGE_NAMES } from './page-names.ts';

/** A document such as the user agreement, in the reader's language or the one that there is. */
export const readPage = defineCall({
  method: 'GET',
  path: '/api/landing/pages/:name',
  access: 'public',
  summary: 'Reads a document of the landing pages, such as the user agreement, as markdown.',
  params: z.object({ name: z.string().max(100) }),
  data: z.object({
    name: z.enum(PAGE_NAMES),
    language: z.enum(['zh', 'en']),
    markdown: z.string(),
  }),
});
