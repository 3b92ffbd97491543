import { z } from 'zod';

import { withoutBidiControls } from '#core/contract/bidi.ts';
import { defineCall } from '#core/contract/call.ts';
import { page, pageQuery } from '#core/contract/envelope.ts';

import { codeSchema, mobileSchema } from './mobile.ts';

/** A place where the account is logged in. */
export const liveSessionSchema = z.object({
  id: z.string(),
  current: z.boolean(),
  browser: z.string(),
  ip: z.string(),
  createdAt: z.iso.datetime(),
  seenAt: z.iso.datetime(),
});
export type LiveSession = z.output<typeof liveSessionSchema>;

export const listSessions = defineCall({
  method: 'GET',
  path: '/api/account/sessions',
  summary: 'Lists where the account is logged in.',
  data: z.array(liveSessionSchema),
});

export const endSession = defineCall({
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  summary: 'Ends one of the account’s sessions.',
  params: z.object({ id: z.uuid() }),
  data: z.null(),
});

export const updateProfile = defineCall({
  method: 'PATCH',
  path: '/api/account/profile',
  summary: 'Changes the user’s name.',
  body: z.object({ fdName: z.string().overwrite(withoutBidiControls).trim().min(1).max(30) }),
  data: z.null(),
});

/** After secCode 402: an account that has no mobile number yet gets one. */
export const bindMobile = defineCall({
  method: 'POST',
  path: '/api/account/mobile',
  summary:
    'Binds a mobile number to the logged-in account; refused when the account has one, or another account has this one.',
  body: z.object({ fdMobile: mobileSchema, mobileCode: codeSchema }),
  data: z.null(),
});

/** Puts another number in the place of the account's own, whose code this browser has validated before. */
export const changeMobile = defineCall({
  method: 'PUT',
  path: '/api/account/mobile',
  summary: 'Changes the account’s mobile number, after a code of the present one was validated by the same browser.',
  body: z.object({ fdMobile: mobileSchema, mobileCode: codeSchema }),
  data: z.null(),
});

/** A message that the embedded SMS provider kept instead of sending it. */
export const outboxMessageSchema = z.object({
  id: z.string(),
  to: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
});
export type OutboxMessage = z.output<typeof outboxMessageSchema>;

export const listOutbox = defineCall({
  method: 'GET',
  path: '/api/account/outbox',
  access: 'operator',
  summary: 'Lists messages that were kept instead of sent, newest first.',
  query: pageQuery,
  data: page(outboxMessageSchema),
});
