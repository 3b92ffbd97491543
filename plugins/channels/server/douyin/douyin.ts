import { z } from 'zod';

import type { ChannelFigures, ChannelTokens } from '#core/server/services/providers/channels.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { PlatformRefusal, read, type ChannelServices } from '../ask-platform.ts';
import {
  accountAccess,
  assertAllowed,
  codeOf,
  openAccountAccess,
  readGrant,
  withQuery,
  type AccountAccess,
} from '../oauth.ts';
import { douyinApi, NO_RENEWAL } from './douyin-api.ts';
import { readNews } from './douyin-news.ts';
import { AUDIENCES, findPost, MOST_BYTES, publishVideo, TEXT_LETTERS } from './douyin-upload.ts';
import type { DouyinSettings } from './settings.ts';

const MOST_SECONDS = 15 * 60;
/** What an app may post for an account a day, about. */
const DAILY_POSTS = 75;
/** How many posts are asked about at once. */
const AT_ONCE = 20;
const DAY = 24 * 60 * 60_000;
/**
 * A permission can be prolonged five times, for 30 days each, and only while it is good: as late as possible, but with
 * some days to spare. Access ends ahead of it for the workbench, so that it asks in these days.
 */
const [PROLONG, SPARE] = [8 * DAY, 7 * DAY];

const grantSchema = z.object({ data: z.looseObject({ open_id: z.string() }) });
const prolongedSchema = z.object({ data: z.object({ refresh_token: z.string(), expires_in: z.coerce.number() }) });
const userSchema = z.object({
  data: z.object({ open_id: z.string(), nickname: z.string().default(''), avatar: z.string().nullish() }),
});

const [UNSUITABLE, IN_REVIEW] = [2, 4];
/** Published; for all, for friends and for nobody else. */
const PUBLISHED = [1, 5, 6, 7];

