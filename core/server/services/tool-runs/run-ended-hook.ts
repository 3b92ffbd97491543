import { z } from 'zod';

import { serverHook } from '#core/server/services/hooks/server-hook.ts';

/** A run of a tool has ended; fired again when a retried one ends again. */
export const runEnded = serverHook(
  'runs.ended',
  1,
  z.object({
    runId: z.uuid(),
    /** With its plugin: `crop.cut`. */
    tool: z.string(),
    name: z.string(),
    state: z.enum(['done', 'failed', 'cancelled']),
    /** Items. */
    made: z.int(),
    failed: z.int(),
  }),
);
