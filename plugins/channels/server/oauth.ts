import { createHash, randomBytes } from 'node:crypto';

import { z } from 'zod';

import type { ChannelTokens } from '#core/server/services/providers/channels.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { PlatformRefusal, read, type PlatformAnswer } from './ask-platform.ts';

// What platforms have in common that people agree at by OAuth 2.

/** A code verifier and the challenge of it, by S256. */
export function codeChallenge(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The code that somebody came back with. @throws ProviderFailure `unauthorised` when they have not agreed */
export function codeOf({ code, error, error_description: why }: Readonly<Record<string, string>>): string {
  if (code !== undefined && code !== '') return code;
  throw new ProviderFailure('unauthorised', `nobody agreed: ${error ?? 'no code'} ${why ?? ''}`);
}

/** An address with parameters. */
export function withQuery(address: string | URL, parameters: Readonly<Record<string, string>>): URL {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

const seconds = z.coerce.number().positive().optional();
const grantSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: seconds,
  refresh_expires_in: seconds,
  refresh_token_expires_in: seconds,
  scope: z.string().default(''),
});

/** A permission as most platforms answer it; lifetimes are whatever is said now. */
export function readGrant(answer: Pick<PlatformAnswer, 'body'>, now: Date): ChannelTokens {
  const grant = read(grantSchema, answer);
  const after = (lifetime: number | undefined) =>
    lifetime === undefined ? null : new Date(now.getTime() + lifetime * 1000);
  return {
    access: grant.access_token,
    refresh: grant.refresh_token ?? null,
    expiresAt: after(grant.expires_in),
    refreshExpiresAt: after(grant.refresh_expires_in ?? grant.refresh_token_expires_in),
    scopes: grant.scope.split(/[\s,]+/).filter((scope) => scope !== ''),
  };
}

/** @throws ProviderFailure `unauthorised` when the owner has allowed less than it takes */
export function assertAllowed({ scopes }: ChannelTokens, needed: readonly string[]): void {
  const missing = needed.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0) throw new ProviderFailure('unauthorised', `was not allowed: ${missing.join(', ')}`);
}

/**
 * Whether a platform knows an app, where nothing but an exchange tells: what is given for it is none, which is refused with
 * that word, but another one when the app itself is wrong. @throws ProviderFailure what is wrong with the app
 */
export async function assertKnownApp(exchange: Promise<unknown>, refused: string): Promise<void> {
  await exchange.catch((error: unknown) => {
    if (!(error instanceof PlatformRefusal) || error.code !== refused) throw error;
  });
}

const accountAccessSchema = z.object({ token: z.string(), id: z.string() });
/** What calls are made with at platforms that have to be told of which account: the token, and the account's id. */
export type AccountAccess = z.output<typeof accountAccessSchema>;
export const accountAccess = (access: AccountAccess): string => JSON.stringify(access);
export const openAccountAccess = ({ access }: Pick<ChannelTokens, 'access'>): AccountAccess =>
  accountAccessSchema.parse(JSON.parse(access));
