import { z } from 'zod';

import { defineEvent } from '#core/contract/event.ts';

/** Shots of videos were found, could not be found, or were changed. */
export const shotsChanged = defineEvent({
  topic: 'segmentation.shots',
  to: 'account',
  data: z.object({ ids: z.array(z.uuid()) }),
});
