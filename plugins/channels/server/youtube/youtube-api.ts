import { z } from 'zod';

import type { ChannelTokens } from '#core/server/services/providers/channels.ts';
import { ProviderFailure, type ProviderFailureKind } from '#core/server/services/providers/provider-failure.ts';

import { platformAsker, read, type ChannelServices, type PlatformAnswer, type Refusal } from '../ask-platform.ts';
import { withQuery } from '../oauth.ts';
import type { YoutubeSettings } from './settings.ts';

const count = z.coerce.number().int().nullish();

const channelSchema = z.object({
  id: z.string(),
  snippet: z.object({
    title: z.string(),
    thumbnails: z.object({ default: z.object({ url: z.string() }) }).nullish(),
  }),
  contentDetails: z.object({ relatedPlaylists: z.object({ uploads: z.string() }) }),
  statistics: z.object({ subscriberCount: count, hiddenSubscriberCount: z.boolean().default(false) }).prefault({}),
  status: z.object({ longUploadsStatus: z.string().nullish() }).prefault({}),
});
const channelsSchema = z.object({ items: z.array(channelSchema).default([]) });

const videosSchema = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        status: z
          .object({
            uploadStatus: z.string(),
            privacyStatus: z.string(),
            publishAt: z.string().nullish(),
            failureReason: z.string().nullish(),
            rejectionReason: z.string().nullish(),
          })
          .optional(),
        statistics: z.object({ viewCount: count, likeCount: count, commentCount: count }).optional(),
      }),
    )
    .default([]),
});

const uploadsSchema = z.object({
  items: z
    .array(
      z.object({
        snippet: z.object({ title: z.string(), publishedAt: z.coerce.date() }),
        contentDetails: z.object({ videoId: z.string() }),
      }),
    )
    .default([]),
});

export type YoutubeApi = ReturnType<typeof youtubeApi>;

/** The YouTube Data API, version 3. */
export function youtubeApi({ endpoint }: YoutubeSettings, services: ChannelServices) {
  const ask = platformAsker({ services, refusalOf: (answer) => refusalOf(answer, services.clock.now()) });
  const bearer = ({ access }: ChannelTokens) => ({ authorization: `Bearer ${access}` });

  async function list(
    tokens: ChannelTokens,
    { of, ...query }: Record<string, string> & { of: string },
    signal?: AbortSignal,
  ): Promise<PlatformAnswer> {
    const url = withQuery(new URL(`/youtube/v3/${of}`, endpoint), query);
    return await ask({ url, headers: bearer(tokens) }, signal);
  }

  async function channel(tokens: ChannelTokens, signal?: AbortSignal) {
    const query = { of: 'channels', part: 'snippet,contentDetails,statistics,status', mine: 'true' };
    const [found] = read(channelsSchema, await list(tokens, query, signal)).items;
    if (found === undefined) throw new ProviderFailure('refused', 'this Google account has no YouTube channel');
    return found;
  }

  return {
    ask,
    bearer,
    channel,

    /** Videos by their ids; those that are gone are left out. */
    async videos(ids: readonly string[], part: 'status' | 'statistics', tokens: ChannelTokens, signal?: AbortSignal) {
      const query = { of: 'videos', part, id: ids.join(',') };
      return read(videosSchema, await list(tokens, query, signal)).items;
    },

    /** The newest uploads of the channel. */
    async uploads(tokens: ChannelTokens, signal?: AbortSignal) {
      const { contentDetails } = await channel(tokens, signal);
      const playlistId = contentDetails.relatedPlaylists.uploads;
      const query = { of: 'playlistItems', part: 'snippet,contentDetails', playlistId, maxResults: '50' };
      return read(uploadsSchema, await list(tokens, query, signal)).items;
    },
  };
}

const errorSchema = z.object({
  error: z.union([
    z.string(),
    z.object({ message: z.string().default(''), errors: z.array(z.object({ reason: z.string() })).default([]) }),
  ]),
  error_description: z.string().default(''),
});

/** Reasons that mean something else than their status. */
const KINDS: Readonly<Record<string, ProviderFailureKind>> = {
  quotaExceeded: 'limited',
  dailyLimitExceeded: 'limited',
  rateLimitExceeded: 'limited',
  userRateLimitExceeded: 'limited',
  uploadRateLimitExceeded: 'limited',
  uploadLimitExceeded: 'limited',
  authError: 'unauthorised',
  insufficientPermissions: 'unauthorised',
  invalid_grant: 'unauthorised',
  invalid_token: 'unauthorised',
  youtubeSignupRequired: 'refused',
  accessNotConfigured: 'configuration',
  invalid_client: 'configuration',
  unauthorized_client: 'configuration',
  redirect_uri_mismatch: 'configuration',
  backendError: 'unavailable',
  internalError: 'unavailable',
};
/** Those that end with the day of the project. */
const OF_THE_DAY = new Set(['quotaExceeded', 'dailyLimitExceeded']);

function refusalOf({ status, body }: PlatformAnswer, now: Date): Refusal | undefined {
  if (status < 400) return undefined;
  const { data } = errorSchema.safeParse(body);
  const error = data?.error ?? '';
  const code = typeof error === 'string' ? error : (error.errors[0]?.reason ?? '');
  const said = typeof error === 'string' ? (data?.error_description ?? '') : error.message;
  const kind = KINDS[code];
  return {
    ...{ code, said },
    ...(kind === undefined ? {} : { kind }),
    ...(OF_THE_DAY.has(code) ? { until: nextPacificDay(now) } : {}),
  };
}

/** Midnight in Pacific time, when quotas begin anew; an hour off on the days on which clocks change. */
export function nextPacificDay(now: Date): Date {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Los_Angeles', timeStyle: 'medium' });
  const [hours = 0, minutes = 0, seconds = 0] = clock.format(now).split(':').map(Number);
  const passed = ((hours * 60 + minutes) * 60 + seconds) * 1000 + now.getMilliseconds();
  return new Date(now.getTime() - passed + 24 * 60 * 60_000);
}
