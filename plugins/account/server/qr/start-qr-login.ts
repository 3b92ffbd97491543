import { randomBytes } from 'node:crypto';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { spend } from '../limits.ts';
import { sweepNowAndThen } from '../sweep.ts';
import { accountScenes } from '../tables.ts';
import type { Visitor } from '../visitor.ts';
import { SCENE_SECONDS } from './scenes.ts';

/** Scans at the last second still arrive. */
const CODE_SECONDS = 60;

/**
 * Makes a QR code that this browser, and no other, may log in by.
 * @throws expected `account:refused.too-often` (429), `account:refused.qr-unavailable` (503)
 */
export async function startQrLogin(
  ctx: ServerContext,
  visitor: Visitor & { browserHash: string },
  { origin }: { origin: string },
): Promise<{ qrcode: string; sceneId: string }> {
  await spend(ctx, visitor, { limit: 'qrCodesPerAddress', of: visitor.address });
  sweepNowAndThen(ctx);
  const sceneId = randomBytes(16).toString('base64url');
  const { id, provider } = await ctx.providers.use('qr-login');
  const qrcode = await provider.createCode({ id: sceneId, seconds: CODE_SECONDS, origin }).catch((error: unknown) => {
    if (!(error instanceof ProviderFailure)) throw error;
    return fail('account:refused.qr-unavailable', {}, { kind: 'unavailable', cause: error });
  });
  const now = ctx.clock.now();
  await ctx.db.orm.insert(accountScenes).values({
    ...{ id: sceneId, provider: id, state: 'waiting', createdAt: now },
    ...{ browserHash: visitor.browserHash, userAgent: visitor.userAgent },
    expiresAt: new Date(now.getTime() + SCENE_SECONDS.waiting * 1000),
  });
  return { qrcode, sceneId };
}
