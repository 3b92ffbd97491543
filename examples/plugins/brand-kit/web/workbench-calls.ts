import { defineCall } from '@reelport/core/contract';
import { z } from 'zod';

// Calls of the workbench that the operator grants, with the parts of their responses that are used.

export const listPictures = defineCall({
  method: 'GET',
  path: '/api/materials',
  summary: 'Lists pictures of the library.',
  query: z.object({ kind: z.literal('image'), limit: z.number() }),
  data: z.object({
    items: z.array(z.object({ id: z.uuid(), name: z.string(), poster: z.string().nullable(), url: z.string() })),
  }),
});

export const readTask = defineCall({
  method: 'GET',
  path: '/api/tasks/:id',
  summary: 'Reads one task.',
  params: z.object({ id: z.uuid() }),
  data: z.object({ state: z.string(), progress: z.number(), error: z.object({ message: z.string() }).nullable() }),
});
