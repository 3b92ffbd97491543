import { openAsBlob } from 'node:fs';

import { z } from 'zod';

import { captionOf } from '#core/contract/post-text.ts';
import type {
  AgreedAccount,
  ChannelFigures,
  ChannelPost,
  ChannelTokens,
  ChannelWork,
} from '#core/server/services/providers/channels.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { read, type ChannelServices } from '../ask-platform.ts';
import { accessOf, isGone, metaApi, type MetaAccess } from '../meta/meta-api.ts';
import { receiveMeta } from '../meta/meta-news.ts';
import type { MetaSettings } from '../meta/meta-settings.ts';
import { assertAudience, assertCount } from '../post-fields.ts';

const SCOPES = ['instagram_basic', 'instagram_content_publish', 'pages_show_list', 'pages_read_engagement'];
const AUDIENCES = ['public'];
const [TEXT_LETTERS, TOPICS, MENTIONS, MOST_BYTES] = [2_200, 30, 20, 300 * 1000 ** 2];
/** Milliseconds between two looks whether a video is processed, and how many: once a minute, for ten minutes. */
const [LOOK, LOOKS] = [60_000, 10];
/** How far the clocks may differ. */
const SKEW_MILLISECONDS = 5 * 60_000;

const accountsSchema = z.object({
  data: z.array(z.object({ instagram_business_account: z.object({ id: z.string() }).nullish() })),
});
const accountSchema = z.object({
  id: z.string(),
  username: z.string(),
  profile_picture_url: z.string().nullish(),
  followers_count: z.number().int().nullish(),
});
const limitSchema = z.object({
  data: z
    .array(z.object({ config: z.object({ quota_total: z.number().int() }), quota_usage: z.number().int() }))
    .min(1),
});
const idSchema = z.object({ id: z.string() });
const containerSchema = z.object({ status_code: z.string(), status: z.string().nullish() });
const mediaSchema = z.object({
  permalink: z.string().nullish(),
  like_count: z.number().int().nullish(),
  comments_count: z.number().int().nullish(),
});
const newestSchema = z.object({
  data: z.array(z.object({ id: z.string(), caption: z.string().default(''), timestamp: z.coerce.date() })),
});
const savedSchema = z.object({ container: z.string() });

