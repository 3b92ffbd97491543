import { openAsBlob } from 'node:fs';

import { z } from 'zod';

import { captionOf, countLetters, type Counting, type MentionRule } from '#core/contract/post-text.ts';
import { isAnswered } from '#core/server/services/providers/ask-service.ts';
import type {
  ChannelFigures,
  ChannelPost,
  ChannelTokens,
  ChannelWork,
} from '#core/server/services/providers/channels.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { read, type ChannelServices } from '../ask-platform.ts';
import { instanceOrigin } from '../instance.ts';
import { codeChallenge, codeOf, readGrant, withQuery } from '../oauth.ts';
import { assertAudience, assertCount, timeToSchedule } from '../post-fields.ts';
import { accessSchema, accountSchema, mastodonApi, statusSchema, type MastodonAccess } from './mastodon-api.ts';
import { untilProcessed, uploadMedia } from './mastodon-media.ts';
import type { MASTODON } from './settings.ts';

const SCOPES = ['read:accounts', 'read:statuses', 'write:media', 'write:statuses'];
const AUDIENCES = ['public', 'unlisted', 'private'];
/** What servers take ahead of time, and a little for the way there. */
const AHEAD_MILLISECONDS = 6 * 60_000;
/** Servers set no limit; nobody's file of a day comes below their limit of bytes. */
const DAY_SECONDS = 24 * 60 * 60;

/** People of the same server, or of another one. */
const MENTIONS: MentionRule = {
  pattern: '[A-Za-z0-9_]+(?:[A-Za-z0-9_.\\-]*[A-Za-z0-9_])?(?:@[A-Za-z0-9.\\-]+\\.[A-Za-z]{2,})?',
  ...{ example: 'name@mastodon.social', most: null },
};
const countingOf = ({ characters_reserved_per_url: link }: { characters_reserved_per_url: number }): Counting => ({
  ...{ by: 'signs', link },
});

const keptSchema = z.object({
  origin: z.url(),
  clientId: z.string(),
  clientSecret: z.string(),
  verifier: z.string().nullable(),
});
const appSchema = z.object({ client_id: z.string(), client_secret: z.string() });
const savedSchema = z.object({ media: z.string() });
const postSchema = z.object({ id: z.string(), scheduled_at: z.string().nullish() });

const accessOf = ({ access }: ChannelTokens): MastodonAccess => accessSchema.parse(JSON.parse(access));

// Names of posts: `status:<id>`, and `scheduled:<media>` for one that has another id once it is out. A file belongs to one
// post for ever, so it is also what a lost post is found by.
const statusName = (id: string) => `status:${id}`;
const scheduledName = (media: string) => `scheduled:${media}`;

