import { z } from 'zod';

import { defineEvent } from '#core/contract/event.ts';

/** Places of an account were added, changed, removed or used. */
export const placesChanged = defineEvent({ topic: 'poi.changed', to: 'account', data: z.object({}) });
