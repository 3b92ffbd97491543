import type { ChannelFigures, ChannelTokens } from '#core/server/services/providers/channels.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import type { ChannelServices } from '../ask-platform.ts';
import { assertAllowed, assertKnownApp, codeChallenge, codeOf, readGrant, withQuery } from '../oauth.ts';
import type { YoutubeSettings } from './settings.ts';
import { youtubeApi } from './youtube-api.ts';
import { AUDIENCES, findVideo, MOST_BYTES, TEXT_BYTES, TITLE_LETTERS, uploadVideo } from './youtube-upload.ts';

const [UPLOAD, READ] = ['youtube.upload', 'youtube.readonly'].map((name) => `https://www.googleapis.com/auth/${name}`);
const SCOPES = [UPLOAD ?? '', READ ?? ''];
/** Seconds for channels that have proved a telephone number, and for others. */
const [LONG_SECONDS, SHORT_SECONDS] = [12 * 60 * 60, 15 * 60];
/** How many videos are asked about at once. */
const AT_ONCE = 50;

/** YouTube, through a Google Cloud project of the operator's. */
export function createYoutube(settings: YoutubeSettings, services: ChannelServices): Opened<'channels'> {
  const api = youtubeApi(settings, services);
  const { clientId, clientSecret, tokenAddress } = settings;

  async function profile(tokens: ChannelTokens, signal?: AbortSignal) {
    const { id, snippet, statistics } = await api.channel(tokens, signal);
    const followers = statistics.hiddenSubscriberCount ? null : (statistics.subscriberCount ?? null);
    return { id, name: snippet.title, picture: snippet.thumbnails?.default.url ?? null, followers };
  }

  async function askForTokens(form: Record<string, string>, signal?: AbortSignal): Promise<ChannelTokens> {
    const proof = { client_id: clientId, client_secret: clientSecret };
    const answer = await api.ask({ url: new URL('/token', tokenAddress), form: { ...proof, ...form } }, signal);
    return readGrant(answer, services.clock.now());
  }

  return {
    platform: 'youtube',
    about: 'channels:youtube.connect',

    async probe(signal) {
      const form = { grant_type: 'refresh_token', refresh_token: 'reelport-probe' };
      await assertKnownApp(askForTokens(form, signal), 'invalid_grant');
    },

    async authorise({ state, redirect }) {
      const { verifier, challenge } = codeChallenge();
      const url = withQuery(settings.page, {
        ...{ client_id: clientId, redirect_uri: redirect, response_type: 'code', scope: SCOPES.join(' '), state },
        // Only then there is a refresh token, for somebody who has agreed before, too.
        ...{ access_type: 'offline', prompt: 'consent' },
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

    async refresh(tokens) {
      if (tokens.refresh === null) throw new ProviderFailure('unauthorised', 'there is nothing to renew it with');
      const renewed = await askForTokens({ grant_type: 'refresh_token', refresh_token: tokens.refresh });
      const { refresh, refreshExpiresAt } = renewed;
      return {
        ...renewed,
        refresh: refresh ?? tokens.refresh,
        refreshExpiresAt: refreshExpiresAt ?? tokens.refreshExpiresAt,
      };
    },

    async rules(tokens, signal) {
      const { status } = await api.channel(tokens, signal);
      return {
        ...{ titleLetters: TITLE_LETTERS, textLetters: TEXT_BYTES, topics: null, bytes: MOST_BYTES },
        seconds: { least: 1, most: status.longUploadsStatus === 'allowed' ? LONG_SECONDS : SHORT_SECONDS },
        ...{ side: null, ratio: null, left: null, audiences: AUDIENCES, schedules: true, covers: 'pictures' },
        products: { as: 'link' },
        counts: { by: 'bytes' },
        mentions: { pattern: '[\\p{L}\\p{N}_.·-]{3,30}', example: 'name', most: null },
      };
    },

    profile,

    publish: (post, work) => uploadVideo({ api, settings, services }, post, work),

    find: (post, work) => findVideo({ api, settings, services }, post, work),

    async check(post, tokens, signal) {
      const [found] = await api.videos([post], 'status', tokens, signal);
      const status = found?.status;
      if (status === undefined || status.uploadStatus === 'deleted')
        return { state: 'failed', reason: 'it was removed' };
      const { uploadStatus, privacyStatus, publishAt, failureReason, rejectionReason } = status;
      if (uploadStatus === 'failed' || uploadStatus === 'rejected') {
        return { state: 'failed', reason: `${uploadStatus}: ${failureReason ?? rejectionReason ?? 'no reason told'}` };
      }
      if (uploadStatus === 'uploaded' || (privacyStatus === 'private' && publishAt)) return { state: 'working' };
      return { state: 'published', id: post, link: `https://www.youtube.com/watch?v=${post}` };
    },

    async figures(posts, tokens, signal) {
      const figures = new Map<string, ChannelFigures>();
      for (let at = 0; at < posts.length; at += AT_ONCE) {
        const found = await api.videos(posts.slice(at, at + AT_ONCE), 'statistics', tokens, signal);
        for (const { id, statistics } of found) {
          const { viewCount = null, likeCount = null, commentCount = null } = statistics ?? {};
          figures.set(id, { views: viewCount, likes: likeCount, comments: commentCount, shares: null });
        }
      }
      return figures;
    },

    async revoke(tokens) {
      const form = { token: tokens.refresh ?? tokens.access };
      await api.ask({ url: new URL('/revoke', tokenAddress), form });
    },
  };
}