/** Reels of professional accounts at Instagram, through an app of Meta and the Page that the account is linked to. */
export function createInstagram(settings: MetaSettings, services: ChannelServices): Opened<'channels'> {
  const api = metaApi(settings, services);

  async function profile({ token, id }: MetaAccess, signal?: AbortSignal) {
    const query = { fields: 'id,username,profile_picture_url,followers_count' };
    const account = read(accountSchema, await api.get(token, id, query, signal));
    const { username: name, profile_picture_url: picture = null, followers_count: followers = null } = account;
    return { id, name, picture, followers };
  }

  /** How many posts the account may still make now, and how many within any 24 hours. */
  async function quota({ token, id }: MetaAccess, signal?: AbortSignal): Promise<{ left: number; daily: number }> {
    const answer = await api.get(token, `${id}/content_publishing_limit`, { fields: 'config,quota_usage' }, signal);
    const [limit] = read(limitSchema, answer).data;
    const daily = limit?.config.quota_total ?? 0;
    return { left: Math.max(0, daily - (limit?.quota_usage ?? 0)), daily };
  }

  const statusOf = async ({ token }: MetaAccess, container: string, signal: AbortSignal) =>
    read(containerSchema, await api.get(token, container, { fields: 'status_code,status' }, signal));

  async function upload(post: ChannelPost, access: MetaAccess, { signal, save }: ChannelWork): Promise<string> {
    const form = {
      ...{ media_type: 'REELS', upload_type: 'resumable', caption: captionOf(post), share_to_feed: 'true' },
      ...(post.coverAt === undefined ? {} : { thumb_offset: String(Math.round(post.coverAt * 1000)) }),
    };
    const { id } = read(idSchema, await api.post(access.token, `${access.id}/media`, form, signal));
    await api.upload(access.token, `ig-api-upload/${settings.version}/${id}`, post, signal);
    await save(JSON.stringify({ container: id }));
    return id;
  }

  /** Waits until a video is processed. @returns whether it can be posted; not when it has expired, after a day */
  async function processed(container: string, access: MetaAccess, signal: AbortSignal): Promise<boolean> {
    for (let look = 0; look < LOOKS; look += 1) {
      const { status_code: code, status } = await statusOf(access, container, signal);
      if (code === 'FINISHED') return true;
      if (code === 'EXPIRED') return false;
      if (code === 'ERROR') throw new ProviderFailure('refused', `Instagram cannot use the video: ${status ?? ''}`);
      if (code === 'PUBLISHED') throw new ProviderFailure('unavailable', 'it is posted already');
      await services.rest(LOOK, signal);
    }
    throw new ProviderFailure('unavailable', 'Instagram is still processing the video');
  }

  async function media(post: string, { token }: MetaAccess, signal?: AbortSignal) {
    try {
      return read(mediaSchema, await api.get(token, post, { fields: 'permalink,like_count,comments_count' }, signal));
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  }

  return {
    platform: 'instagram',
    about: 'channels:instagram.connect',

    probe: (signal) => api.probe(SCOPES, signal),

    async authorise(request) {
      return { url: api.dialog(request, SCOPES), keep: null };
    },

    async exchange(query, { redirect }) {
      const tokens = await api.exchange(query, redirect);
      const agreedBy = await api.me(tokens.access);
      const fields = { fields: 'instagram_business_account', limit: '100' };
      const pages = read(accountsSchema, await api.get(tokens.access, 'me/accounts', fields)).data;
      const ids = new Set(pages.flatMap(({ instagram_business_account: linked }) => linked?.id ?? []));
      const agreed: AgreedAccount[] = [];
      for (const id of ids) {
        const access = { token: tokens.access, id };
        const owner = { ...(await profile(access)), agreedBy };
        agreed.push({ owner, tokens: { ...tokens, access: JSON.stringify(access) } });
      }
      const [first, ...others] = agreed;
      if (first === undefined)
        throw new ProviderFailure('refused', 'no Page of this account has a professional account at Instagram');
      return { ...first, others };
    },

    async refresh(tokens) {
      const { token, id } = accessOf(tokens);
      const renewed = await api.prolong(token);
      return { ...renewed, access: JSON.stringify({ token: renewed.access, id }) };
    },

    async rules(tokens, signal) {
      return {
        ...{ titleLetters: null, textLetters: TEXT_LETTERS, topics: TOPICS, bytes: MOST_BYTES, schedules: false },
        ...{ seconds: { least: 3, most: 15 * 60 }, side: null, ratio: { least: 0.01, most: 10 }, audiences: AUDIENCES },
        ...(await quota(accessOf(tokens), signal)),
        isMoving: true,
        containers: ['video/mp4', 'video/quicktime'],
        codecs: { pictures: ['h264', 'hevc'], sound: ['aac'] },
        covers: 'frames',
        mentions: { pattern: '[A-Za-z0-9_.]{1,30}', example: 'name.shop', most: MENTIONS },
      };
    },

    profile: (tokens, signal) => profile(accessOf(tokens), signal),

    async publish(post, work) {
      const access = accessOf(work.tokens);
      const { signal } = work;
      assertAudience(post.audience, AUDIENCES);
      assertCount('letters', captionOf(post).length, { most: TEXT_LETTERS });
      assertCount('topics', captionOf(post).match(/#\S/g)?.length ?? 0, { most: TOPICS });
      assertCount('mentions', captionOf(post).match(/@\w/g)?.length ?? 0, { most: MENTIONS });
      assertCount('bytes', (await openAsBlob(post.video)).size, { most: MOST_BYTES });
      if ((await quota(access, signal)).left === 0)
        throw new ProviderFailure('limited', 'the account has made its posts of a day');
      const saved = work.saved === null ? undefined : savedSchema.parse(JSON.parse(work.saved)).container;
      let container = saved ?? (await upload(post, access, work));
      work.onProgress(0.8);
      if (!(await processed(container, access, signal))) {
        container = await upload(post, access, work);
        if (!(await processed(container, access, signal)))
          throw new ProviderFailure('unavailable', 'the video has expired');
      }
      await work.commit(JSON.stringify({ container }));
      const made = read(
        idSchema,
        await api.post(access.token, `${access.id}/media_publish`, { creation_id: container }, signal),
      );
      work.onProgress(1);
      return made.id;
    },

    async find(post, { tokens, saved, since, signal }) {
      const access = accessOf(tokens);
      const { container } = savedSchema.parse(JSON.parse(saved));
      if ((await statusOf(access, container, signal)).status_code !== 'PUBLISHED') return null;
      const query = { fields: 'id,caption,timestamp', limit: '50' };
      const { data } = read(newestSchema, await api.get(access.token, `${access.id}/media`, query, signal));
      const earliest = since.getTime() - SKEW_MILLISECONDS;
      const found = data.find(
        ({ caption, timestamp }) => caption === captionOf(post) && timestamp.getTime() >= earliest,
      );
      if (found === undefined) throw new ProviderFailure('unavailable', 'it is posted, but not in the list yet');
      return found.id;
    },

    async check(post, tokens, signal) {
      const found = await media(post, accessOf(tokens), signal);
      if (found === undefined) return { state: 'failed', reason: 'it was removed' };
      return { state: 'published', id: post, link: found.permalink ?? null };
    },

    async figures(posts, tokens, signal) {
      const figures = new Map<string, ChannelFigures>();
      for (const post of posts) {
        const found = await media(post, accessOf(tokens), signal);
        if (found === undefined) continue;
        const { like_count: likes = null, comments_count: comments = null } = found;
        figures.set(post, { views: null, likes, comments, shares: null });
      }
      return figures;
    },

    async revoke(tokens: ChannelTokens) {
      await api.revoke(accessOf(tokens).token);
    },

    receive: async (call) => receiveMeta(call, settings),
  };
}