/** Mastodon, and servers that speak its API. */
export function createMastodon(
  { appName, privateNetwork }: z.output<typeof MASTODON>,
  services: ChannelServices,
): Opened<'channels'> {
  const api = mastodonApi(services, privateNetwork);

  /** Whether the server checks a code verifier; older ones know of none. */
  async function provesCodes(origin: string): Promise<boolean> {
    const url = new URL('/.well-known/oauth-authorization-server', origin);
    const { body, status } = await api.ask({ url, also: [404, 406] });
    const { data } = z.object({ code_challenge_methods_supported: z.array(z.string()) }).safeParse(body);
    return status === 200 && (data?.code_challenge_methods_supported.includes('S256') ?? false);
  }

  async function own(access: MastodonAccess, signal?: AbortSignal) {
    const account = read(accountSchema, await api.get(access, '/api/v1/accounts/verify_credentials', signal));
    const { host } = new URL(access.origin);
    return {
      privacy: account.source?.privacy ?? null,
      profile: {
        id: `${account.id}@${host}`,
        name: account.display_name || account.username,
        picture: account.avatar ?? null,
        followers: account.followers_count,
      },
      account: account.id,
    };
  }

  /** @returns what the post says, when all of it fits */
  async function checked(post: ChannelPost, access: MastodonAccess, signal: AbortSignal): Promise<string> {
    const { statuses, media_attachments: media } = await api.configuration(access.origin, signal);
    const status = captionOf(post);
    assertAudience(post.audience, AUDIENCES);
    assertCount('letters', countLetters(status, countingOf(statuses)), {
      most: statuses.max_characters,
    });
    assertCount('bytes', (await openAsBlob(post.video)).size, { most: media.video_size_limit });
    return status;
  }

  async function uploaded(post: ChannelPost, access: MastodonAccess, work: ChannelWork): Promise<string> {
    const wait = { rest: services.rest, signal: work.signal };
    const saved = work.saved === null ? undefined : savedSchema.parse(JSON.parse(work.saved)).media;
    if (saved !== undefined && (await untilProcessed(api, access, saved, wait))) return saved;
    const media = await uploadMedia(api, access, post, work.signal);
    await work.save(JSON.stringify({ media }));
    work.onProgress(0.8);
    if (await untilProcessed(api, access, media, wait)) return media;
    throw new ProviderFailure('unavailable', 'the server has lost the video');
  }

  async function look(post: string, access: MastodonAccess, signal?: AbortSignal) {
    const [kind, id = ''] = post.split(':');
    if (kind === 'status') {
      const path = `/api/v1/statuses/${encodeURIComponent(id)}`;
      const { body } = await api.get(access, path, signal).catch(unlessGone);
      return body === undefined ? 'gone' : read(statusSchema, { body });
    }
    if (await api.waits(access, id, signal)) return 'waits';
    return (await api.postWith(access, id, new Date(0), signal)) ?? 'gone';
  }

  return {
    platform: 'mastodon',
    about: 'channels:mastodon.connect',
    asks: [{ name: 'address', title: 'channels:mastodon.address', kind: 'address' }],

    async authorise({ state, redirect, answers }) {
      const origin = instanceOrigin(answers['address'], privateNetwork);
      const proves = await provesCodes(origin);
      const form = {
        client_name: appName,
        redirect_uris: redirect,
        scopes: SCOPES.join(' '),
        website: new URL(redirect).origin,
      };
      const { body } = await api.ask({ url: new URL('/api/v1/apps', origin), form });
      const { client_id: clientId, client_secret: clientSecret } = read(appSchema, { body });
      const { verifier, challenge } = codeChallenge();
      const url = withQuery(new URL('/oauth/authorize', origin), {
        ...{ response_type: 'code', client_id: clientId, redirect_uri: redirect, scope: SCOPES.join(' '), state },
        ...(proves ? { code_challenge: challenge, code_challenge_method: 'S256' } : {}),
      });
      const keep = { origin, clientId, clientSecret, verifier: proves ? verifier : null };
      return { url: url.href, keep: JSON.stringify(keep) };
    },

    async exchange(query, { redirect, keep }) {
      const code = codeOf(query);
      const { origin, clientId, clientSecret, verifier } = keptSchema.parse(JSON.parse(keep ?? 'null'));
      const form = {
        ...{
          grant_type: 'authorization_code',
          code,
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uri: redirect,
        },
        ...(verifier === null ? {} : { code_verifier: verifier }),
      };
      const { body } = await api.ask({ url: new URL('/oauth/token', origin), form });
      const grant = readGrant({ body }, services.clock.now());
      const access = { origin, token: grant.access, clientId, clientSecret, account: '' };
      const { profile, account } = await own(access);
      return { owner: profile, tokens: { ...grant, access: JSON.stringify({ ...access, account }) } };
    },

    async refresh() {
      throw new ProviderFailure('unauthorised', 'a permission of Mastodon is not renewed, it is given again');
    },

    async rules(tokens, signal) {
      const access = accessOf(tokens);
      const [{ statuses, media_attachments: media }, { privacy }] = await Promise.all([
        api.configuration(access.origin, signal),
        own(access, signal),
      ]);
      const containers = media.supported_mime_types?.filter((type) => type.startsWith('video/')) ?? [];
      const usual = AUDIENCES.filter((audience) => audience === privacy);
      return {
        ...{ titleLetters: null, textLetters: statuses.max_characters, topics: null },
        ...{
          seconds: { least: 0, most: DAY_SECONDS },
          bytes: media.video_size_limit,
          side: null,
          ratio: null,
          left: null,
        },
        audiences: [...usual, ...AUDIENCES.filter((audience) => !usual.includes(audience))],
        products: { as: 'link' },
        ...(containers.length === 0 ? {} : { containers }),
        ...{ schedules: true, covers: 'pictures', counts: countingOf(statuses), mentions: MENTIONS },
      };
    },

    profile: async (tokens, signal) => (await own(accessOf(tokens), signal)).profile,

    async publish(post, work) {
      const access = accessOf(work.tokens);
      const { signal } = work;
      const status = await checked(post, access, signal);
      const media = await uploaded(post, access, work);
      const at = timeToSchedule(post.at, services.clock.now(), AHEAD_MILLISECONDS);
      await work.commit(JSON.stringify({ media }));
      const json = {
        ...{ status, media_ids: [media], visibility: post.audience },
        ...(at === null ? {} : { scheduled_at: at.toISOString() }),
      };
      const headers = { ...api.bearer(access), 'idempotency-key': post.key };
      const { body } = await api.ask({ url: new URL('/api/v1/statuses', access.origin), headers, json }, signal);
      const made = read(postSchema, { body });
      work.onProgress(1);
      return made.scheduled_at ? scheduledName(media) : statusName(made.id);
    },

    async find(_post, { tokens, saved, since, signal }) {
      const access = accessOf(tokens);
      const { media } = savedSchema.parse(JSON.parse(saved));
      if (await api.waits(access, media, signal)) return scheduledName(media);
      const status = await api.postWith(access, media, since, signal);
      return status === undefined ? null : statusName(status.id);
    },

    async check(post, tokens, signal) {
      const status = await look(post, accessOf(tokens), signal);
      if (status === 'waits') return { state: 'working' };
      if (status === 'gone') return { state: 'failed', reason: 'it was removed' };
      return { state: 'published', id: status.id, link: status.url ?? null };
    },

    async figures(posts, tokens, signal) {
      const figures = new Map<string, ChannelFigures>();
      for (const post of posts) {
        const status = await look(post, accessOf(tokens), signal);
        if (typeof status === 'string') continue;
        const { favourites_count: likes, replies_count: comments, reblogs_count: shares } = status;
        figures.set(post, { views: null, likes, comments, shares });
      }
      return figures;
    },

    async revoke(tokens) {
      const { origin, token, clientId, clientSecret } = accessOf(tokens);
      const form = { client_id: clientId, client_secret: clientSecret, token };
      await api.ask({ url: new URL('/oauth/revoke', origin), form });
    },
  };
}

function unlessGone(error: unknown): { body: undefined } {
  if (!isAnswered(error, 404)) throw error;
  return { body: undefined };
}
