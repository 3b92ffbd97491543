import type { ServerContext } from '#core/server/plugins/context.ts';

import { missesOf, spend } from '../limits.ts';
import { sweepNowAndThen } from '../sweep.ts';
import { accountCaptchas } from '../tables.ts';
import { hashSecret, newSecret, type Visitor } from '../visitor.ts';
import { refuseUnlessOwn } from './refuse-unless-own.ts';

const GOOD_MILLISECONDS = 2 * 60 * 1000;
/** Holes beside the right one: one at first, more with the misses of an address. */
const MOST_DECOYS = 4;

/**
 * Makes a puzzle. Only its pictures and a token leave the server.
 * @throws expected `account:refused.too-often` (429), `account:refused.captcha-other`
 */
export async function makeCaptcha(ctx: ServerContext, visitor: Visitor) {
  await refuseUnlessOwn(ctx);
  await spend(ctx, visitor, { limit: 'captchaPerAddress', of: visitor.address });
  sweepNowAndThen(ctx);
  const misses = await missesOf(ctx, { limit: 'captchaMissesPerAddress', of: visitor.address });
  const { drawPuzzle } = await import('./draw-puzzle.ts');
  const { bg, front, x } = await drawPuzzle(Math.min(MOST_DECOYS, 1 + Math.floor(misses / 3)));
  const token = newSecret();
  const now = ctx.clock.now();
  await ctx.db.orm.insert(accountCaptchas).values({
    ...{ tokenHash: hashSecret(token), x, createdAt: now },
    expiresAt: new Date(now.getTime() + GOOD_MILLISECONDS),
  });
  return { bg, front, token };
}
