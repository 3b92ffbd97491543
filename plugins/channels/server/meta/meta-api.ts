import { openAsBlob } from 'node:fs';

import { z } from 'zod';

import { isAnswered } from '#core/server/services/providers/ask-service.ts';
import type { ProbeReport } from '#core/server/services/providers/provider-adapter.ts';
import type { ChannelTokens } from '#core/server/services/providers/channels.ts';
import { ProviderFailure, type ProviderFailureKind } from '#core/server/services/providers/provider-failure.ts';

import {
  PlatformRefusal,
  platformAsker,
  read,
  type ChannelServices,
  type PlatformAnswer,
  type Refusal,
} from '../ask-platform.ts';
import { codeOf, readGrant, withQuery } from '../oauth.ts';
import type { MetaSettings } from './meta-settings.ts';

/** What calls are made with: the token, and the id of the account or page that it is for. */
export const accessSchema = z.object({
  token: z.string(),
  id: z.string(),
  /** The token of whoever has agreed, where `token` is that of a Page: by it alone the permission is given back. */
  person: z.string().optional(),
});
export type MetaAccess = z.output<typeof accessSchema>;
export const accessOf = ({ access }: ChannelTokens): MetaAccess => accessSchema.parse(JSON.parse(access));

/** Nothing is there of that id, as Meta says it. */
const GONE = '100/33';
export const isGone = (error: unknown): boolean => error instanceof PlatformRefusal && error.code === GONE;

export type MetaApi = ReturnType<typeof metaApi>;

const meSchema = z.object({ id: z.string() });
const permissionsSchema = z.object({ data: z.array(z.object({ permission: z.string(), status: z.string() })) });
/** More than there are, so that none is left for another page. */
const MOST_PERMISSIONS = '500';
/** What Meta calls a permission that may be asked of anybody. */
const GRANTED: ReadonlySet<string> = new Set(['live', 'granted']);
const uploadedSchema = z.object({ success: z.boolean() });

/** Meta's Graph API, how people agree to be posted for, and how a file gets there. */
export function metaApi(
  { appId, appSecret, version, page, endpoint, uploadAddress }: MetaSettings,
  services: ChannelServices,
) {
  const ask = platformAsker({ services, refusalOf });
  const at = (path: string, query: Readonly<Record<string, string>> = {}) =>
    withQuery(new URL(`/${version}/${path}`, endpoint), query);
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  /** A long-lived permission for one that is still good. */
  async function prolong(token: string): Promise<ChannelTokens> {
    const query = {
      grant_type: 'fb_exchange_token',
      client_id: appId,
      client_secret: appSecret,
      fb_exchange_token: token,
    };
    const grant = readGrant(await ask({ url: at('oauth/access_token', query), again: false }), services.clock.now());
    return { ...grant, refresh: grant.access, refreshExpiresAt: grant.expiresAt };
  }

  /** Which permissions the review of the app has granted, by their names. */
  async function grantedOf(access: string, scopes: readonly string[], signal: AbortSignal) {
    const url = at(`${appId}/permissions`, { limit: MOST_PERMISSIONS });
    const told = read(permissionsSchema, await ask({ url, headers: bearer(access) }, signal));
    const fine = new Set(told.data.flatMap(({ permission, status }) => (GRANTED.has(status) ? permission : [])));
    return Object.fromEntries(scopes.map((scope) => [scope, fine.has(scope)]));
  }

  return {
    ask,
    prolong,

    get: (token: string, path: string, query: Readonly<Record<string, string>>, signal?: AbortSignal) =>
      ask({ url: at(path, query), headers: bearer(token) }, signal),

    post: (token: string, path: string, form: Readonly<Record<string, string>>, signal?: AbortSignal) =>
      ask({ url: at(path), headers: bearer(token), form }, signal),

    /** Where somebody agrees. */
    dialog: (request: { state: string; redirect: string }, scopes: readonly string[]): string =>
      withQuery(new URL(`/${version}/dialog/oauth`, page), {
        ...{ client_id: appId, redirect_uri: request.redirect, state: request.state, response_type: 'code' },
        scope: scopes.join(','),
      }).href,

    async exchange(query: Readonly<Record<string, string>>, redirect: string): Promise<ChannelTokens> {
      const asked = { client_id: appId, client_secret: appSecret, redirect_uri: redirect, code: codeOf(query) };
      const grant = readGrant(await ask({ url: at('oauth/access_token', asked), again: false }), services.clock.now());
      return await prolong(grant.access);
    },

    /** Sends a file, from a byte on. @param to an address, or a path at the address for uploads */
    async upload(
      token: string,
      to: URL | string,
      { video, offset = 0 }: { video: string; offset?: number },
      signal: AbortSignal,
    ): Promise<void> {
      const file = await openAsBlob(video, { type: 'application/octet-stream' });
      const headers = { authorization: `OAuth ${token}`, offset: String(offset), file_size: String(file.size) };
      const url = typeof to === 'string' ? new URL(`/${to}`, uploadAddress) : to;
      const body = file.slice(offset, file.size, file.type);
      const answer = await ask({ url, headers, body }, signal);
      if (!read(uploadedSchema, answer).success) throw new ProviderFailure('unavailable', 'the file was not taken');
    },

    /** Who has agreed. */
    me: async (token: string) =>
      read(meSchema, await ask({ url: at('me', { fields: 'id' }), headers: bearer(token) })).id,

    /**
     * Asks for a token of the app's own, and with it which permissions its review has granted, as far as that is told.
     * @throws ProviderFailure `configuration` for an app or a secret that is wrong
     */
    async probe(scopes: readonly string[], signal: AbortSignal): Promise<ProbeReport> {
      const query = { client_id: appId, client_secret: appSecret, grant_type: 'client_credentials' };
      const answer = await ask({ url: at('oauth/access_token', query), again: false }, signal).catch(
        (error: unknown) => {
          // Meta says of a wrong secret what it says of a failure of its own, but for the status.
          if (!isAnswered(error, 400)) throw error;
          throw new ProviderFailure('configuration', (error as Error).message, { cause: error });
        },
      );
      const { access } = readGrant(answer, services.clock.now());
      return { granted: await grantedOf(access, scopes, signal).catch(() => ({})) };
    },

    /** Takes back what was allowed to the app. */
    revoke: (token: string) => ask({ method: 'DELETE', url: at('me/permissions'), headers: bearer(token) }),
  };
}

