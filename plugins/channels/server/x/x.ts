import { openAsBlob } from 'node:fs';

import { z } from 'zod';

import { captionOf, countLetters, type Counting } from '#core/contract/post-text.ts';
import type { ChannelFigures, ChannelTokens } from '#core/server/services/providers/channels.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { read, type ChannelServices } from '../ask-platform.ts';
import { assertAllowed, assertKnownApp, codeChallenge, codeOf, readGrant, withQuery } from '../oauth.ts';
import { assertAudience, assertCount } from '../post-fields.ts';
import type { XSettings } from './settings.ts';
import { xApi } from './x-api.ts';
import { MOST_BYTES, readSaved, uploadVideo } from './x-upload.ts';

const SCOPES = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'];
const AUDIENCES = ['public'];
const TEXT_LETTERS = 280;
const COUNTING: Counting = { by: 'weighted', link: 23 };
/** How far the clocks may differ. */
const SKEW_MILLISECONDS = 5 * 60_000;
/** How many posts are asked about at once. */
const AT_ONCE = 100;

const userSchema = z.object({
  data: z.object({
    ...{ id: z.string(), name: z.string(), username: z.string(), profile_image_url: z.string().nullish() },
    public_metrics: z.object({ followers_count: z.number().int() }).nullish(),
  }),
});
const madeSchema = z.object({ data: z.object({ id: z.string() }) });
/** X answers without data for a post that is not there. */
const postSchema = z.object({ data: z.object({ id: z.string() }).optional() });
const newestSchema = z.object({
  data: z
    .array(
      z.object({
        id: z.string(),
        attachments: z.object({ media_keys: z.array(z.string()).default([]) }).optional(),
      }),
    )
    .default([]),
});
const count = z.number().int().default(0);
const figuresSchema = z.object({
  data: z
    .array(
      z.object({
        id: z.string(),
        public_metrics: z.object({
          ...{ like_count: count, reply_count: count, retweet_count: count, quote_count: count },
          impression_count: z.number().int().nullish(),
        }),
      }),
    )
    .default([]),
});

/** X, through an app of the operator's. */
export function createX(settings: XSettings, services: ChannelServices): Opened<'channels'> {
  const api = xApi(settings, services);
  const { clientId, clientSecret } = settings;
  const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64');
  const asApp = (path: string, form: Record<string, string>, signal?: AbortSignal) =>
    api.ask({ url: api.at(path), headers: { authorization: `Basic ${basic}` }, form }, signal);

  const askForTokens = async (form: Record<string, string>, signal?: AbortSignal): Promise<ChannelTokens> =>
    readGrant(await asApp('/2/oauth2/token', { ...form, client_id: clientId }, signal), services.clock.now());

  async function profile(tokens: ChannelTokens, signal?: AbortSignal) {
    const query = { 'user.fields': 'profile_image_url,public_metrics' };
    const { id, name, username, ...user } = read(userSchema, await api.get(tokens, '/2/users/me', query, signal)).data;
    const { profile_image_url: picture = null, public_metrics: metrics } = user;
    return { id, name: name || username, picture, followers: metrics?.followers_count ?? null };
  }

  return {
    platform: 'x',
    about: 'channels:x.connect',

    async probe(signal) {
      const form = { grant_type: 'refresh_token', refresh_token: 'reelport-probe' };
      await assertKnownApp(askForTokens(form, signal), 'invalid_request');
    },

    async authorise({ state, redirect }) {
      const { verifier, challenge } = codeChallenge();
      const url = withQuery(settings.page, {
        ...{ client_id: clientId, redirect_uri: redirect, response_type: 'code', scope: SCOPES.join(' '), state },
        ...{ code_challenge: challenge, code_challenge_method: 'S256' },
      });
      return { url: url.href, keep: verifier };
    },

    async exchange(query, { redirect, keep }) {
      const form = { grant_type: 'authorization_code', code: codeOf(query), redirect_uri: redirect };
      const tokens = await askForTokens({ ...form, code_verifier: keep ?? '' });
      assertAllowed(tokens, SCOPES);
      return { owner: await profile(tokens), tokens };
    },

    async refresh({ refresh }) {
      if (refresh === null) throw new ProviderFailure('unauthorised', 'there is nothing to renew it with');
      return await askForTokens({ grant_type: 'refresh_token', refresh_token: refresh });
    },

    async rules(tokens, signal) {
      // X does not tell how much is left, but whether the permission is still good.
      await profile(tokens, signal);
      return {
        ...{ titleLetters: null, textLetters: TEXT_LETTERS, topics: null, bytes: MOST_BYTES, left: null },
        ...{ seconds: { least: 0.5, most: 140 }, side: { least: 32, most: 1_920 }, ratio: { least: 1 / 3, most: 3 } },
        ...{ containers: ['video/mp4'], codecs: { pictures: ['h264'], sound: ['aac'] } },
        ...{ audiences: AUDIENCES, schedules: false, counts: COUNTING },
        products: { as: 'link' },
        mentions: { pattern: '[A-Za-z0-9_]{1,15}', example: 'reelport', most: null },
      };
    },

    profile,

    async publish(post, work) {
      const { tokens, signal } = work;
      const text = captionOf(post);
      assertAudience(post.audience, AUDIENCES);
      assertCount('letters', countLetters(text, COUNTING), { most: TEXT_LETTERS });
      assertCount('bytes', (await openAsBlob(post.video)).size, { least: 1, most: MOST_BYTES });
      const upload = await uploadVideo(api, services.rest, post.video, work);
      await work.commit(JSON.stringify(upload));
      const json = { ...(text === '' ? {} : { text }), media: { media_ids: [upload.media] } };
      const made = read(madeSchema, await api.post(tokens, '/2/tweets', { json }, signal));
      work.onProgress(1);
      return made.data.id;
    },

    async find(_post, { tokens, saved, since, signal }) {
      const { key } = readSaved(saved);
      const { id } = await profile(tokens, signal);
      const start = new Date(since.getTime() - SKEW_MILLISECONDS).toISOString().replace(/\.\d+Z$/, 'Z');
      const query = { max_results: '100', start_time: start, 'tweet.fields': 'attachments' };
      const { data } = read(newestSchema, await api.get(tokens, `/2/users/${id}/tweets`, query, signal));
      return data.find(({ attachments }) => attachments?.media_keys.includes(key))?.id ?? null;
    },

    async check(post, tokens, signal) {
      const { data } = read(postSchema, await api.get(tokens, `/2/tweets/${post}`, {}, signal));
      if (data === undefined) return { state: 'failed', reason: 'it was removed' };
      return { state: 'published', id: post, link: `https://x.com/i/status/${post}` };
    },

    async figures(posts, tokens, signal) {
      const figures = new Map<string, ChannelFigures>();
      for (let at = 0; at < posts.length; at += AT_ONCE) {
        const query = { ids: posts.slice(at, at + AT_ONCE).join(','), 'tweet.fields': 'public_metrics' };
        const { data } = read(figuresSchema, await api.get(tokens, '/2/tweets', query, signal));
        for (const { id, public_metrics: metrics } of data) {
          const shares = metrics.retweet_count + metrics.quote_count;
          const counts = { likes: metrics.like_count, comments: metrics.reply_count, shares };
          figures.set(id, { views: metrics.impression_count ?? null, ...counts });
        }
      }
      return figures;
    },

    async revoke({ access }) {
      await asApp('/2/oauth2/revoke', { token: access, token_type_hint: 'access_token', client_id: clientId });
    },
  };
}
