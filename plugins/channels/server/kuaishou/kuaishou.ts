import { z } from 'zod';

import type { ChannelFigures, ChannelTokens } from '#core/server/services/providers/channels.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { PlatformRefusal, read, type ChannelServices } from '../ask-platform.ts';
import {
  accountAccess,
  assertAllowed,
  assertKnownApp,
  codeOf,
  openAccountAccess,
  readGrant,
  withQuery,
} from '../oauth.ts';
import { kuaishouApi, NO_CODE, NO_VIDEO } from './kuaishou-api.ts';
import { AUDIENCES, findPost, publishVideo, TEXT_LETTERS } from './kuaishou-upload.ts';
import type { KuaishouSettings } from './settings.ts';

const SCOPES = ['user_info', 'user_video_publish', 'user_video_info'];
const MOST_SECONDS = 30 * 60;
/** Where people see a post. */
const POST_PAGE = 'https://www.kuaishou.com/short-video/';

const grantSchema = z.looseObject({ open_id: z.string().optional(), scopes: z.array(z.string()).default([]) });
const userSchema = z.object({
  user_info: z.object({ name: z.string().default(''), head: z.string().nullish(), fan: z.number().int().nullish() }),
});

/** Kuaishou, through an app of the operator's. */
export function createKuaishou(settings: KuaishouSettings, services: ChannelServices): Opened<'channels'> {
  const { appId, appSecret, endpoint, megabytes } = settings;
  const api = kuaishouApi(settings, services);

  async function profile(tokens: ChannelTokens, signal?: AbortSignal) {
    const { token, id } = openAccountAccess(tokens);
    const { user_info: user } = read(userSchema, await api.open(token, { path: 'user_info' }, signal));
    return { id, name: user.name || id, picture: user.head ?? null, followers: user.fan ?? null };
  }

  /** @param known the account's id, which is only told when somebody has agreed */
  async function askForTokens(form: Record<string, string>, known: string | null, signal?: AbortSignal) {
    const name = form['grant_type'] === 'refresh_token' ? 'refresh_token' : 'access_token';
    const url = withQuery(new URL(`/oauth2/${name}`, endpoint), { app_id: appId, app_secret: appSecret, ...form });
    // Codes and tokens are good once.
    const answer = await api.ask({ url, again: false }, signal);
    const { open_id: id = known, scopes } = read(grantSchema, answer);
    if (id === null) throw new ProviderFailure('unavailable', 'Kuaishou does not say whose account it is');
    const grant = readGrant(answer, services.clock.now());
    return { ...grant, scopes, access: accountAccess({ token: grant.access, id }) };
  }

  return {
    platform: 'kuaishou',
    about: 'channels:kuaishou.connect',

    async probe(signal) {
      const form = { code: 'reelport-probe', grant_type: 'authorization_code' };
      await assertKnownApp(askForTokens(form, null, signal), NO_CODE);
    },

    async authorise({ state, redirect }) {
      const asked = { app_id: appId, scope: SCOPES.join(','), response_type: 'code', redirect_uri: redirect };
      return { url: withQuery(settings.page, { ...asked, state, ua: 'pc' }).href, keep: null };
    },

    async exchange(query) {
      const tokens = await askForTokens({ code: codeOf(query), grant_type: 'authorization_code' }, null);
      assertAllowed(tokens, SCOPES);
      return { owner: await profile(tokens), tokens };
    },

    async refresh(tokens) {
      const { refresh, refreshExpiresAt, scopes } = tokens;
      if (refresh === null) throw new ProviderFailure('unauthorised', 'there is nothing to renew it with');
      const { id } = openAccountAccess(tokens);
      const fresh = await askForTokens({ grant_type: 'refresh_token', refresh_token: refresh }, id);
      const renewal = fresh.refresh === null ? { refresh, refreshExpiresAt } : {};
      return { ...fresh, ...renewal, scopes: fresh.scopes.length === 0 ? scopes : fresh.scopes };
    },

    async rules(tokens, signal) {
      await profile(tokens, signal);
      return {
        ...{ titleLetters: null, textLetters: TEXT_LETTERS, topics: null, bytes: megabytes * 1000 ** 2 },
        ...{ seconds: { least: 1, most: MOST_SECONDS }, side: null, ratio: null, left: null, schedules: false },
        ...{ audiences: AUDIENCES, covers: 'pictures' },
      };
    },

    profile,

    publish(post, work) {
      const { token } = openAccountAccess(work.tokens);
      return publishVideo({ api, settings, services }, post, { token, work });
    },

    find(post, { tokens, since, signal }) {
      return findPost(api, post, { token: openAccountAccess(tokens).token, since, signal });
    },

    async check(post, tokens, signal) {
      try {
        const { pending } = await api.photo(openAccountAccess(tokens).token, post, signal);
        if (pending === true) return { state: 'working' };
        return { state: 'published', id: post, link: `${POST_PAGE}${encodeURIComponent(post)}` };
      } catch (error) {
        if (!(error instanceof PlatformRefusal) || error.code !== NO_VIDEO) throw error;
        return { state: 'failed', reason: 'it was removed' };
      }
    },

    /** Calls of an account are counted, so that all of them are read with one. */
    async figures(posts, tokens, signal) {
      const figures = new Map<string, ChannelFigures>();
      for (const photo of await api.newest(openAccountAccess(tokens).token, signal)) {
        if (!posts.includes(photo.photo_id)) continue;
        const { view_count: views = null, like_count: likes = null, comment_count: comments = null } = photo;
        figures.set(photo.photo_id, { views, likes, comments, shares: null });
      }
      return figures;
    },
  };
}
