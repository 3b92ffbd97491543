import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { spend } from '../limits.ts';
import { describeBrowser } from '#core/server/services/accounts/describe-browser.ts';
import type { Visitor } from '../visitor.ts';
import { EMBEDDED_QR } from './qr-ids.ts';
import { findScene, moveScene } from './scenes.ts';

/** What a phone that opened a code's address sees; seeing it once makes the code scanned. */
export async function readQrScene(ctx: ServerContext, { sceneId }: { sceneId: string }) {
  const found = await findScene(ctx, ctx.db, sceneId);
  if (found === undefined || found.provider !== EMBEDDED_QR) return { state: 'expired' as const, browser: '' };
  const scene =
    found.state === 'waiting'
      ? ((await moveScene(ctx, ctx.db, found, { from: ['waiting'], to: 'scanned' })) ?? found)
      : found;
  return {
    state: scene.state === 'used' ? ('confirmed' as const) : scene.state,
    browser: describeBrowser(scene.userAgent),
  };
}

/**
 * Confirms a code on a phone: as the account that the phone is logged in to, or else as the person whom the phone's
 * browser stands for. Codes of a platform are confirmed by the platform alone.
 * @throws expected `account:refused.qr-expired`, `account:refused.too-often` (429)
 */
export async function confirmQrScene(
  ctx: ServerContext,
  visitor: Visitor,
  { sceneId, by }: { sceneId: string; by: { accountId: string } | { person: string } },
): Promise<null> {
  await spend(ctx, visitor, { limit: 'confirmationsPerAddress', of: visitor.address });
  const scene = await findScene(ctx, ctx.db, sceneId);
  if (scene === undefined || scene.provider !== EMBEDDED_QR) fail('account:refused.qr-expired');
  const moved = await moveScene(ctx, ctx.db, scene, { from: ['waiting', 'scanned'], to: 'confirmed', values: by });
  if (moved === undefined) fail('account:refused.qr-expired');
  return null;
}
