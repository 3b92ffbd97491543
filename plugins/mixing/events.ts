import { z } from 'zod';

import { defineEvent } from '#core/contract/event.ts';

/** A project was saved, deleted or brought back. */
export const projectChanged = defineEvent({
  topic: 'mixing.project',
  to: 'account',
  data: z.object({ projectId: z.uuid(), revision: z.number().int(), deleted: z.boolean() }),
});

/** A window has a project open, says that it is still there and asks who else is, or closes it. */
export const projectOpened = defineEvent({
  topic: 'mixing.project-opened',
  to: 'account',
  data: z.object({
    projectId: z.uuid(),
    window: z.uuid(),
    /** `Chrome · Windows`. */
    browser: z.string(),
    says: z.enum(['here', 'here-who-else', 'gone']),
  }),
});

/** The templates of an account changed. */
export const templatesChanged = defineEvent({ topic: 'mixing.templates', to: 'account' });

/** Something of a run changed that a page shows. */
export const runChanged = defineEvent({
  topic: 'mixing.run',
  to: 'account',
  data: z.object({ runId: z.uuid(), projectId: z.uuid() }),
});
