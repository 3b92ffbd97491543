import type { ServerContext } from '#core/server/plugins/context.ts';

import { spend } from '../limits.ts';
import { sweepNowAndThen } from '../sweep.ts';
import { accountCaptchas } from '../tables.ts';
import { hashSecret, newSecret, type Visitor } from '../visitor.ts';
import { drawPuzzle } from './draw-puzzle.ts';

const GOOD_MILLISECONDS = 2 * 60 * 1000;

/**
 * Makes a puzzle. Only its pictures and a token leave the server.
 * @throws expected `account:refused.too-often` (429)
 */
export async function makeCaptcha(ctx: ServerContext, visitor: Visitor) {
  await spend(ctx, visitor, { limit: 'captchaPerAddress', of: visitor.address });
  sweepNowAndThen(ctx);
  const { bg, front, x } = await drawPuzzle();
  const token = newSecret();
  const now = ctx.clock.now();
  await ctx.db.orm.insert(accountCaptchas).values({
    ...{ tokenHash: hashSecret(token), x, createdAt: now },
    expiresAt: new Date(now.getTime() + GOOD_MILLISECONDS),
  });
  return { bg, front, token };
}
