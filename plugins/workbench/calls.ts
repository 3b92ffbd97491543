import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';

/** Which first steps the account has taken, as far as no plugin knows better. */
export const readFirstSteps = defineCall({
  method: 'GET',
  path: '/api/workbench/first-steps',
  summary: 'Reads which of the first steps the account has taken.',
  data: z.object({
    /** Whether a video is among its files. */
    material: z.boolean(),
  }),
});
