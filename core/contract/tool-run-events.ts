import { z } from 'zod';

import { defineEvent } from './event.ts';

/** Something of a run changed that a page shows. */
export const toolRunChanged = defineEvent({
  topic: 'tool-runs.changed',
  to: 'account',
  data: z.object({ runId: z.uuid(), tool: z.string() }),
});

/** Operators have changed what runs of tools cost. */
export const toolPricesChanged = defineEvent({ topic: 'tool-prices', to: 'everybody' });

/**
 * A run has ended, and a person may want to hear of it. Of plugins that list it under `subscriptions`, the one that the
 * tool belongs to is woken by it.
 */
export const toolRunEnded = defineEvent({
  topic: 'tool-runs.ended',
  to: 'account',
  data: z.object({
    runId: z.uuid(),
    tool: z.string(),
    name: z.string(),
    state: z.enum(['done', 'failed', 'cancelled']),
    /** Items. */
    made: z.number().int(),
    failed: z.number().int(),
  }),
});
