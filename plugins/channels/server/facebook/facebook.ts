import { openAsBlob } from 'node:fs';

import { z } from 'zod';

import { captionOf } from '#core/contract/post-text.ts';
import type { ChannelFigures, ChannelOwner, ChannelTokens } from '#core/server/services/providers/channels.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { read, type ChannelServices } from '../ask-platform.ts';
import { accessOf, isGone, metaApi, type MetaAccess } from '../meta/meta-api.ts';
import { receiveMeta } from '../meta/meta-news.ts';
import type { MetaSettings } from '../meta/meta-settings.ts';
import { assertAudience, assertCount, timeToSchedule } from '../post-fields.ts';
import { findReel, publishReel, readReel, stateOfReel } from './facebook-reel.ts';
import { readPageNews } from './page-news.ts';

const SCOPES = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts'];
/** What it takes to be told of a Page's reels. */
const NEWS_SCOPE = 'pages_manage_metadata';
const AUDIENCES = ['public'];
const [TITLE_LETTERS, TEXT_LETTERS, MOST_BYTES, DAILY_POSTS] = [255, 2_200, 1000 ** 3, 30];
/** Milliseconds ahead that Facebook takes a time. */
const [LEAST_AHEAD, MOST_AHEAD] = [10 * 60_000, 30 * 24 * 60 * 60_000];

const picture = z.object({ data: z.object({ url: z.string() }) }).nullish();
const pagesSchema = z.object({
  data: z.array(
    z.object({
      ...{ id: z.string(), name: z.string(), access_token: z.string().nullish(), picture },
      tasks: z.array(z.string()).default([]),
    }),
  ),
});
const pageSchema = z.object({
  ...{ id: z.string(), name: z.string(), followers_count: z.number().int().nullish(), picture },
});
const total = z.object({ summary: z.object({ total_count: z.number().int() }) }).nullish();
const figuresSchema = z.object({ likes: total, comments: total });

/** Pages at Facebook, where videos become reels, through an app of the operator's. */
export function createFacebook(settings: MetaSettings, services: ChannelServices): Opened<'channels'> {
  const api = metaApi(settings, services);
  const hasNews = settings.verifyToken !== '';
  const followed = new Set<string>();
  const scopes = hasNews ? [...SCOPES, NEWS_SCOPE] : SCOPES;

  /** The Pages that somebody has shared and may post to, each with a token of its own, which does not end by itself. */
  async function pagesOf(token: string): Promise<{ owner: ChannelOwner; tokens: ChannelTokens }[]> {
    const agreedBy = await api.me(token);
    const query = { fields: 'id,name,access_token,tasks,picture{url}', limit: '100' };
    const { data } = read(pagesSchema, await api.get(token, 'me/accounts', query));
    return data.flatMap(({ id, name, access_token: access, tasks, picture: look }) => {
      if (!access || !tasks.includes('CREATE_CONTENT')) return [];
      const owner = { id, name, picture: look?.data.url ?? null, agreedBy };
      const ends = { refresh: null, expiresAt: null, refreshExpiresAt: null };
      return [
        { owner, tokens: { ...ends, access: JSON.stringify({ token: access, id, person: token }), scopes: SCOPES } },
      ];
    });
  }

  /** Has Facebook tell of a connected Page's reels. Without that they are asked about all the same. */
  async function follow({ token, id }: MetaAccess): Promise<void> {
    if (!hasNews || followed.has(id)) return;
    followed.add(id);
    try {
      await api.post(token, `${id}/subscribed_apps`, { subscribed_fields: 'feed' });
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
    }
  }

  async function profile({ token, id }: MetaAccess, signal?: AbortSignal) {
    const query = { fields: 'id,name,followers_count,picture{url}' };
    const { name, ...page } = read(pageSchema, await api.get(token, id, query, signal));
    await follow({ token, id });
    return { id, name, picture: page.picture?.data.url ?? null, followers: page.followers_count ?? null };
  }

  return {
    platform: 'facebook',
    about: 'channels:facebook.connect',

    probe: (signal) => api.probe(scopes, signal),

    async authorise(request) {
      return { url: api.dialog(request, scopes), keep: null };
    },

    async exchange(query, { redirect }) {
      const [first, ...others] = await pagesOf((await api.exchange(query, redirect)).access);
      if (first === undefined) {
        throw new ProviderFailure('refused', 'no Page was shared that this person may post to');
      }
      return { ...first, others };
    },

    async refresh() {
      throw new ProviderFailure('unauthorised', 'the token of a Page is not renewed');
    },

    async rules(tokens, signal) {
      // Facebook does not tell how many of a day's reels are left, but whether the token is still good.
      await profile(accessOf(tokens), signal);
      return {
        ...{ titleLetters: TITLE_LETTERS, textLetters: TEXT_LETTERS, topics: null, bytes: MOST_BYTES },
        ...{
          left: null,
          daily: DAILY_POSTS,
          isMoving: true,
          seconds: { least: 3, most: 90 },
          side: { least: 540, most: 4_096 },
          ratio: { least: 0.55, most: 0.575 },
          containers: ['video/mp4'],
        },
        ...{ audiences: AUDIENCES, schedules: true },
        products: { as: 'link' },
      };
    },

    profile: (tokens, signal) => profile(accessOf(tokens), signal),

    async publish(post, work) {
      assertAudience(post.audience, AUDIENCES);
      assertCount('letters of the title', post.title.length, { most: TITLE_LETTERS });
      assertCount('letters', captionOf(post).length, { most: TEXT_LETTERS });
      assertCount('bytes', (await openAsBlob(post.video)).size, { most: MOST_BYTES });
      const now = services.clock.now();
      const at = timeToSchedule(post.at, now, LEAST_AHEAD);
      if (at !== null && at.getTime() - now.getTime() > MOST_AHEAD) {
        throw new ProviderFailure('refused', 'Facebook takes a time within the next 30 days');
      }
      return await publishReel({ api, settings }, { access: accessOf(work.tokens), post, at }, work);
    },

    find: (_post, { tokens, saved, signal }) => findReel(api, accessOf(tokens), { saved, signal }),

    async check(post, tokens, signal) {
      const reel = await readReel(api, accessOf(tokens), post, signal);
      if (reel === undefined) return { state: 'failed', reason: 'it was removed' };
      return stateOfReel(post, reel, settings.page);
    },

    async figures(posts, tokens, signal) {
      const { token } = accessOf(tokens);
      const figures = new Map<string, ChannelFigures>();
      const fields = 'likes.limit(0).summary(true),comments.limit(0).summary(true)';
      for (const post of posts) {
        try {
          const { likes, comments } = read(figuresSchema, await api.get(token, post, { fields }, signal));
          const counts = { likes: likes?.summary.total_count ?? null, comments: comments?.summary.total_count ?? null };
          figures.set(post, { views: null, shares: null, ...counts });
        } catch (error) {
          if (!isGone(error)) throw error;
        }
      }
      return figures;
    },

    async revoke(tokens) {
      const { person } = accessOf(tokens);
      // Pages that were connected before their persons were kept, whose own tokens may not do that.
      if (person === undefined) throw new ProviderFailure('unauthorised', 'who has agreed is not known any more');
      await api.revoke(person);
    },

    receive: async (call) => receiveMeta(call, settings, readPageNews),
  };
}
