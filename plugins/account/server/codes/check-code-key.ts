import { createHash, timingSafeEqual } from 'node:crypto';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { CODE_KEY } from '../settings.ts';

/**
 * Refuses a client whose header `key` is not the one that this installation wants.
 * @throws expected `account:refused.client` (403)
 */
export async function checkCodeKey(ctx: ServerContext, given: string | string[] | undefined): Promise<void> {
  const key = await ctx.settings.get(CODE_KEY);
  if (key === null) return;
  const hash = (text: string) => createHash('sha256').update(text).digest();
  if (typeof given !== 'string' || !timingSafeEqual(hash(given), hash(key))) {
    fail('account:refused.client', {}, { kind: 'forbidden' });
  }
}
