import { defineCall, page, pageQuery } from '@reelport/core/contract';
import { z } from 'zod';

const clip = z.object({ id: z.uuid(), name: z.string(), url: z.string() });
/** What is used of a clip of the library. */
export type Clip = z.output<typeof clip>;

/** A call of the workbench, with the parts of its answer that are used. */
export const listClips = defineCall({
  method: 'GET',
  path: '/api/materials',
  summary: 'Lists clips of the library.',
  query: pageQuery.extend({ kind: z.literal('video'), state: z.literal('ready') }),
  data: page(clip),
});
