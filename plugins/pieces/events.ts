import { z } from 'zod';

import { defineEvent } from '#core/contract/event.ts';

/** Projects were made, changed or deleted, or their pieces were chosen. */
export const projectsChanged = defineEvent({
  topic: 'pieces.projects',
  to: 'account',
  data: z.object({ ids: z.array(z.uuid()) }),
});

/** Templates were made, changed or deleted. */
export const templatesChanged = defineEvent({ topic: 'pieces.templates', to: 'account' });