const errorSchema = z.object({
  error: z.object({
    message: z.string().default(''),
    code: z.number().int().nullish(),
    error_subcode: z.number().int().nullish(),
    is_transient: z.boolean().nullish(),
  }),
});
const uploadErrorSchema = z.object({
  debug_info: z.object({ retriable: z.boolean().default(false), message: z.string().default('') }),
});

/** What codes mean, and subcodes, which come first. */
const SUBCODES: Readonly<Record<number, ProviderFailureKind>> = { 2207042: 'limited', 2207027: 'unavailable' };
const CODES: Readonly<Record<number, ProviderFailureKind>> = {
  1: 'unavailable',
  2: 'unavailable',
  4: 'limited',
  9: 'limited',
  17: 'limited',
  32: 'limited',
  613: 'limited',
  10: 'unauthorised',
  102: 'unauthorised',
  190: 'unauthorised',
  200: 'unauthorised',
  101: 'configuration',
  368: 'refused',
};
/** Codes from here on are limits of a business. */
const [BUSINESS_FIRST, BUSINESS_LAST] = [80_000, 80_014];

function refusalOf({ status, body }: PlatformAnswer): Refusal | undefined {
  const told = uploadErrorSchema.safeParse(body).data?.debug_info;
  if (told !== undefined) return { code: '', said: told.message, kind: told.retriable ? 'unavailable' : 'refused' };
  if (status < 400) return undefined;
  const error = errorSchema.safeParse(body).data?.error;
  const [code, subcode] = [error?.code ?? 0, error?.error_subcode ?? 0];
  const isBusiness = code >= BUSINESS_FIRST && code <= BUSINESS_LAST;
  const kind =
    SUBCODES[subcode] ?? CODES[code] ?? (isBusiness ? 'limited' : error?.is_transient ? 'unavailable' : undefined);
  return { code: `${code}/${subcode}`, said: error?.message ?? '', ...(kind === undefined ? {} : { kind }) };
}
