import { z } from 'zod';

import type { ProviderFailureKind } from '#core/server/services/providers/provider-failure.ts';

import {
  platformAsker,
  read,
  type AskPlatform,
  type ChannelServices,
  type PlatformAnswer,
  type PlatformRequest,
  type Refusal,
} from '../ask-platform.ts';
import { withQuery, type AccountAccess } from '../oauth.ts';
import { nextDayInChina } from '../quota-day.ts';
import type { DouyinSettings } from './settings.ts';

const count = z.number().int().nullish();
const itemSchema = z.object({
  item_id: z.string(),
  title: z.string().default(''),
  create_time: z.coerce.number().default(0),
  is_reviewed: z.boolean().nullish(),
  video_status: z.coerce.number().nullish(),
  share_url: z.string().nullish(),
  statistics: z
    .object({ play_count: count, digg_count: count, comment_count: count, share_count: count })
    .nullish()
    .transform((counts) => counts ?? {}),
});
export type DouyinItem = z.output<typeof itemSchema>;
const itemsSchema = z.object({
  data: z.object({
    list: z.array(itemSchema).nullish(),
    cursor: z.coerce.number().optional(),
    has_more: z.boolean().nullish(),
  }),
});
/** How many posts the platform lists at once, and how often it is asked for further ones. */
const [NEWEST, MOST_PAGES] = [20, 10];

export type DouyinApi = ReturnType<typeof douyinApi>;

/** The Douyin Open Platform. It says what is wrong by codes in its answers, mostly with status 200. */
export function douyinApi({ endpoint }: DouyinSettings, services: ChannelServices) {
  const ask = douyinAsker(services);

  /** Asks for something of an account's videos. */
  const video = (
    { token, id }: AccountAccess,
    { step, query = {}, ...request }: { step: string; query?: Record<string, string> } & Omit<PlatformRequest, 'url'>,
    signal?: AbortSignal,
  ): Promise<PlatformAnswer> => {
    const url = withQuery(new URL(`/api/douyin/v1/video/${step}/`, endpoint), { open_id: id, ...query });
    return ask({ ...request, url, headers: { 'access-token': token } }, signal);
  };

  return {
    ask,
    video,

    /** Posts by their names; those that are gone are left out. */
    async items(access: AccountAccess, ids: readonly string[], signal?: AbortSignal): Promise<DouyinItem[]> {
      const request = { step: 'video_data', json: { item_ids: ids }, again: true };
      return read(itemsSchema, await video(access, request, signal)).data.list ?? [];
    },

    /** Posts of the account since a time in seconds, newest first; at least the newest that the platform lists at once. */
    async since(access: AccountAccess, earliest: number, signal?: AbortSignal): Promise<DouyinItem[]> {
      const items: DouyinItem[] = [];
      let cursor = 0;
      for (let pages = 0; pages < MOST_PAGES; pages += 1) {
        const request = { step: 'video_list', query: { cursor: String(cursor), count: String(NEWEST) } };
        const { data } = read(itemsSchema, await video(access, request, signal));
        items.push(...(data.list ?? []));
        const isBeyond = items.some(({ create_time: at }) => at < earliest);
        if (isBeyond || data.has_more !== true || data.cursor === undefined) break;
        cursor = data.cursor;
      }
      return items;
    },
  };
}

/** Asks the platform in its own words for refusals. */
export const douyinAsker = (services: ChannelServices): AskPlatform =>
  platformAsker({ services, refusalOf: (answer) => refusalOf(answer, services.clock.now()) });

/** Codes of the platform, older and newer ones; all others are refusals. */
const CODES: Readonly<Partial<Record<ProviderFailureKind, readonly number[]>>> = {
  unauthorised: [10_007, 10_008, 10_010, 2_190_002, 2_190_003, 2_190_008, 2_190_015, 28_001_003, 28_001_008],
  configuration: [
    ...[10_003, 10_004, 10_006, 10_013, 2_100_007, 2_190_004, 2_190_016],
    ...[28_001_014, 28_001_016, 28_001_018, 28_001_019],
  ],
  limited: [2_114_007, 2_190_001, 28_003_017],
  unavailable: [2_100_004, 28_001_005, 28_001_006],
};
const KINDS = new Map(
  Object.entries(CODES).flatMap(([kind, codes]) => codes.map((code) => [code, kind as ProviderFailureKind] as const)),
);
/** What was uploaded can be used for no post, or for no further one. */
export const NO_VIDEO = '2190007';
/** A permission cannot be prolonged once more. */
export const NO_RENEWAL = '10020';

const saidSchema = z.object({
  error_code: z.coerce.number().default(0),
  description: z.string().default(''),
  sub_description: z.string().default(''),
});
const errorSchema = z.object({ data: saidSchema.nullish(), extra: saidSchema.nullish() });

function refusalOf({ status, headers, body }: PlatformAnswer, now: Date): Refusal | undefined {
  const { data, extra } = errorSchema.safeParse(body).data ?? {};
  const code = data?.error_code || extra?.error_code || 0;
  if (code === 0) return status < 400 ? undefined : { code: '', said: '' };
  const said = [data?.description || extra?.description, extra?.sub_description].filter(Boolean).join(', ');
  const kind = KINDS.get(code) ?? 'refused';
  const until = kind === 'limited' && !headers.has('retry-after') ? { until: nextDayInChina(now) } : {};
  return { code: String(code), said, kind, ...until };
}
