import { openAsBlob } from 'node:fs';

import { z } from 'zod';

import type {
  ChannelDrafts,
  ChannelFigures,
  ChannelProvider,
  ChannelTokens,
} from '#core/server/services/providers/channels.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { PlatformRefusal, read, type ChannelServices, type PlatformAnswer } from '../ask-platform.ts';
import { assertAllowed, codeChallenge, codeOf, readGrant, withQuery } from '../oauth.ts';
import type { TiktokSettings } from './settings.ts';
import { tiktokApi } from './tiktok-api.ts';
import { readNews } from './tiktok-news.ts';
import { findVideo, MOST_BYTES, TEXT_LETTERS, uploadVideo } from './tiktok-upload.ts';

const [BASIC, PUBLISH, UPLOAD] = ['user.info.basic', 'video.publish', 'video.upload'];
/** What members are asked for, by how the app may post. */
const SCOPES = { direct: [BASIC, PUBLISH], both: [BASIC, PUBLISH, UPLOAD], inbox: [BASIC, UPLOAD] } as const;
const STATISTICS = ['user.info.stats', 'video.list'];
/** Of each side in pixels, and in seconds. */
const [SIDE, LEAST_SECONDS] = [{ least: 360, most: 4_096 }, 1];
/** What TikTok takes of a creator a day, about; it tells nobody. */
const DAILY_POSTS = 15;
/** Drafts of 24 hours that may wait in an inbox, and the longest video that one may have, in seconds. */
const [PENDING_DRAFTS, DRAFT_SECONDS] = [5, 600];
const CONTAINERS = ['video/mp4', 'video/quicktime', 'video/webm'];
const CODECS = { pictures: ['h264', 'hevc', 'vp8', 'vp9'] };
/** How many videos are asked about at once. */
const AT_ONCE = 20;

const userSchema = z.object({
  data: z.object({
    user: z.object({
      open_id: z.string(),
      display_name: z.string().default(''),
      avatar_url: z.string().nullish(),
      follower_count: z.number().int().nullish(),
    }),
  }),
});
const count = z.number().int().nullish();
const videosSchema = z.object({
  data: z.object({
    videos: z.array(
      z.object({
        id: z.union([z.string(), z.number()]).transform(String),
        ...{ view_count: count, like_count: count, comment_count: count, share_count: count },
      }),
    ),
  }),
});

