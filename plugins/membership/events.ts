import { z } from 'zod';

import { defineEvent } from '#core/contract/event.ts';

/** An order of the account has got another state, or can be paid now. */
export const orderChanged = defineEvent({
  topic: 'membership.order',
  to: 'account',
  data: z.object({ number: z.string() }),
});
