import { z } from 'zod';

import type { ProviderFailureKind } from '#core/server/services/providers/provider-failure.ts';

import {
  platformAsker,
  read,
  type ChannelServices,
  type PlatformAnswer,
  type PlatformRequest,
  type Refusal,
} from '../ask-platform.ts';
import { withQuery } from '../oauth.ts';
import { nextDayInChina } from '../quota-day.ts';
import type { KuaishouSettings } from './settings.ts';

const count = z.number().int().nullish();
export const photoSchema = z.object({
  photo_id: z.string(),
  caption: z.string().nullish(),
  create_time: z.coerce.number().nullish(),
  pending: z.boolean().nullish(),
  ...{ view_count: count, like_count: count, comment_count: count },
});
export type KuaishouPhoto = z.output<typeof photoSchema>;
const infoSchema = z.object({ video_info: photoSchema });
const listSchema = z.object({ video_list: z.array(photoSchema).nullish() });
/** The most that the platform lists at once. */
const NEWEST = 200;

/** There is no such video. */
export const NO_VIDEO = '100120001';
/** The code that somebody came back with is none. */
export const NO_CODE = '100200105';

export type KuaishouApi = ReturnType<typeof kuaishouApi>;

/** The Kuaishou Open Platform, which says by a result of its own whether something is wrong, with status 200. */
export function kuaishouApi({ appId, endpoint }: KuaishouSettings, services: ChannelServices) {
  const ask = platformAsker({ services, refusalOf: (answer) => refusalOf(answer, services.clock.now()) });

  /** Asks for something of an account. */
  const open = (
    token: string,
    { path, query = {}, ...request }: { path: string; query?: Record<string, string> } & Omit<PlatformRequest, 'url'>,
    signal?: AbortSignal,
  ): Promise<PlatformAnswer> => {
    const url = withQuery(new URL(`/openapi/${path}`, endpoint), { app_id: appId, access_token: token, ...query });
    return ask({ ...request, url }, signal);
  };

  return {
    ask,
    open,

    async photo(token: string, id: string, signal?: AbortSignal): Promise<KuaishouPhoto> {
      return read(infoSchema, await open(token, { path: 'photo/info', query: { photo_id: id } }, signal)).video_info;
    },

    /** The newest posts of the account. */
    async newest(token: string, signal?: AbortSignal): Promise<KuaishouPhoto[]> {
      const request = { path: 'photo/list', query: { count: String(NEWEST) } };
      return read(listSchema, await open(token, request, signal)).video_list ?? [];
    },
  };
}

/** Results of the platform; all others are refusals. */
const RESULTS: Readonly<Record<number, ProviderFailureKind>> = {
  100_200_101: 'configuration',
  100_200_102: 'unauthorised',
  100_200_103: 'configuration',
  100_200_104: 'configuration',
  100_200_105: 'unauthorised',
  100_200_106: 'configuration',
  100_200_107: 'unauthorised',
  100_200_108: 'unauthorised',
  100_200_109: 'unauthorised',
  100_200_110: 'unauthorised',
  100_200_111: 'unauthorised',
  100_200_113: 'unauthorised',
  100_200_500: 'unavailable',
  100_100_402: 'limited',
};

const saidSchema = z.object({ result: z.coerce.number(), error_msg: z.string().nullish() });

function refusalOf({ status, headers, body }: PlatformAnswer, now: Date): Refusal | undefined {
  const { data } = saidSchema.safeParse(body);
  if (data?.result === 1 && status < 400) return undefined;
  // Without a result nobody knows what an answer means.
  if (data === undefined) return { code: '', said: '', ...(status < 400 ? { kind: 'unavailable' } : {}) };
  const kind = RESULTS[data.result] ?? 'refused';
  const until = kind === 'limited' && !headers.has('retry-after') ? { until: nextDayInChina(now) } : {};
  return { code: String(data.result), said: data.error_msg ?? '', kind, ...until };
}
