import { createHash, randomBytes } from 'node:crypto';

import { z } from 'zod';

import type { ChannelHandover } from '#core/server/services/providers/channels.ts';

import { read, type ChannelServices } from '../ask-platform.ts';
import { douyinAsker } from '../douyin/douyin-api.ts';
import { addressField } from '../key-fields.ts';
import { withQuery } from '../oauth.ts';
import { PHONE } from './phone-channel.ts';

const optional = (most: number) => z.string().trim().max(most).default('');

/** Both keys or none: without them the app is opened by hand. */
export const DOUYIN_SHARE = PHONE.extend({
  clientKey: optional(200).meta({ title: 'channels:phone.client-key' }),
  clientSecret: optional(2_000).meta({ title: 'channels:phone.client-secret', secret: true }),
  endpoint: addressField('https://open.douyin.com/', 'channels:field.endpoint'),
});
export type DouyinShare = z.output<typeof DOUYIN_SHARE>;

/** Renewed so many milliseconds before its end. */
const AHEAD = 5 * 60_000;
const TOPICS = 5;

const lifetime = z.coerce.number().positive();
const tokenSchema = z.object({ data: z.object({ access_token: z.string().min(1), expires_in: lifetime }) });
const ticketSchema = z.object({ data: z.object({ ticket: z.string().min(1), expires_in: lifetime }) });

interface Kept {
  value: string;
  until: number;
}

/**
 * Opens Douyin with a video to post, by a ticket of an app of its open platform (H5 share).
 * @returns null without keys
 */
export function douyinShare(settings: DouyinShare, services: ChannelServices): ChannelHandover['appLink'] {
  const { clientKey, clientSecret, endpoint } = settings;
  if (clientKey === '' || clientSecret === '') return null;
  const ask = douyinAsker(services);
  let kept: Promise<Kept> | null = null;

  async function fetchTicket(): Promise<Kept> {
    const form = { client_key: clientKey, client_secret: clientSecret, grant_type: 'client_credential' };
    const token = read(tokenSchema, await ask({ url: new URL('oauth/client_token/', endpoint), form })).data
      .access_token;
    const headers = { 'access-token': token };
    const { ticket, expires_in: seconds } = read(
      ticketSchema,
      await ask({ url: new URL('open/getticket/', endpoint), headers }),
    ).data;
    return { value: ticket, until: services.clock.now().getTime() + seconds * 1000 - AHEAD };
  }

  /** Several that need it at once wait for the same one. */
  async function ticket(): Promise<string> {
    const known = kept;
    const isGood = ((await known?.catch(() => null))?.until ?? 0) > services.clock.now().getTime();
    if (!isGood && kept === known) kept = fetchTicket();
    return (await kept)?.value ?? '';
  }

  return async ({ title, topics, video }) => {
    const nonce = randomBytes(12).toString('hex');
    const timestamp = String(Math.floor(services.clock.now().getTime() / 1000));
    const signature = createHash('md5')
      .update(`nonce_str=${nonce}&ticket=${await ticket()}&timestamp=${timestamp}`)
      .digest('hex');
    return withQuery('snssdk1128://openplatform/share', {
      ...{ share_type: 'h5', client_key: clientKey, nonce_str: nonce, timestamp, signature },
      ...{ title, hashtag_list: JSON.stringify(topics.slice(0, TOPICS)), video_path: video, share_to_publish: '1' },
    }).href;
  };
}
