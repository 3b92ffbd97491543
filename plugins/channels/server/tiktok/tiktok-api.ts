import { z } from 'zod';

import type { ChannelTokens } from '#core/server/services/providers/channels.ts';
import type { ProviderFailureKind } from '#core/server/services/providers/provider-failure.ts';

import { platformAsker, read, type ChannelServices, type PlatformAnswer, type Refusal } from '../ask-platform.ts';
import type { TiktokSettings } from './settings.ts';

const creatorSchema = z.object({
  data: z.object({
    creator_username: z.string(),
    creator_nickname: z.string().default(''),
    privacy_level_options: z.array(z.string()),
    comment_disabled: z.boolean().default(false),
    duet_disabled: z.boolean().default(false),
    stitch_disabled: z.boolean().default(false),
    max_video_post_duration_sec: z.number().positive(),
  }),
});

const id = z.union([z.string(), z.number()]).transform(String);
const statusSchema = z.object({
  data: z.object({
    status: z.string(),
    fail_reason: z.string().nullish(),
    uploaded_bytes: z.coerce.number().nullish(),
    /** The platform spells it so. */
    publicaly_available_post_id: z.array(id).nullish(),
  }),
});

export type TiktokApi = ReturnType<typeof tiktokApi>;

/** TikTok's API, version 2. */
export function tiktokApi({ endpoint }: TiktokSettings, services: ChannelServices) {
  const ask = platformAsker({ services, refusalOf: (answer) => refusalOf(answer, services.clock.now()) });
  const bearer = ({ access }: ChannelTokens) => ({ authorization: `Bearer ${access}` });

  const post = (tokens: ChannelTokens, path: string, json: unknown, { again, signal }: Asked) =>
    ask({ url: new URL(path, endpoint), headers: bearer(tokens), json, again }, signal);

  return {
    ask,
    bearer,
    post,

    /** What the account may post now. */
    async creator(tokens: ChannelTokens, signal?: AbortSignal) {
      const answer = await post(tokens, '/v2/post/publish/creator_info/query/', {}, { again: true, signal });
      return read(creatorSchema, answer).data;
    },

    /** How far a post is. */
    async status(publishId: string, tokens: ChannelTokens, signal?: AbortSignal) {
      const body = { publish_id: publishId };
      const answer = await post(tokens, '/v2/post/publish/status/fetch/', body, { again: true, signal });
      return read(statusSchema, answer).data;
    },
  };
}

interface Asked {
  again: boolean;
  signal: AbortSignal | undefined;
}

// Calls answer an object, tokens a word.
const errorSchema = z.object({
  error: z.union([z.string(), z.object({ code: z.string(), message: z.string().default('') })]),
  error_description: z.string().default(''),
});

/** Codes that mean something else than their status. */
const KINDS: Readonly<Record<string, ProviderFailureKind>> = {
  access_token_invalid: 'unauthorised',
  scope_not_authorized: 'unauthorised',
  scope_permission_missed: 'configuration',
  invalid_grant: 'unauthorised',
  invalid_client: 'configuration',
  unauthorized_client: 'configuration',
  invalid_scope: 'configuration',
  spam_risk_too_many_posts: 'limited',
  spam_risk_too_many_pending_share: 'limited',
  rate_limit_exceeded: 'limited',
  reached_active_user_cap: 'limited',
  unaudited_client_can_only_post_to_private_accounts: 'configuration',
  url_ownership_unverified: 'configuration',
  internal_error: 'unavailable',
};
/** Milliseconds for limits of which the platform does not say when they end. */
const [MINUTE, DAY] = [60_000, 24 * 60 * 60_000];

function refusalOf({ status, headers, body }: PlatformAnswer, now: Date): Refusal | undefined {
  const { data } = errorSchema.safeParse(body);
  const error = data?.error ?? '';
  const code = typeof error === 'string' ? error : error.code;
  if (status < 400 && (code === '' || code === 'ok')) return undefined;
  const said = typeof error === 'string' ? (data?.error_description ?? '') : error.message;
  const kind = KINDS[code];
  const rests = status === 429 || code === 'rate_limit_exceeded' ? MINUTE : DAY;
  const until = headers.has('retry-after') ? {} : { until: new Date(now.getTime() + rests) };
  return { code, said, ...(kind === undefined ? {} : { kind }), ...until };
}
