import { z } from 'zod';

import { loginTokenSchema } from '#core/contract/account-calls.ts';
import { defineCall } from '#core/contract/call.ts';
import { shownName } from '#core/contract/shown-name.ts';

import { mobileSchema } from './mobile.ts';

// Logging in by a QR code, and what its platforms send.

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