/** Douyin, published to on behalf of people, through an app of the operator's. */
export function createDouyin(settings: DouyinSettings, services: ChannelServices): Opened<'channels'> {
  const { clientKey, clientSecret, endpoint } = settings;
  const api = douyinApi(settings, services);
  const scopes = settings.scopes.split(',');
  const proof = { client_key: clientKey, client_secret: clientSecret };
  const askOAuth = (name: string, form: Record<string, string>, signal?: AbortSignal) =>
    api.ask({ url: new URL(`/oauth/${name}/`, endpoint), form }, signal);

  async function profileOf({ token, id }: AccountAccess, signal?: AbortSignal) {
    const form = { open_id: id, access_token: token };
    const url = new URL('/oauth/userinfo/', endpoint);
    const { nickname, avatar = null } = read(userSchema, await api.ask({ url, form, again: true }, signal)).data;
    return { id, name: nickname || id, picture: avatar, followers: null };
  }

  async function askForTokens(name: string, form: Record<string, string>): Promise<ChannelTokens> {
    const { data } = read(grantSchema, await askOAuth(name, form));
    const grant = readGrant({ body: data }, services.clock.now());
    return { ...grant, access: accountAccess({ token: grant.access, id: data.open_id }) };
  }

  /** Prolongs what access is renewed with, when that is about to end. One that cannot be prolonged ends with its time. */
  async function prolonged(tokens: ChannelTokens): Promise<ChannelTokens> {
    const now = services.clock.now().getTime();
    const { refresh, refreshExpiresAt } = tokens;
    if (refresh === null || refreshExpiresAt === null || refreshExpiresAt.getTime() - now > PROLONG) return tokens;
    try {
      const answer = await askOAuth('renew_refresh_token', { client_key: clientKey, refresh_token: refresh });
      const { refresh_token: fresh, expires_in: seconds } = read(prolongedSchema, answer).data;
      return { ...tokens, refresh: fresh, refreshExpiresAt: new Date(now + seconds * 1000) };
    } catch (error) {
      // Access has been renewed already, and is not lost for this.
      const isOver = error instanceof PlatformRefusal && error.code === NO_RENEWAL;
      if (isOver || (error instanceof ProviderFailure && error.kind === 'unavailable')) return tokens;
      throw error;
    }
  }

  return {
    platform: 'douyin',
    about: 'channels:douyin.connect',

    async probe(signal) {
      await askOAuth('client_token', { ...proof, grant_type: 'client_credential' }, signal);
    },

    async authorise({ state, redirect }) {
      const asked = { client_key: clientKey, response_type: 'code', scope: scopes.join(','), redirect_uri: redirect };
      return { url: withQuery(settings.page, { ...asked, state }).href, keep: null };
    },

    async exchange(query) {
      const form = { ...proof, code: codeOf(query), grant_type: 'authorization_code' };
      const tokens = await askForTokens('access_token', form);
      assertAllowed(tokens, scopes);
      return { owner: await profileOf(openAccountAccess(tokens)), tokens };
    },

    async refresh(tokens) {
      if (tokens.refresh === null) throw new ProviderFailure('unauthorised', 'there is nothing to renew it with');
      const form = { client_key: clientKey, grant_type: 'refresh_token', refresh_token: tokens.refresh };
      const grant = await askForTokens('refresh_token', form);
      // What access was renewed with stays the same, and so does its end.
      const isSame = grant.refresh === null || grant.refresh === tokens.refresh;
      const { refresh, refreshExpiresAt } = isSame ? tokens : grant;
      const fresh = await prolonged({ ...grant, refresh, refreshExpiresAt });
      return { ...fresh, expiresAt: earlier(fresh.expiresAt, fresh.refreshExpiresAt, services.clock.now()) };
    },

    async rules(tokens, signal) {
      await profileOf(openAccountAccess(tokens), signal);
      return {
        ...{ titleLetters: null, textLetters: TEXT_LETTERS, topics: null, bytes: MOST_BYTES, side: null, ratio: null },
        ...{
          seconds: { least: 1, most: MOST_SECONDS },
          left: null,
          daily: DAILY_POSTS,
          schedules: false,
          covers: 'pictures',
        },
        mentions: { pattern: '[^\\s@#]{1,20}', example: '港口茶铺', most: null, hasIds: true },
        audiences: Object.keys(AUDIENCES),
      };
    },

    profile: (tokens, signal) => profileOf(openAccountAccess(tokens), signal),

    publish: (post, work) => publishVideo({ api, services }, post, work),

    find: (post, { tokens, since, signal }) =>
      findPost(api, post, { access: openAccountAccess(tokens), since, signal }),

    async check(post, tokens, signal) {
      const item = (await api.items(openAccountAccess(tokens), [post], signal)).find(({ item_id: id }) => id === post);
      if (item === undefined) return { state: 'failed', reason: 'it was removed' };
      const { video_status: status, share_url: link = null, is_reviewed: isReviewed } = item;
      if (status === UNSUITABLE) return { state: 'failed', reason: 'Douyin finds it unsuitable for others to see' };
      if (status === IN_REVIEW || isReviewed === false) return { state: 'review' };
      if (!PUBLISHED.includes(status ?? 0)) return { state: 'working' };
      return { state: 'published', id: post, link: link === '' ? null : link };
    },

    async figures(posts, tokens, signal) {
      const figures = new Map<string, ChannelFigures>();
      for (let at = 0; at < posts.length; at += AT_ONCE) {
        const items = await api.items(openAccountAccess(tokens), posts.slice(at, at + AT_ONCE), signal);
        for (const { item_id: id, statistics } of items) {
          const { play_count: views = null, digg_count: likes = null } = statistics;
          const { comment_count: comments = null, share_count: shares = null } = statistics;
          figures.set(id, { views, likes, comments, shares });
        }
      }
      return figures;
    },

    async revoke(tokens) {
      const { token, id } = openAccountAccess(tokens);
      await askOAuth('revoke', { ...proof, open_id: id, access_token: token });
    },

    async receive(call) {
      return readNews(call, settings);
    },
  };
}

/** When access has to be renewed: as it ends, or in the days before what it is renewed with ends. */
function earlier(access: Date | null, refresh: Date | null, now: Date): Date | null {
  if (access === null || refresh === null) return access;
  const spare = refresh.getTime() - SPARE;
  return spare <= now.getTime() || spare >= access.getTime() ? access : new Date(spare);
}
