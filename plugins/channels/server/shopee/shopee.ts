import type { ChannelFigures, ChannelTokens } from '#core/server/services/providers/channels.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import type { ChannelServices } from '../ask-platform.ts';
import { accountAccess, codeOf, openAccountAccess, withQuery } from '../oauth.ts';
import type { ShopeeSettings } from './settings.ts';
import { shopeeApi } from './shopee-api.ts';
import { AUDIENCES, findPost, ITEM, MOST_BYTES, MOST_SECONDS, publishVideo, TEXT_LETTERS } from './shopee-upload.ts';

/** Of what access is renewed with, which is not told. */
const REFRESH_SECONDS = 30 * 24 * 60 * 60;
/** The most posts that are looked through for figures. */
const MOST_LISTED = 100;
const [POSTED, DELETED, NOT_POSTED] = [300, 400, 600];

/** Shopee Video, through an app of the operator's that people allow to post for them. */
export function createShopee(settings: ShopeeSettings, services: ChannelServices): Opened<'channels'> {
  const { partnerId } = settings;
  const api = shopeeApi(settings, services);

  async function askForTokens(path: string, body: object, known: string | null): Promise<ChannelTokens> {
    const grant = await api.tokens(path, body);
    const user = known ?? grant.user_id_list?.[0];
    if (user === undefined) throw new ProviderFailure('refused', 'nobody with Shopee Video has agreed');
    const after = (seconds: number) => new Date(services.clock.now().getTime() + seconds * 1000);
    return {
      access: accountAccess({ token: grant.access_token, id: user }),
      ...{ refresh: grant.refresh_token, expiresAt: after(grant.expire_in) },
      ...{ refreshExpiresAt: after(REFRESH_SECONDS), scopes: [] },
    };
  }

  /** The platform tells no name of an account; its posts show whether the permission is good. */
  async function profile(tokens: ChannelTokens, signal?: AbortSignal) {
    const access = openAccountAccess(tokens);
    await api.newest(access, () => false, signal);
    return { id: access.id, name: `Shopee ${access.id}`, picture: null, followers: null };
  }

  return {
    platform: 'shopee',
    about: 'channels:shopee.connect',

    async probe(signal) {
      await api.asApp({ path: 'public/get_shops_by_partner', query: { page_size: '1', page_no: '1' } }, signal);
    },

    async authorise({ state, redirect }) {
      const asked = { partner_id: partnerId, auth_type: 'user', redirect_uri: redirect, response_type: 'code' };
      return { url: withQuery(settings.page, { ...asked, state }).href, keep: null };
    },

    async exchange(query) {
      // Which of them comes back depends on the account with which somebody has agreed.
      const whose = ['shop_id', 'main_account_id'].flatMap((name) =>
        /^\d+$/.test(query[name] ?? '') ? [[name, Number(query[name])] as const] : [],
      );
      const body = { code: codeOf(query), ...Object.fromEntries(whose) };
      const tokens = await askForTokens('auth/token/get', body, query['user_id'] ?? null);
      return { owner: await profile(tokens), tokens };
    },

    async refresh(tokens) {
      if (tokens.refresh === null) throw new ProviderFailure('unauthorised', 'there is nothing to renew it with');
      const { id: user } = openAccountAccess(tokens);
      const body = { refresh_token: tokens.refresh, user_id: Number(user) };
      return await askForTokens('auth/access_token/get', body, user);
    },

    async rules(tokens, signal) {
      await profile(tokens, signal);
      return {
        ...{ titleLetters: null, textLetters: TEXT_LETTERS, topics: null, bytes: MOST_BYTES, side: null, ratio: null },
        products: { as: 'item', pattern: ITEM.source },
        ...{ seconds: { least: 1, most: MOST_SECONDS }, left: null, audiences: AUDIENCES, schedules: false },
      };
    },

    profile,

    publish: (post, work) => publishVideo({ api, services }, post, work),

    find: (_post, { tokens, saved, signal }) => findPost(api, { access: openAccountAccess(tokens), saved, signal }),

    async check(post, tokens, signal) {
      const { status } = await api.detail(openAccountAccess(tokens), post, signal);
      if (status === POSTED) return { state: 'published', id: post, link: null };
      if (status === DELETED) return { state: 'failed', reason: 'it was removed' };
      return status === NOT_POSTED ? { state: 'failed', reason: 'Shopee has not posted it' } : { state: 'working' };
    },

    async figures(posts, tokens, signal) {
      const figures = new Map<string, ChannelFigures>();
      const isMissing = (found: readonly unknown[]) => found.length < MOST_LISTED;
      const found = await api.newest(openAccountAccess(tokens), isMissing, signal);
      for (const { post_id: post, views = null, likes = null, comments = null } of found) {
        if (typeof post === 'string' && posts.includes(post))
          figures.set(post, { views, likes, comments, shares: null });
      }
      return figures;
    },
  };
}
