import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';

/** The stream of an account's events, as `text/event-stream`. */
export const streamEvents = defineCall({
  method: 'GET',
  path: '/api/events',
  summary:
    'Streams the account’s events until the client hangs up or the session ends. ' +
    'Send Last-Event-ID to get what was missed; an event named "resync" means: read everything anew.',
  data: z.undefined(),
});
