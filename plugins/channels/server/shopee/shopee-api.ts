import { createHmac } from 'node:crypto';

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
import { withQuery, type AccountAccess } from '../oauth.ts';
import { nextDayInChina } from '../quota-day.ts';
import type { ShopeeApp } from './settings.ts';

const count = z.number().int().nullish();
const videoSchema = z.object({
  video_upload_id: z.string().nullish(),
  post_id: z.string().nullish(),
  status: z.number().int(),
  ...{ views: count, likes: count, comments: count },
});
export type ShopeeVideo = z.output<typeof videoSchema>;
const listSchema = z.object({
  response: z.object({ has_more: z.boolean().default(false), list: z.array(videoSchema).nullish() }),
});
const detailSchema = z.object({ response: videoSchema });
const id = z.union([z.string(), z.number()]).transform(String);
const grantSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expire_in: z.number().positive(),
  user_id_list: z.array(id).nullish(),
});
export type ShopeeGrant = z.output<typeof grantSchema>;

/** What lists are of, and how many of it at once. */
const [POSTED, PAGE] = ['2', 20];

interface Asked extends Omit<PlatformRequest, 'url'> {
  /** After `/api/v2/`. */
  path: string;
  query?: Readonly<Record<string, string>>;
}

export type ShopeeApi = ReturnType<typeof shopeeApi>;

/** The Shopee Open Platform, version 2. Each request is signed with the app's key and good for five minutes. */
export function shopeeApi(
  { partnerId, partnerKey, endpoint }: ShopeeApp,
  services: Pick<ChannelServices, 'clock' | 'rest'>,
) {
  const ask = platformAsker({ services, refusalOf: (answer) => refusalOf(answer, services.clock.now()) });

  function signed(
    path: string,
    query: Asked['query'],
    access?: AccountAccess,
    of: 'user_id' | 'shop_id' = 'user_id',
  ): URL {
    const url = new URL(`/api/v2/${path}`, endpoint);
    const timestamp = String(Math.floor(services.clock.now().getTime() / 1000));
    const whose = access === undefined ? '' : access.token + access.id;
    const sign = createHmac('sha256', partnerKey)
      .update(partnerId + url.pathname + timestamp + whose)
      .digest('hex');
    const account: Record<string, string> = access === undefined ? {} : { access_token: access.token, [of]: access.id };
    return withQuery(url, { partner_id: partnerId, timestamp, sign, ...account, ...query });
  }

  /** Asks for what the app may have, without an account. */
  const asApp = ({ path, query, ...request }: Asked, signal?: AbortSignal): Promise<PlatformAnswer> =>
    ask({ ...request, url: signed(path, query) }, signal);

  /** Asks for something of an account. */
  const asUser = (
    access: AccountAccess,
    { path, query, ...request }: Asked,
    signal?: AbortSignal,
  ): Promise<PlatformAnswer> => ask({ ...request, url: signed(path, query, access) }, signal);

  return {
    asApp,
    asUser,

    /** Asks for something of a shop. */
    asShop: (
      access: AccountAccess,
      { path, query, ...request }: Asked,
      signal?: AbortSignal,
    ): Promise<PlatformAnswer> => ask({ ...request, url: signed(path, query, access, 'shop_id') }, signal),

    /** Asks for tokens, once: codes and what renews are good for one time. */
    async tokens(path: string, body: object): Promise<ShopeeGrant> {
      const json = { partner_id: Number(partnerId), ...body };
      return read(grantSchema, await asApp({ path, json, again: false }));
    },

    async detail(access: AccountAccess, post: string, signal?: AbortSignal): Promise<ShopeeVideo> {
      const answer = await asUser(access, { path: 'video/get_video_detail', query: { post_id: post } }, signal);
      return read(detailSchema, answer).response;
    },

    /** The newest posts, by pages, as long as `goOn` says. */
    async newest(access: AccountAccess, goOn: (found: readonly ShopeeVideo[]) => boolean, signal?: AbortSignal) {
      const found: ShopeeVideo[] = [];
      for (let page = 1; ; page += 1) {
        const query = { page_no: String(page), page_size: String(PAGE), list_type: POSTED };
        const { response } = read(listSchema, await asUser(access, { path: 'video/get_video_list', query }, signal));
        found.push(...(response.list ?? []));
        if (!response.has_more || !goOn(found)) return found;
      }
    },
  };
}

/** The words of the platform; all others are refusals. It spells one of them so. */
const KINDS: Readonly<Record<string, ProviderFailureKind>> = {
  invalid_acceess_token: 'unauthorised',
  invalid_access_token: 'unauthorised',
  user_no_linked: 'unauthorised',
  user_access_expired: 'unauthorised',
  refresh_token_expired: 'unauthorised',
  error_user_refresh_token: 'unauthorised',
  error_shop_refresh_token: 'unauthorised',
  invalid_code: 'unauthorised',
  invalid_shop_id: 'unauthorised',
  invalid_main_acount_id: 'unauthorised',
  error_auth: 'configuration',
  error_sign: 'configuration',
  invalid_partner_id: 'configuration',
  error_permission: 'configuration',
  error_api_permission: 'configuration',
  error_api_call_restricted: 'configuration',
  api_suspended: 'configuration',
  source_ip_undeclared: 'configuration',
  error_partner_key_expired: 'configuration',
  error_limit: 'limited',
  error_rate_limit: 'limited',
  error_network: 'unavailable',
  error_server: 'unavailable',
  error_inner: 'unavailable',
  error_system_busy: 'unavailable',
  // Pictures of the video are made when they are first asked for.
  'data not found and submit task': 'unavailable',
};
const MINUTE = 60_000;

const saidSchema = z.object({
  error: z.string(),
  message: z.string().nullish(),
  response: z
    .object({ failure_list: z.array(z.object({ failed_reason: z.string() })).nullish() })
    .nullish()
    .catch(null),
});

function refusalOf({ status, headers, body }: PlatformAnswer, now: Date): Refusal | undefined {
  const { data } = saidSchema.safeParse(body);
  // Some words come with the module before them: `product.error_param`.
  const code = (data?.error ?? '').replace(/^[a-z_]+\./, '');
  if (status < 400 && code === '') return undefined;
  const reasons = data?.response?.failure_list?.map(({ failed_reason: reason }) => reason) ?? [];
  const said = [data?.message, ...reasons].filter(Boolean).join(', ');
  // The same word stands for an app without a right and for a permission that has ended.
  const isOver = code === 'error_auth' && /access_token/.test(said);
  const kind = isOver ? 'unauthorised' : code === '' ? undefined : (KINDS[code] ?? 'refused');
  if (kind !== 'limited' || headers.has('retry-after')) return { code, said, ...(kind === undefined ? {} : { kind }) };
  const until = code === 'error_limit' ? nextDayInChina(now) : new Date(now.getTime() + MINUTE);
  return { code, said, kind, until };
}
