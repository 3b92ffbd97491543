import { z } from 'zod';

import { loginTokenSchema } from '#core/contract/account-calls.ts';
import { defineCall } from '#core/contract/call.ts';

// Logging in for a partner, whose server vouches for its users.

const ticketSchema = z.string().min(1).max(4000);

/** Exchanges the `encryptToken` of an address for a token. */
export const loginBySign = defineCall({
  method: 'POST',
  path: '/loginBySign',
  access: 'public',
  summary: 'Logs in by a partner’s ticket, which is good once and for five minutes.',
  body: z.object({ data: ticketSchema }),
  data: loginTokenSchema,
});

/** A partner’s server asks for a short code to put into an address instead of its ticket. */
export const makePartnerCode = defineCall({
  method: 'POST',
  path: '/anon/ocean/code',
  access: 'public',
  summary: 'Exchanges a partner’s ticket for a code that is good once and for a minute.',
  body: z.object({ data: ticketSchema }),
  data: z.object({ auth_code: z.string(), expires_in: z.number().int() }),
});

/** Logs in a partner's user: by a ticket (1) or by a short code for one (2). */
export const loginByPartner = defineCall({
  method: 'POST',
  path: '/anon/ocean/login',
  access: 'public',
  summary: 'Logs in by a partner’s code or ticket.',
  body: z.object({ type: z.union([z.literal(1), z.literal(2)]), value: ticketSchema }),
  data: loginTokenSchema,
});
