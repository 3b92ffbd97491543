import { z } from 'zod';

import { defineEvent } from '#core/contract/event.ts';

/** Materials are other than they were; without ids folders alone have changed. */
export const materialsChanged = defineEvent({
  topic: 'materials.changed',
  to: 'account',
  data: z.object({ ids: z.array(z.string()) }),
});
