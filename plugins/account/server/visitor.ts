import { createHash, createHmac, randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { CallContext } from '#core/server/http/calls/call-registry.ts';
import { cookieOf } from '#core/server/http/calls/cookies.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';

import { DEVICE_HEADER } from '../calls.ts';

/** Who is at the door, before anybody knows who it is. */
export interface Visitor {
  ip: string;
  /** The address as limits count it. */
  address: string;
  userAgent: string | undefined;
  requestId: string;
  language: 'zh' | 'en';
  /** Names the browser by its cookie; null for one that has none yet. */
  browserHash: string | null;
}

interface SecretCookie {
  name: string;
  seconds: number;
}

/** Names a browser that is logging in. */
const BROWSER: SecretCookie = { name: 'rp-browser', seconds: 7 * 24 * 60 * 60 };
/** Stands for the person whose phone confirms QR logins: as long as browsers keep any cookie. */
const PHONE: SecretCookie = { name: 'rp-phone', seconds: 400 * 24 * 60 * 60 };

/** The visitor of a call. */
export function visitorOf(ctx: ServerContext, context: CallContext<Caller | null>): Visitor {
  const secret = secretIn(context, BROWSER);
  return {
    ip: context.ip,
    address: countedAddress(context.ip),
    userAgent: context.request.headers['user-agent']?.slice(0, 400),
    requestId: context.requestId,
    language: context.language,
    browserHash: secret === undefined ? null : hashBrowser(ctx, secret),
  };
}

/** The visitor, whose browser gets its cookie now if it has none. */
export function markedVisitor(
  ctx: ServerContext,
  context: CallContext<Caller | null>,
): Visitor & { browserHash: string } {
  const visitor = visitorOf(ctx, context);
  if (visitor.browserHash !== null) return { ...visitor, browserHash: visitor.browserHash };
  // Pages of partners may embed the login.
  const site = context.request.protocol === 'https' ? 'None' : 'Lax';
  return { ...visitor, browserHash: hashBrowser(ctx, giveSecret(context, BROWSER, site)) };
}

/**
 * The person whom a phone without a session stands for, by a secret that only its browser has: it gets one now if it
 * has none. No script reads it, and no other site's page sends it along.
 */
export function personOfPhone(ctx: ServerContext, context: CallContext<Caller | null>): string {
  const secret = secretIn(context, PHONE) ?? giveSecret(context, PHONE, 'Strict');
  return `embedded:${createHmac('sha256', ctx.keyFor('qr-person')).update(secret).digest('base64url')}`;
}

function secretIn({ request }: CallContext<Caller | null>, { name }: SecretCookie): string | undefined {
  const value = cookieOf(request.headers.cookie, name);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}

function giveSecret(
  { request, reply }: CallContext<Caller | null>,
  { name, seconds }: SecretCookie,
  sameSite: 'None' | 'Lax' | 'Strict',
): string {
  const secret = newSecret();
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header('set-cookie', `${name}=${secret}; Path=/; HttpOnly; Max-Age=${seconds}; SameSite=${sameSite}${secure}`);
  return secret;
}

function hashBrowser(ctx: ServerContext, cookie: string): string {
  return createHmac('sha256', ctx.keyFor('browser')).update(cookie).digest('base64url');
}

/** One household has one IPv4 address, or the first half of an IPv6 one. */
export function countedAddress(ip: string): string {
  const plain = ip.startsWith('::ffff:') ? ip.slice(7) : ip;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail = ''] = plain.split('%', 1).join('').split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === '' ? [] : tail.split(':');
  const gap = plain.includes('::') ? Array.from({ length: 8 - first.length - last.length }, () => '0') : [];
  return [...first, ...gap, ...last]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** sha-256 of a random secret, as tables keep it. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** A secret that nobody guesses: 43 characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The name that a device gave itself in a call whose fields are fixed; it stands in no address, for those are logged. */
export function deviceOf({ request }: CallContext<Caller | null>): string | undefined {
  const name = request.headers[DEVICE_HEADER];
  return typeof name === 'string' && name !== '' && name.length <= 100 ? name : undefined;
}

/** A device's name as stored with sessions, hashed so that reading the table does not allow impersonating it. */
export function hashDevice(ctx: ServerContext, deviceId: string): string {
  return createHmac('sha256', ctx.keyFor('device')).update(deviceId).digest('base64url');
}
