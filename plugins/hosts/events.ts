import { z } from 'zod';

import { defineEvent } from '#core/contract/event.ts';

/** A host was added, changed, checked or removed. */
export const hostsChanged = defineEvent({ topic: 'hosts.changed', to: 'account', data: z.object({ id: z.uuid() }) });

/** A host will expire within a week, or within a day; told once each. */
export const hostExpiring = defineEvent({
  topic: 'hosts.expiring',
  to: 'account',
  data: z.object({ id: z.uuid(), name: z.string(), days: z.number().int() }),
});