/** TikTok, posted to directly or by drafts in the inbox of the creator, through an app of the operator's. */
export function createTiktok(settings: TiktokSettings, services: ChannelServices): Opened<'channels'> {
  const { clientKey, clientSecret, endpoint, statistics, posting } = settings;
  const api = tiktokApi(settings, services);
  const scopes = statistics ? [...SCOPES[posting], ...STATISTICS] : SCOPES[posting];
  const proof = { client_key: clientKey, client_secret: clientSecret };

  async function profile(tokens: ChannelTokens, signal?: AbortSignal) {
    const fields = [
      'open_id',
      'display_name',
      'avatar_url',
      ...(tokens.scopes.includes('user.info.stats') ? ['follower_count'] : []),
    ];
    const url = withQuery(new URL('/v2/user/info/', endpoint), { fields: fields.join(',') });
    const { user } = read(userSchema, await api.ask({ url, headers: api.bearer(tokens) }, signal)).data;
    const { open_id: id, display_name: name, avatar_url: picture = null, follower_count: followers = null } = user;
    return { id, name: name || id, picture, followers };
  }

  async function askForTokens(form: Record<string, string>, signal?: AbortSignal): Promise<ChannelTokens> {
    const answer = await api.ask({ url: new URL('/v2/oauth/token/', endpoint), form: { ...proof, ...form } }, signal);
    return readGrant(answer, services.clock.now());
  }

  async function statusOf(post: string, tokens: ChannelTokens, signal?: AbortSignal) {
    try {
      return await api.status(post, tokens, signal);
    } catch (error) {
      if (error instanceof PlatformRefusal && error.code === 'invalid_publish_id') return undefined;
      throw error;
    }
  }

  /** Posts by the ids of those that are public. */
  async function publicPosts(posts: readonly string[], tokens: ChannelTokens, signal?: AbortSignal) {
    const found = new Map<string, string>();
    for (const post of posts) {
      const [id] = (await statusOf(post, tokens, signal))?.publicaly_available_post_id ?? [];
      if (id !== undefined) found.set(id, post);
    }
    return found;
  }

  const direct: Pick<ChannelProvider, 'rules' | 'publish'> = {
    async rules(tokens, signal) {
      const creator = await api.creator(tokens, signal);
      return {
        ...{ titleLetters: null, textLetters: TEXT_LETTERS, topics: null, bytes: MOST_BYTES, side: SIDE, ratio: null },
        seconds: { least: LEAST_SECONDS, most: creator.max_video_post_duration_sec },
        ...{ containers: CONTAINERS, codecs: CODECS, left: null, daily: DAILY_POSTS, schedules: false },
        ...{ audiences: creator.privacy_level_options, covers: 'frames' },
        mentions: { pattern: '[A-Za-z0-9_.]{2,24}', example: 'name.shop', most: null },
      };
    },
    publish: (post, work) => uploadVideo({ api, settings, services }, post, work),
  };

  const drafts: ChannelDrafts = {
    isAllowed: (tokens) => tokens.scopes.includes(UPLOAD),
    ...(posting === 'inbox' ? { isOnly: true } : {}),
    async rules(tokens, signal) {
      // What a creator may post directly is told only to apps that may do so; this tells whether the permission stands.
      await profile(tokens, signal);
      return {
        ...{ titleLetters: null, textLetters: null, topics: null, bytes: MOST_BYTES, side: SIDE, ratio: null },
        seconds: { least: LEAST_SECONDS, most: DRAFT_SECONDS },
        ...{ containers: CONTAINERS, codecs: CODECS, left: null, daily: PENDING_DRAFTS, isMoving: true },
        ...{ audiences: [], schedules: false, isDraft: true },
      };
    },
    publish: (post, work) => uploadVideo({ api, settings, services, isDraft: true }, post, work),
  };

  return {
    platform: 'tiktok',
    about: `channels:tiktok.connect${posting === 'direct' ? '' : `-${posting}`}`,
    ...(posting === 'direct' ? {} : { drafts }),
    ...(posting === 'inbox' ? { rules: drafts.rules, publish: drafts.publish } : direct),

    async probe(signal) {
      await askForTokens({ grant_type: 'client_credentials' }, signal);
    },

    async authorise({ state, redirect }) {
      const { verifier, challenge } = codeChallenge();
      const url = withQuery(settings.page, {
        ...{ client_key: clientKey, scope: scopes.join(','), response_type: 'code', redirect_uri: redirect, state },
        ...{ code_challenge: challenge, code_challenge_method: 'S256' },
      });
      return { url: url.href, keep: verifier };
    },

    async exchange(query, { redirect, keep }) {
      const form = { grant_type: 'authorization_code', code: codeOf(query), redirect_uri: redirect };
      const tokens = await askForTokens({ ...form, code_verifier: keep ?? '' });
      // Drafts are refused where they are chosen without having been allowed.
      assertAllowed(tokens, SCOPES[posting === 'inbox' ? 'inbox' : 'direct']);
      return { owner: await profile(tokens), tokens };
    },

    async refresh(tokens) {
      if (tokens.refresh === null) throw new ProviderFailure('unauthorised', 'there is nothing to renew it with');
      return await askForTokens({ grant_type: 'refresh_token', refresh_token: tokens.refresh });
    },

    profile,

    async find(post, work) {
      return await findVideo(api, { ...work, bytes: (await openAsBlob(post.video)).size });
    },

    async check(post, tokens, signal) {
      const found = await statusOf(post, tokens, signal);
      if (found === undefined) return { state: 'failed', reason: 'TikTok does not know it' };
      if (found.status === 'FAILED') return { state: 'failed', reason: found.fail_reason ?? 'no reason told' };
      if (found.status === 'SEND_TO_USER_INBOX') return { state: 'inbox' };
      if (found.status !== 'PUBLISH_COMPLETE') return { state: 'working' };
      const [id] = found.publicaly_available_post_id ?? [];
      // A post that only some may see never has an address of its own.
      if (id === undefined) return { state: 'published', id: post, link: null };
      // Who the creator is there, which addresses need, is told only to apps that may post directly.
      if (!tokens.scopes.includes(PUBLISH)) return { state: 'published', id, link: null };
      const { creator_username: name } = await api.creator(tokens, signal);
      return { state: 'published', id, link: `https://www.tiktok.com/@${encodeURIComponent(name)}/video/${id}` };
    },

    ...(statistics
      ? {
          async figures(posts: readonly string[], tokens: ChannelTokens, signal?: AbortSignal) {
            const figures = new Map<string, ChannelFigures>();
            const found = await publicPosts(posts, tokens, signal);
            const ids = [...found.keys()];
            for (let at = 0; at < ids.length; at += AT_ONCE) {
              const answer = await queryVideos(ids.slice(at, at + AT_ONCE), tokens, signal);
              for (const {
                id,
                view_count: views,
                like_count: likes,
                comment_count: comments,
                share_count: shares,
              } of answer) {
                const counts = {
                  views: views ?? null,
                  likes: likes ?? null,
                  comments: comments ?? null,
                  shares: shares ?? null,
                };
                figures.set(found.get(id) ?? id, counts);
              }
            }
            return figures;
          },
        }
      : {}),

    async revoke(tokens) {
      await api.ask({ url: new URL('/v2/oauth/revoke/', endpoint), form: { ...proof, token: tokens.access } });
    },

    async receive(call) {
      return { answer: { body: '' }, news: readNews(call, settings, services.clock.now()) };
    },
  };

  async function queryVideos(ids: readonly string[], tokens: ChannelTokens, signal?: AbortSignal) {
    const fields = 'id,view_count,like_count,comment_count,share_count';
    const path = `/v2/video/query/?fields=${fields}`;
    const answer: PlatformAnswer = await api.post(
      tokens,
      path,
      { filters: { video_ids: ids } },
      { again: true, signal },
    );
    return read(videosSchema, answer).data.videos;
  }
}
