import { eq } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';

import { attempt } from '../limits.ts';
import { accountCaptchas } from '../tables.ts';
import { hashSecret, type Visitor } from '../visitor.ts';
import { refuseUnlessOwn } from './refuse-unless-own.ts';
import { keepProof } from './keep-proof.ts';
import { looksHuman, type TrailPoint } from './judge-trail.ts';

/** How many pixels a piece may be off. */
const TOLERANCE = 5;
/** Browser and server clocks run at the same speed, but the start of a drag is reported late. */
const CLOCK_SLACK = 1_000;

/**
 * Judges an answer. A puzzle is good for one, right or wrong, on whatever node; the proof of a right one
 * belongs to the visitor's address, and to the mobile number that it was solved for.
 * @throws expected `account:refused.too-often` (429), `account:refused.captcha-other`
 */
export async function verifyCaptcha(
  ctx: ServerContext,
  visitor: Visitor,
  {
    token,
    positionX,
    trail,
    fdMobile,
  }: { token: string; positionX: number; trail: readonly TrailPoint[]; fdMobile?: string },
): Promise<{ success: boolean; validate?: string }> {
  await refuseUnlessOwn(ctx);
  const notMissed = await attempt(ctx, visitor, { limit: 'captchaAnswersPerAddress', of: visitor.address }, [
    { limit: 'captchaMissesPerAddress', of: visitor.address },
  ]);
  const [puzzle] = await ctx.db.orm
    .delete(accountCaptchas)
    .where(eq(accountCaptchas.tokenHash, hashSecret(token)))
    .returning();
  const now = ctx.clock.now();
  const solved =
    puzzle !== undefined &&
    puzzle.expiresAt > now &&
    Math.abs(positionX - puzzle.x) <= TOLERANCE &&
    (trail.at(-1)?.t ?? 0) <= now.getTime() - puzzle.createdAt.getTime() + CLOCK_SLACK &&
    looksHuman(trail, positionX);
  if (!solved) return { success: false };
  await notMissed();
  return { success: true, validate: await keepProof(ctx, visitor, fdMobile ?? null) };
}
