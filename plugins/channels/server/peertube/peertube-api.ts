import { z } from 'zod';

import type { ProviderFailureKind } from '#core/server/services/providers/provider-failure.ts';

import { platformAsker, read, type ChannelServices, type PlatformAnswer, type Refusal } from '../ask-platform.ts';
import { instanceFetch } from '../instance.ts';
import { withQuery } from '../oauth.ts';

/** What a permission consists of: the server, and the token there. */
export const accessSchema = z.object({ origin: z.url(), token: z.string() });
export type PeertubeAccess = z.output<typeof accessSchema>;

export const userSchema = z.object({
  videoQuota: z.number().default(-1),
  videoQuotaDaily: z.number().default(-1),
  account: z.object({
    id: z.number().int(),
    name: z.string(),
    displayName: z.string().default(''),
    followersCount: z.number().int().nullish(),
    avatars: z.array(z.object({ path: z.string().nullish(), fileUrl: z.string().nullish() })).nullish(),
  }),
  videoChannels: z.array(z.object({ id: z.number().int() })).default([]),
});

export const usedSchema = z.object({ videoQuotaUsed: z.number(), videoQuotaUsedDaily: z.number() });

export const videoSchema = z.object({
  uuid: z.string(),
  url: z.string().nullish(),
  state: z.object({ id: z.number().int() }).nullish(),
  blacklisted: z.boolean().nullish(),
  scheduledUpdate: z.object({ updateAt: z.string() }).nullish(),
  views: z.number().int().nullish(),
  likes: z.number().int().nullish(),
  comments: z.number().int().nullish(),
});

const listSchema = z.object({ data: z.array(z.object({ uuid: z.string(), name: z.string() })) });

/** How many of the newest videos are looked through. */
const NEWEST = 100;

export type PeertubeApi = ReturnType<typeof peertubeApi>;

/** Servers that run PeerTube. */
export function peertubeApi(services: ChannelServices, privateNetwork: boolean) {
  const ask = platformAsker({ services, refusalOf, send: instanceFetch(privateNetwork) });
  const bearer = ({ token }: PeertubeAccess) => ({ authorization: `Bearer ${token}` });
  const get = (access: PeertubeAccess, path: string, signal?: AbortSignal) =>
    ask({ url: new URL(`/api/v1/${path}`, access.origin), headers: bearer(access) }, signal);

  return {
    ask,
    bearer,
    get,
    user: async (access: PeertubeAccess, signal?: AbortSignal) =>
      read(userSchema, await get(access, 'users/me', signal)),

    /** The account's newest videos of a name. */
    async named(access: PeertubeAccess, name: string, signal?: AbortSignal): Promise<string[]> {
      const url = withQuery(new URL('/api/v1/users/me/videos', access.origin), {
        ...{ sort: '-createdAt', start: '0', count: String(NEWEST) },
      });
      const { data } = read(listSchema, await ask({ url, headers: bearer(access) }, signal));
      return data.filter((video) => video.name === name).map(({ uuid }) => uuid);
    },
  };
}

const errorSchema = z.object({
  type: z.string().nullish(),
  code: z.string().nullish(),
  detail: z.string().nullish(),
  error: z.string().nullish(),
});

/** The words that mean something else than their status. */
const KINDS: Readonly<Record<string, ProviderFailureKind>> = {
  invalid_grant: 'unauthorised',
  invalid_token: 'unauthorised',
  // The server has been set up anew: its own client is another one.
  invalid_client: 'unauthorised',
  missing_two_factor: 'unauthorised',
  invalid_two_factor: 'unauthorised',
  account_waiting_for_approval: 'unauthorised',
  quota_reached: 'refused',
  max_file_size_reached: 'refused',
};

function refusalOf({ status, body }: PlatformAnswer): Refusal | undefined {
  if (status < 400) return undefined;
  const { data } = errorSchema.safeParse(body);
  // Newer servers say it as the end of an address, older ones as a code.
  const code = data?.code ?? data?.type?.split('/').at(-1) ?? '';
  const kind = KINDS[code];
  return { code, said: data?.detail ?? data?.error ?? '', ...(kind === undefined ? {} : { kind }) };
}
