import { z } from 'zod';

import { defineEvent } from '#core/contract/event.ts';

/** A project was saved, deleted or brought back. */
export const projectChanged = defineEvent({
  topic: 'mixing.project',
  to: 'account',
  data: z.object({ projectId: z.uuid(), revision: z.number().int(), deleted: z.boolean() }),
});

/** Something of a run changed that a page shows. */
export const runChanged = defineEvent({
  topic: 'mixing.run',
  to: 'account',
  data: z.object({ runId: z.uuid(), projectId: z.uuid() }),
});

/** A run has ended, and a person may want to hear of it. */
export const runEnded = defineEvent({
  topic: 'mixing.run-ended',
  to: 'account',
  data: z.object({
    runId: z.uuid(),
    projectId: z.uuid(),
    name: z.string(),
    state: z.enum(['done', 'failed', 'cancelled']),
    /** Videos. */
    made: z.number().int(),
    failed: z.number().int(),
  }),
});
