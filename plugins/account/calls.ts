import { z } from 'zod';

import { loginTokenSchema } from '#core/contract/account-calls.ts';
import { defineCall } from '#core/contract/call.ts';
import { shownName } from '#core/contract/shown-name.ts';

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
export * from './profile-calls.ts';

/** Carries the name that a device gave itself where a call has no body for it. */
export const DEVICE_HEADER = 'x-device-id';

/** What a solved captcha proves; good once, for one mobile and one address. */
const proofSchema = z.string().min(1).max(200);
const sceneSchema = z.string().min(1).max(100);

/** Two accounts claim the same person; the user chooses which one stays. */
export const conflictSchema = z.object({
  mobileAccountId: z.string(),
  mobileAccountName: shownName,
  qrCodeAccountId: z.string(),
  qrCodeAccountName: shownName,
  key: z.string(),
});
export type AccountConflict = z.output<typeof conflictSchema>;

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

const qrSchema = z.object({
  /** What the code says: an address that a phone opens. */
  qrcode: z.string(),
  sceneId: z.string(),
});

/** A QR code to log in by; good for 30 seconds. */
export const startQrLogin = defineCall({
  method: 'GET',
  path: '/wechatNum/login',
  access: 'public',
  summary: 'Makes a QR code for logging in.',
  answer: 'beside',
  data: qrSchema,
});

/** Asked every three seconds. Code 1: logged in. Code 0 with secCode 407: a mobile number has to be bound. */
export const checkQrLogin = defineCall({
  method: 'GET',
  path: '/checkWechatNumLogin/:sceneId',
  access: 'public',
  summary: 'Asks whether the QR code was confirmed.',
  params: z.object({ sceneId: sceneSchema }),
  data: loginTokenSchema,
});

/** A new code in place of an expired one. */
export const refreshQrLogin = defineCall({
  method: 'GET',
  path: '/refresh/:sceneId',
  access: 'public',
  summary: 'Replaces an expired QR code.',
  params: z.object({ sceneId: sceneSchema }),
  answer: 'beside',
  data: qrSchema,
});

const tokenOrConflict = z.union([loginTokenSchema, conflictSchema]);

/** Registers the user who confirmed the code. Code 2: two accounts conflict. */
export const registerByQr = defineCall({
  method: 'GET',
  path: '/register/:sceneId',
  access: 'public',
  summary: 'Registers the person who confirmed the QR code.',
  params: z.object({ sceneId: sceneSchema }),
  answer: 'beside',
  data: tokenOrConflict,
});

/** Binds a mobile number whose code was validated, and logs in. Code 2: two accounts conflict. */
export const registerAndLogin = defineCall({
  method: 'GET',
  path: '/anon/wechat/regAndLogin',
  access: 'public',
  summary: 'Binds a validated mobile number to the person who confirmed the QR code, and logs in.',
  query: z.object({ fdMobile: mobileSchema, sceneId: sceneSchema }),
  data: tokenOrConflict,
});

/** Ends a conflict: the named account is disabled, the other one stays. */
export const deleteConflictingUser = defineCall({
  method: 'POST',
  path: '/anon/douyin/login/deleteUser',
  access: 'public',
  summary: 'Settles an account conflict by giving up one of the two.',
  body: z.object({ accountId: z.string().max(100), key: z.string().max(200) }),
  data: z.null(),
});

/** What a phone that opened the code's address sees. */
export const readQrScene = defineCall({
  method: 'GET',
  path: '/api/account/qr/:sceneId',
  access: 'public',
  summary: 'Reads a QR login that is to be confirmed on this device.',
  params: z.object({ sceneId: sceneSchema }),
  data: z.object({ state: z.enum(['waiting', 'scanned', 'confirmed', 'expired']), browser: z.string() }),
});

/**
 * Confirms the login on the phone: with the phone's own session, or as the person whom its browser stands for by a
 * cookie of its own.
 */
export const confirmQrScene = defineCall({
  method: 'POST',
  path: '/api/account/qr/:sceneId/confirm',
  access: 'public',
  summary: 'Confirms a QR login on this device.',
  params: z.object({ sceneId: sceneSchema }),
  data: z.null(),
});

const wechatSignature = {
  timestamp: z.string().regex(/^\d{1,12}$/),
  nonce: z.string().max(100),
};

/** WeChat asks whether this server is the official account's. Answers plain text. */
export const echoWechat = defineCall({
  method: 'GET',
  path: '/anon/wechat/events',
  access: 'public',
  summary: 'Proves to WeChat that this server is the official account’s.',
  query: z.object({ ...wechatSignature, signature: z.string().max(100), echostr: z.string().max(500) }),
  data: z.undefined(),
});

/** Receives scans and new followers from WeChat. Responds with plain text. */
export const receiveWechatEvent = defineCall({
  method: 'POST',
  path: '/anon/wechat/events',
  access: 'public',
  summary: 'Takes an event of the official account.',
  bodyAs: 'text',
  query: z.object({
    ...wechatSignature,
    signature: z.string().max(100).optional(),
    msg_signature: z.string().max(100).optional(),
  }),
  body: z.string().max(20_000),
  data: z.undefined(),
});

const anyQuery = z.looseObject({});

/** The platform of the QR login in use asks something, such as whether this server is the right one. */
export const answerQrPlatform = defineCall({
  method: 'GET',
  path: '/anon/qr-login/events',
  access: 'public',
  summary: 'Answers what the platform of the QR login in use asks.',
  query: anyQuery,
  data: z.undefined(),
});

/** The platform of the QR login in use tells of a scan. */
export const receiveQrEvent = defineCall({
  method: 'POST',
  path: '/anon/qr-login/events',
  access: 'public',
  summary: 'Takes an event of the platform of the QR login in use.',
  bodyAs: 'text',
  query: anyQuery,
  body: z.string().max(20_000),
  data: z.undefined(),
});

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
