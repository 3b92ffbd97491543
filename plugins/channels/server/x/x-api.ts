import { z } from 'zod';

import type { ChannelTokens } from '#core/server/services/providers/channels.ts';
import type { ProviderFailureKind } from '#core/server/services/providers/provider-failure.ts';

import { platformAsker, type ChannelServices, type PlatformAnswer, type Refusal } from '../ask-platform.ts';
import { withQuery } from '../oauth.ts';
import type { XSettings } from './settings.ts';

export type XApi = ReturnType<typeof xApi>;

/** X's API, version 2. */
export function xApi({ endpoint }: XSettings, services: ChannelServices) {
  const ask = platformAsker({ services, refusalOf });
  const at = (path: string, query: Readonly<Record<string, string>> = {}) => withQuery(new URL(path, endpoint), query);
  const bearer = ({ access }: ChannelTokens) => ({ authorization: `Bearer ${access}` });
  return {
    ask,
    at,
    get: (tokens: ChannelTokens, path: string, query: Readonly<Record<string, string>>, signal?: AbortSignal) =>
      ask({ url: at(path, query), headers: bearer(tokens) }, signal),
    /** @param sent JSON, or a form with a file; nothing when absent */
    post: (tokens: ChannelTokens, path: string, sent: { json?: unknown; body?: Blob }, signal?: AbortSignal) =>
      ask({ method: 'POST', url: at(path), headers: bearer(tokens), ...sent }, signal),
  };
}

const errorSchema = z.object({
  // Of tokens.
  error: z.string().optional(),
  error_description: z.string().optional(),
  // Of everything else.
  type: z.string().optional(),
  title: z.string().optional(),
  detail: z.string().optional(),
  errors: z.array(z.object({ message: z.string().optional() })).optional(),
});

const KINDS: Readonly<Record<string, ProviderFailureKind>> = {
  // X says so of a code or a token that was used before, too.
  invalid_request: 'unauthorised',
  invalid_grant: 'unauthorised',
  invalid_client: 'configuration',
  unauthorized_client: 'configuration',
  'client-forbidden': 'configuration',
  'unsupported-authentication': 'configuration',
  'usage-capped': 'limited',
};

function refusalOf({ status, headers, body }: PlatformAnswer): Refusal | undefined {
  if (status < 400) return undefined;
  const { data: told } = errorSchema.safeParse(body);
  const code = told?.error ?? told?.type?.split('/').at(-1) ?? '';
  const said = told?.error_description ?? told?.detail ?? told?.errors?.[0]?.message ?? told?.title ?? '';
  // 402 is what an app without credits is answered.
  const kind = KINDS[code] ?? (status === 402 ? 'configuration' : undefined);
  const reset = Number(
    headers.get('x-user-limit-24hour-remaining') === '0'
      ? headers.get('x-user-limit-24hour-reset')
      : headers.get('x-rate-limit-reset'),
  );
  return {
    ...{ code, said },
    ...(kind === undefined ? {} : { kind }),
    ...(reset > 0 ? { until: new Date(reset * 1000) } : {}),
  };
}
