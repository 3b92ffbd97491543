import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';

import { channelSchema } from './channel-calls.ts';

// Calls whose paths and fields are prescribed: sites that send people to Douyin themselves come back with its code.

/** As Douyin adds it to the address that its users come back to; good once. */
const query = z.object({ code: z.string().min(1).max(4000) });

export const bindDouyin = defineCall({
  method: 'POST',
  path: '/api/douyinThird/bind',
  summary: 'Connects the Douyin account whose owner has just agreed, by the code that came back with them.',
  query,
  data: channelSchema,
});

export const authoriseDouyin = defineCall({
  method: 'GET',
  path: '/api/project/douyinAuthorize/authorize',
  summary: 'The same as a read: connects the Douyin account, or has its owner agree again, by a code.',
  query,
  data: channelSchema,
});
