import { z } from 'zod';

import type { ChannelNews } from '#core/server/services/providers/channels.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { ServiceCall } from '#core/server/services/providers/service-call.ts';

import { readLossless } from '../ask-platform.ts';
import { assertFresh, assertSigned } from '../signature.ts';
import type { TiktokSettings } from './settings.ts';

const eventSchema = z.object({
  client_key: z.string(),
  event: z.string(),
  /** Seconds since 1970. */
  create_time: z.coerce.number().int(),
  user_openid: z.string(),
  /** JSON as text. */
  content: z.string().default('{}'),
});
const contentSchema = z.object({
  publish_id: z.string().optional(),
  post_id: z.union([z.string(), z.number()]).transform(String).optional(),
  reason: z.string().nullish(),
});
type Content = z.output<typeof contentSchema>;

/** Spellings of older and of newer pages of TikTok. */
const STATES: Readonly<Record<string, (content: Content) => ChannelNews['state']>> = {
  'post.publish.complete': published,
  'post.publish.publicly_available': published,
  'post.publish.publicaly_available': published,
  'post.publish.inbox_delivered': () => ({ state: 'inbox' }),
  'post.publish.failed': ({ reason }) => ({ state: 'failed', reason: reason ?? 'no reason told' }),
  'post.publish.no_longer_publicaly_available': () => ({ state: 'failed', reason: 'it is no longer public' }),
  'post.publish.no_longer_publicly_available': () => ({ state: 'failed', reason: 'it is no longer public' }),
};

/** Reads what TikTok tells. @throws ProviderFailure `refused` for what it has not signed just now */
export function readNews(
  { headers, body }: ServiceCall,
  { clientKey, clientSecret }: TiktokSettings,
  now: Date,
): ChannelNews[] {
  const parts = (headers['tiktok-signature'] ?? '').split(',').map((part) => part.split('=', 2));
  const [time = '', signature = ''] = ['t', 's'].map((name) => parts.find(([given]) => given === name)?.[1] ?? '');
  assertFresh(time, now);
  assertSigned(signature, clientSecret, `${time}.`, body);
  const event = eventSchema.safeParse(readLossless(body.toString())).data;
  if (event?.client_key !== clientKey) throw new ProviderFailure('refused', 'the news are of another app');
  const { event: kind, create_time: seconds, user_openid: owner } = event;
  const at = new Date(seconds * 1000);
  if (kind === 'authorization.removed') {
    return [{ id: `${kind}:${owner}:${seconds}`, owner, post: null, state: { state: 'unauthorised' }, at }];
  }
  const content = contentSchema.safeParse(readLossless(event.content)).data;
  const state = STATES[kind];
  if (state === undefined || content?.publish_id === undefined) return [];
  const { publish_id: post } = content;
  return [{ id: `${kind}:${post}:${seconds}`, owner, post, state: state(content), at }];
}

/** A post has no id of its own before it is public. */
function published({ post_id: id, publish_id: publish = '' }: Content): ChannelNews['state'] {
  return { state: 'published', id: id ?? publish, link: null };
}
