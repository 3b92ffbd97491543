import { createHmac, timingSafeEqual } from 'node:crypto';

import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

const MOST_AGE_SECONDS = 300;

/** @throws ProviderFailure `refused` unless it is the HMAC-SHA256 of the text by that secret, in hex */
export function assertSigned(given: string, secret: string, ...text: readonly (string | Buffer)[]): void {
  const hmac = createHmac('sha256', secret);
  for (const part of text) hmac.update(part);
  assertDigest(given, hmac.digest());
}

/** @throws ProviderFailure `refused` unless it is that digest, in hex */
export function assertDigest(given: string, right: Buffer): void {
  const found = Buffer.from(given, 'hex');
  if (found.length === right.length && timingSafeEqual(found, right)) return;
  throw new ProviderFailure('refused', 'the signature is wrong');
}

/** @throws ProviderFailure `refused` for what was signed long ago, or in the future. @param time seconds since 1970 */
export function assertFresh(time: string, now: Date): void {
  if (time !== '' && Math.abs(now.getTime() / 1000 - Number(time)) <= MOST_AGE_SECONDS) return;
  throw new ProviderFailure('refused', 'it was signed too long ago');
}
