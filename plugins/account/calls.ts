import { z } from 'zod';

import { loginTokenSchema } from '#core/contract/account-calls.ts';
import { defineCall } from '#core/contract/call.ts';

import { codeSchema, mobileSchema } from './mobile.ts';

export {
  claimGift,
  listPermissions,
  listPlatforms,
  listSubAccounts,
  logOut,
  readAccount,
  readBindStatus,
  readDuration,
  readFileCapacity,
  readGift,
  readMemberDays,
} from '#core/contract/account-calls.ts';
export { mobileSchema } from './mobile.ts';
export * from './partner-calls.ts';
export * from './profile-calls.ts';
export * from './qr-calls.ts';
export * from './sub-account-calls.ts';

/** Carries the name that a device gave itself where a call has no body for it. */
export const DEVICE_HEADER = 'x-device-id';

/** What a solved captcha proves; good once, for one mobile and one address. */
const proofSchema = z.string().min(1).max(200);

/** A puzzle. The answer never leaves the server. */
export const readCaptcha = defineCall({
  method: 'GET',
  path: '/nodeapi/captcha',
  access: 'public',
  summary: 'Makes a slider puzzle: background 320 × 180, piece 63 wide, as data addresses.',
  answer: 'bare',
  data: z.object({ bg: z.string(), front: z.string(), token: z.string() }),
});

/** Judges where the piece was put and how it got there. */
export const verifyCaptcha = defineCall({
  method: 'POST',
  path: '/nodeapi/captcha/verify',
  access: 'public',
  summary: 'Judges a solved puzzle; a token is good for one try.',
  answer: 'bare',
  body: z.object({
    /** Pixels of the picture's 320. */
    positionX: z.number(),
    /** Where the pointer went: pixels, and milliseconds since the drag began. */
    trail: z.array(z.object({ x: z.number(), y: z.number(), t: z.number() })).max(2000),
    token: z.string().min(1).max(200),
    /** The number that a code is wanted for: the proof is good for no other. */
    fdMobile: mobileSchema.optional(),
  }),
  data: z.object({
    success: z.boolean(),
    /** The proof for `getMobileCode`, when it succeeded. */
    validate: z.string().optional(),
  }),
});

/** Exchanges what a captcha service's widget gave for a proof. */
export const proveCaptcha = defineCall({
  method: 'POST',
  path: '/api/account/captcha-proofs',
  access: 'public',
  summary: 'Exchanges the ticket of the captcha service that an operator has configured for a proof.',
  body: z.object({
    ticket: z.string().min(1).max(2000),
    randstr: z.string().min(1).max(200),
    /** The number that a code is wanted for: the proof is good for no other. */
    fdMobile: mobileSchema,
  }),
  data: z.object({ validate: z.string() }),
});

/** Sends a code for logging in or binding. The header `key` has to be the one that the installation wants. */
export const getMobileCode = defineCall({
  method: 'POST',
  path: '/getMobileCode',
  access: 'public',
  summary: 'Sends an SMS code; needs the proof of a solved captcha, and the header `key`.',
  body: z.object({ fdMobile: mobileSchema, type: z.literal(6), validate: proofSchema }),
  data: z.null(),
});

/** The same without a type, as older pages call it. */
export const sendMobileCode = defineCall({
  method: 'POST',
  path: '/sendMobileCode',
  access: 'public',
  summary: 'Sends an SMS code; needs the proof of a solved captcha.',
  body: z.object({ fdMobile: mobileSchema, validate: proofSchema }),
  data: z.null(),
});

/** Checks a code without using it up. */
export const validateMobileCode = defineCall({
  method: 'POST',
  path: '/validateMobileCode',
  access: 'public',
  summary: 'Checks an SMS code.',
  body: z.object({ fdMobile: mobileSchema, mobileCode: codeSchema, templateCode: z.literal(212) }),
  data: z.null(),
});

/** Logs in; a mobile number that is not known yet is registered. */
export const loginByMobile = defineCall({
  method: 'POST',
  path: '/loginByfdMobileV2',
  access: 'public',
  summary: 'Logs in by mobile number and SMS code, and registers a new number.',
  body: z.object({ fdMobile: mobileSchema, mobileCode: codeSchema, id: z.string().max(100).optional() }),
  data: loginTokenSchema,
});

/** Logs in by user name or mobile number and password; what OAuth calls an error comes with HTTP 200. */
export const loginByPassword = defineCall({
  method: 'POST',
  path: '/oauth/token',
  access: 'public',
  summary: 'Logs in by password.',
  bodyAs: 'form',
  answer: 'bare',
  body: z.object({
    username: z.string().min(1).max(100),
    password: z.string().min(1).max(200),
    /** The device's name of itself. */
    id: z.string().max(100).optional(),
    grant_type: z.string().max(40),
    client_id: z.string().max(500),
    client_secret: z.string().max(500),
    scope: z.string().max(200).optional(),
  }),
  data: z.object({
    access_token: z.string().optional(),
    expires_in: z.number().int().optional(),
    token_type: z.string().optional(),
    error: z.enum(['invalid_grant', 'invalid_client', 'unsupported_grant_type', 'access_denied']).optional(),
    message: z.string().optional(),
  }),
});

/** What the words of the login may say. */
export const readLoginMethods = defineCall({
  method: 'GET',
  path: '/api/account/login-methods',
  access: 'public',
  summary: 'Reads whether QR codes are scanned by WeChat here, and the key that asking for a code needs.',
  data: z.object({
    wechat: z.boolean(),
    /** What {@link getMobileCode} wants in the header `key`; null for nothing. */
    codeKey: z.string().nullable(),
    /** What is solved before a code is sent: our slider, or the widget of a service, by its script and app. */
    captcha: z.discriminatedUnion('provider', [
      z.object({ provider: z.literal('slider') }),
      z.object({ provider: z.literal('tencent'), script: z.string(), appId: z.string() }),
    ]),
  }),
});

/** What the words and the captcha of the login depend on. */
export type LoginMethods = z.output<typeof readLoginMethods.data>;
