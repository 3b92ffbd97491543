import { z } from 'zod';

import { defineEvent } from '#core/contract/event.ts';

/** Texts of an account were added, extracted, changed or removed. */
export const textsChanged = defineEvent({
  topic: 'copywriting.changed',
  to: 'account',
  data: z.object({ ids: z.array(z.uuid()) }),
});
