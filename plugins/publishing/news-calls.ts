import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { ADAPTER_ID } from '#core/contract/provider-kinds.ts';

/** Bytes of one message at most; platforms put several news into one. */
const MOST_BYTES = 256 * 1024;

const params = z.strictObject({ service: z.string().regex(ADAPTER_ID) });
// Each platform has parameters of its own.
const query = z.looseObject({});

/** How platforms find out whether an address is the right one, before they send anything there. */
export const answerChannelService = defineCall({
  method: 'GET',
  path: '/anon/publishing/news/:service',
  access: 'public',
  summary: 'Answers what a platform asks before it sends news of accounts and posts.',
  params,
  query,
  data: z.undefined(),
});

/** Signed in the platform's own way, over the bytes of the body. */
export const receiveChannelNews = defineCall({
  method: 'POST',
  path: '/anon/publishing/news/:service',
  access: 'public',
  summary: 'Takes what a platform tells of connected accounts and their posts.',
  bodyAs: 'raw',
  params,
  query,
  body: z.string().max(MOST_BYTES),
  data: z.undefined(),
});
