import { createHash, createHmac, randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { CallContext } from '#core/server/http/calls/call-registry.ts';
import { cookieOf } from '#core/server/http/calls/cookies.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';

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

const COOKIE = 'rp-browser';
const COOKIE_BYTES = 32;

/** The visitor of a call. */
export function visitorOf(ctx: ServerContext, context: CallContext<Caller | null>): Visitor {
  const cookie = cookieOf(context.request.headers.cookie, COOKIE);
  return {
    ip: context.ip,
    address: countedAddress(context.ip),
    userAgent: context.request.headers['user-agent']?.slice(0, 400),
    requestId: context.requestId,
    language: context.language,
    browserHash: cookie !== undefined && /^[\w-]{43}$/.test(cookie) ? hashBrowser(ctx, cookie) : null,
  };
}

/** The visitor, whose browser gets its cookie now if it has none. */
export function markedVisitor(
  ctx: ServerContext,
  context: CallContext<Caller | null>,
): Visitor & { browserHash: string } {
  const visitor = visitorOf(ctx, context);
  if (visitor.browserHash !== null) return { ...visitor, browserHash: visitor.browserHash };
  const cookie = randomBytes(COOKIE_BYTES).toString('base64url');
  const site = context.request.protocol === 'https' ? 'SameSite=None; Secure' : 'SameSite=Lax';
  context.reply.header('set-cookie', `${COOKIE}=${cookie}; Path=/; HttpOnly; Max-Age=604800; ${site}`);
  return { ...visitor, browserHash: hashBrowser(ctx, cookie) };
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

/** A device's name as stored with sessions, hashed so that reading the table does not allow impersonating it. */
export function hashDevice(ctx: ServerContext, deviceId: string): string {
  return createHmac('sha256', ctx.keyFor('device')).update(deviceId).digest('base64url');
}
