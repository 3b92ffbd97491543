import { openAsBlob } from 'node:fs';

import { z } from 'zod';

import { isAnswered } from '#core/server/services/providers/ask-service.ts';
import type { ChannelFigures, ChannelRules, ChannelTokens } from '#core/server/services/providers/channels.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { read, type ChannelServices, type PlatformAnswer } from '../ask-platform.ts';
import { instanceOrigin } from '../instance.ts';
import { readGrant } from '../oauth.ts';
import { accessSchema, peertubeApi, usedSchema, videoSchema, type PeertubeAccess } from './peertube-api.ts';
import {
  assertFits,
  AUDIENCES,
  findVideo,
  TEXT_LETTERS,
  TITLE_LETTERS,
  TOPICS,
  uploadVideo,
} from './peertube-upload.ts';
import type { PEERTUBE } from './settings.ts';

/** The server's own client, through which its members log in. */
const clientSchema = z.object({ client_id: z.string(), client_secret: z.string() });
const refreshSchema = z.object({ origin: z.url(), token: z.string() });
const keptSchema = z.object({ origin: z.url(), grant: z.unknown(), at: z.coerce.date() });

/** What a server stores when nobody limits it, and the longest video. */
const [MOST_BYTES, DAY_SECONDS] = [1024 ** 4, 24 * 60 * 60];
/** States of a video by the server's numbers: transcoding, moving or the editor have failed. */
const [PUBLISHED, FAILED] = [1, [7, 8]];

const accessOf = ({ access }: ChannelTokens): PeertubeAccess => accessSchema.parse(JSON.parse(access));

/** PeerTube: members log in with the name and password of their server, and neither is kept. */
export function createPeertube(
  { privateNetwork }: z.output<typeof PEERTUBE>,
  services: ChannelServices,
): Opened<'channels'> {
  const api = peertubeApi(services, privateNetwork);

  async function login(origin: string, form: Record<string, string>): Promise<PlatformAnswer> {
    const client = read(clientSchema, await api.ask({ url: new URL('/api/v1/oauth-clients/local', origin) }));
    return await api.ask({ url: new URL('/api/v1/users/token', origin), form: { ...client, ...form } });
  }

  function tokensOf(origin: string, answer: Pick<PlatformAnswer, 'body'>, now: Date): ChannelTokens {
    const grant = readGrant(answer, now);
    const refresh = grant.refresh === null ? null : JSON.stringify({ origin, token: grant.refresh });
    return { ...grant, access: JSON.stringify({ origin, token: grant.access }), refresh };
  }

  async function profile(access: PeertubeAccess, signal?: AbortSignal) {
    const { account } = await api.user(access, signal);
    const { host } = new URL(access.origin);
    const picture = account.avatars?.at(-1);
    const path = picture?.fileUrl ?? picture?.path;
    return {
      id: `${account.id}@${host}`,
      name: account.displayName || account.name,
      picture: path ? new URL(path, access.origin).href : null,
      followers: account.followersCount ?? null,
    };
  }

  async function video(post: string, access: PeertubeAccess, signal?: AbortSignal) {
    try {
      return read(videoSchema, await api.get(access, `videos/${encodeURIComponent(post)}`, signal));
    } catch (error) {
      if (isAnswered(error, 404)) return undefined;
      throw error;
    }
  }

  async function rules(tokens: ChannelTokens, signal?: AbortSignal): Promise<ChannelRules> {
    const access = accessOf(tokens);
    const [user, used] = await Promise.all([
      api.user(access, signal),
      api.get(access, 'users/me/video-quota-used', signal).then((answer) => read(usedSchema, answer)),
    ]);
    const left = [user.videoQuota - used.videoQuotaUsed, user.videoQuotaDaily - used.videoQuotaUsedDaily];
    const limits = [user.videoQuota, user.videoQuotaDaily].map((quota, index) =>
      quota < 0 ? MOST_BYTES : left[index],
    );
    return {
      ...{ titleLetters: TITLE_LETTERS, textLetters: TEXT_LETTERS, topics: TOPICS },
      ...{ seconds: { least: 0, most: DAY_SECONDS }, side: null, ratio: null, left: null, schedules: true },
      bytes: Math.max(0, Math.min(...limits.map((limit) => limit ?? 0))),
      ...{ audiences: Object.keys(AUDIENCES), covers: 'pictures' },
      hasTags: true,
      products: { as: 'link' },
    };
  }

  return {
    platform: 'peertube',
    about: 'channels:peertube.connect',
    asks: [
      { name: 'address', title: 'channels:peertube.address', kind: 'address' },
      { name: 'name', title: 'channels:peertube.name', kind: 'text' },
      { name: 'password', title: 'channels:peertube.password', kind: 'password' },
    ],

    async authorise({ answers }) {
      const origin = instanceOrigin(answers['address'], privateNetwork);
      const { name: username = '', password = '' } = answers;
      try {
        const { body: grant } = await login(origin, { grant_type: 'password', username, password });
        return { url: null, keep: JSON.stringify({ origin, grant, at: services.clock.now() }) };
      } catch (error) {
        if (!(error instanceof ProviderFailure) || error.kind !== 'unauthorised') throw error;
        throw new ProviderFailure('refused', error.message, { cause: error });
      }
    },

    async exchange(_query, { keep }) {
      const { origin, grant, at } = keptSchema.parse(JSON.parse(keep ?? 'null'));
      const tokens = tokensOf(origin, { body: grant }, at);
      return { owner: await profile(accessOf(tokens)), tokens };
    },

    async refresh(tokens) {
      if (tokens.refresh === null) throw new ProviderFailure('unauthorised', 'there is nothing to renew it with');
      const { origin, token } = refreshSchema.parse(JSON.parse(tokens.refresh));
      const answer = await login(origin, { grant_type: 'refresh_token', refresh_token: token });
      return tokensOf(origin, answer, services.clock.now());
    },

    rules,
    profile: (tokens, signal) => profile(accessOf(tokens), signal),

    async publish(post, work) {
      const file = await openAsBlob(post.video);
      assertFits(post, file.size, await rules(work.tokens, work.signal));
      return await uploadVideo(api, accessOf(work.tokens), { post, file, work, services });
    },

    async find(post, { tokens, saved, signal }) {
      const bytes = (await openAsBlob(post.video)).size;
      return await findVideo(api, accessOf(tokens), { post, saved, bytes, signal });
    },

    async check(post, tokens, signal) {
      const found = await video(post, accessOf(tokens), signal);
      if (found === undefined) return { state: 'failed', reason: 'it was removed' };
      const state = found.state?.id ?? PUBLISHED;
      if (FAILED.includes(state))
        return { state: 'failed', reason: `the server could not process it (state ${state})` };
      if (found.blacklisted) return { state: 'review' };
      if (state !== PUBLISHED || found.scheduledUpdate) return { state: 'working' };
      return { state: 'published', id: found.uuid, link: found.url ?? null };
    },

    async figures(posts, tokens, signal) {
      const figures = new Map<string, ChannelFigures>();
      for (const post of posts) {
        const found = await video(post, accessOf(tokens), signal);
        if (found === undefined) continue;
        const { views = null, likes = null, comments = null } = found;
        figures.set(post, { views, likes, comments, shares: null });
      }
      return figures;
    },

    async revoke(tokens) {
      const access = accessOf(tokens);
      const url = new URL('/api/v1/users/revoke-token', access.origin);
      await api.ask({ method: 'POST', url, headers: api.bearer(access) });
    },
  };
}
