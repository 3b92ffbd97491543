import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';

/** For how many milliseconds a page without a last event has been loading what it shows. */
export const PAGE_AGE_HEADER = 'x-page-age';

/** The stream of an account's events, as `text/event-stream`. */
export const streamEvents = defineCall({
  method: 'GET',
  path: '/api/events',
  summary:
    'Streams the account’s events until the client hangs up or the session ends. ' +
    'Send Last-Event-ID to get what was missed, or before there is one X-Page-Age, the milliseconds (at most 60000) since ' +
    'the first call; an event named "resync" means: read everything anew.',
  data: z.undefined(),
});
