import { createHash } from 'node:crypto';

import { z } from 'zod';

import type { ChannelNews } from '#core/server/services/providers/channels.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { ServiceAnswer, ServiceCall } from '#core/server/services/providers/service-call.ts';

import { readLossless } from '../ask-platform.ts';
import { assertDigest } from '../signature.ts';
import type { DouyinSettings } from './settings.ts';

/** Some news have their content as an object, others as its JSON. */
const contentSchema = z
  .preprocess(
    (content) => (typeof content === 'string' ? readLossless(content) : content),
    z.object({ item_id: z.string().optional(), challenge: z.union([z.number(), z.string()]).optional() }),
  )
  .catch({});
const eventSchema = z.object({
  event: z.string(),
  client_key: z.string(),
  from_user_id: z.string().default(''),
  content: contentSchema,
});

/**
 * Reads what Douyin tells. Its signature says nothing of the time.
 * @throws ProviderFailure `refused` for what it has not signed
 */
export function readNews(
  { headers, body }: ServiceCall,
  { clientKey, clientSecret }: DouyinSettings,
): { answer: ServiceAnswer; news: ChannelNews[] } {
  const digest = createHash('sha1').update(clientSecret).update(body).digest();
  assertDigest(headers['x-douyin-signature'] ?? '', digest);
  const event = eventSchema.safeParse(readLossless(body.toString())).data;
  if (event?.client_key !== clientKey) throw new ProviderFailure('refused', 'the news are of another app');
  const { from_user_id: owner, content } = event;
  if (event.event === 'verify_webhook') {
    const { challenge } = content;
    return { answer: { type: 'application/json', body: JSON.stringify({ challenge }) }, news: [] };
  }
  const id = headers['msg-id'] ?? digest.toString('hex');
  const news: ChannelNews[] = [];
  if (event.event === 'unauthorize') news.push({ id, owner, post: null, state: { state: 'unauthorised' }, at: null });
  // What was made is looked at by the platform before others see it.
  const isPost = event.event === 'create_video' && content.item_id !== undefined;
  if (isPost) news.push({ id, owner, post: content.item_id ?? null, state: { state: 'review' }, at: null });
  return { answer: { body: '' }, news };
}
