import { z } from 'zod';

import { isAnswered } from '#core/server/services/providers/ask-service.ts';

import { platformAsker, read, type ChannelServices, type PlatformAnswer, type Refusal } from '../ask-platform.ts';
import { instanceFetch } from '../instance.ts';
import { withQuery } from '../oauth.ts';

/** What a permission consists of: the server, the account on it, and the app that was registered there. */
export const accessSchema = z.object({
  origin: z.url(),
  account: z.string(),
  token: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
});
export type MastodonAccess = z.output<typeof accessSchema>;

export const accountSchema = z.object({
  id: z.string(),
  username: z.string(),
  display_name: z.string().default(''),
  avatar: z.string().nullish(),
  followers_count: z.number().int().default(0),
  source: z.object({ privacy: z.string().nullish() }).nullish(),
});

export const statusSchema = z.object({
  id: z.string(),
  url: z.string().nullish(),
  created_at: z.string(),
  favourites_count: z.number().int().default(0),
  reblogs_count: z.number().int().default(0),
  replies_count: z.number().int().default(0),
  media_attachments: z.array(z.object({ id: z.string() })).default([]),
});
export type MastodonStatus = z.output<typeof statusSchema>;

const scheduledSchema = z.object({
  media_attachments: z.array(z.object({ id: z.string() })).default([]),
});

const configurationSchema = z.object({
  configuration: z
    .object({
      statuses: z
        .object({
          max_characters: z.number().int().positive().default(500),
          characters_reserved_per_url: z.number().int().positive().default(23),
        })
        .prefault({}),
      media_attachments: z
        .object({
          video_size_limit: z
            .number()
            .int()
            .positive()
            .default(40 * 1024 ** 2),
          supported_mime_types: z.array(z.string()).optional(),
        })
        .prefault({}),
    })
    .prefault({}),
});

const PAGE = 40;
const MOST_PAGES = 5;
/** How far the clocks of two servers may differ. */
const SKEW_MILLISECONDS = 60 * 60_000;

export type MastodonApi = ReturnType<typeof mastodonApi>;

/** Servers that speak Mastodon's API. */
export function mastodonApi(services: ChannelServices, privateNetwork: boolean) {
  const ask = platformAsker({ services, refusalOf, send: instanceFetch(privateNetwork) });
  const bearer = ({ token }: MastodonAccess) => ({ authorization: `Bearer ${token}` });

  async function get(access: MastodonAccess, path: string, signal?: AbortSignal): Promise<PlatformAnswer> {
    return await ask({ url: new URL(path, access.origin), headers: bearer(access) }, signal);
  }

  /** The newest first, back to a time. */
  async function* ownStatuses(
    access: MastodonAccess,
    since: Date,
    signal?: AbortSignal,
  ): AsyncGenerator<MastodonStatus> {
    const query: Record<string, string> = { only_media: 'true', exclude_reblogs: 'true', limit: String(PAGE) };
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const url = withQuery(new URL(`/api/v1/accounts/${access.account}/statuses`, access.origin), query);
      const { body } = await ask({ url, headers: bearer(access) }, signal);
      const statuses = read(z.array(statusSchema), { body });
      for (const status of statuses) {
        if (Date.parse(status.created_at) < since.getTime() - SKEW_MILLISECONDS) return;
        yield status;
      }
      const last = statuses.at(-1);
      if (last === undefined) return;
      query['max_id'] = last.id;
    }
  }

  return {
    ask,
    bearer,
    get,

    /** What the server accepts, from whichever version of its API there is. */
    async configuration(origin: string, signal?: AbortSignal) {
      try {
        const { body } = await ask({ url: new URL('/api/v2/instance', origin) }, signal);
        return read(configurationSchema, { body }).configuration;
      } catch (error) {
        if (!isAnswered(error, 404)) throw error;
        const { body } = await ask({ url: new URL('/api/v1/instance', origin) }, signal);
        return read(configurationSchema, { body }).configuration;
      }
    },

    /** The post that a file is in, among the account's newest with media; undefined when there is none. */
    async postWith(access: MastodonAccess, media: string, since: Date, signal?: AbortSignal) {
      for await (const status of ownStatuses(access, since, signal)) {
        if (status.media_attachments.some(({ id }) => id === media)) return status;
      }
      return undefined;
    },

    /** Whether a file is in a post whose time has not come. */
    async waits(access: MastodonAccess, media: string, signal?: AbortSignal): Promise<boolean> {
      const { body } = await get(access, `/api/v1/scheduled_statuses?limit=${PAGE}`, signal);
      return read(z.array(scheduledSchema), { body }).some(({ media_attachments: files }) =>
        files.some(({ id }) => id === media),
      );
    },
  };
}

const errorSchema = z.object({ error: z.string(), error_description: z.string().default('') });

/** The words of OAuth that mean something else than their status. */
const KINDS: Readonly<Record<string, Refusal['kind']>> = {
  invalid_grant: 'unauthorised',
  invalid_client: 'unauthorised',
  unauthorized_client: 'unauthorised',
  invalid_token: 'unauthorised',
};

function refusalOf({ status, headers, body }: PlatformAnswer): Refusal | undefined {
  if (status < 400) return undefined;
  const { data } = errorSchema.safeParse(body);
  const code = data?.error ?? '';
  // Outside of what was allowed, or the account was suspended.
  const kind = KINDS[code] ?? (status === 403 ? 'unauthorised' : undefined);
  const reset = Date.parse(headers.get('x-ratelimit-reset') ?? '');
  return {
    ...{ code, said: data?.error_description ?? '' },
    ...(kind === undefined ? {} : { kind }),
    ...(status === 429 && !Number.isNaN(reset) ? { until: new Date(reset) } : {}),
  };
}
