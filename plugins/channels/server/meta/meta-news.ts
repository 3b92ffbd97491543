import { timingSafeEqual } from 'node:crypto';

import { z } from 'zod';

import type { ChannelNews } from '#core/server/services/providers/channels.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { ServiceAnswer, ServiceCall } from '#core/server/services/providers/service-call.ts';

import { readLossless } from '../ask-platform.ts';
import { assertSigned } from '../signature.ts';
import type { MetaSettings } from './meta-settings.ts';

/** Somebody has taken back at Facebook what they allowed the app. Seconds since 1970. */
const removedSchema = z.object({ user_id: z.coerce.string(), issued_at: z.coerce.number() });
const CHALLENGE = /^[\w.-]{1,200}$/;
const NOTHING: ServiceAnswer = { body: '' };

/**
 * Answers whether the address is the right one, and reads what Meta tells: that somebody has removed the app, and what
 * `read` makes of news of its own kind.
 * @throws ProviderFailure `refused` for a wrong token or signature
 */
export function receiveMeta(
  call: ServiceCall,
  { appSecret, verifyToken }: MetaSettings,
  read: (told: unknown) => ChannelNews[] = () => [],
): { answer: ServiceAnswer; news: readonly ChannelNews[] } {
  const { method, headers, body } = call;
  if (method === 'GET') return { answer: { body: challengeOf(call, verifyToken) }, news: [] };
  const request = new URLSearchParams(headers['content-type']?.includes('form') === true ? body.toString() : '');
  const removal = request.get('signed_request');
  if (removal !== null) return { answer: NOTHING, news: [removalOf(removal, appSecret)] };
  assertSigned((headers['x-hub-signature-256'] ?? '').replace(/^sha256=/, ''), appSecret, body);
  return { answer: NOTHING, news: read(readLossless(body.toString())) };
}

function challengeOf({ query }: ServiceCall, token: string): string {
  const [given, right] = [Buffer.from(query['hub.verify_token'] ?? ''), Buffer.from(token)];
  const challenge = query['hub.challenge'] ?? '';
  const isRight = token !== '' && given.length === right.length && timingSafeEqual(given, right);
  if (isRight && query['hub.mode'] === 'subscribe' && CHALLENGE.test(challenge)) return challenge;
  throw new ProviderFailure('refused', 'the verify token is not the one of the settings');
}

/** A signature and what it is of, each in base64url. */
function removalOf(request: string, appSecret: string): ChannelNews {
  const [signature = '', payload = ''] = request.split('.', 2);
  assertSigned(Buffer.from(signature, 'base64url').toString('hex'), appSecret, payload);
  const { data } = removedSchema.safeParse(readLossless(Buffer.from(payload, 'base64url').toString()));
  if (data === undefined) throw new ProviderFailure('refused', 'nobody is named who has removed the app');
  const { user_id: owner, issued_at: seconds } = data;
  const at = new Date(seconds * 1000);
  return { id: `removed:${owner}:${seconds}`, owner, post: null, state: { state: 'unauthorised' }, at };
}
