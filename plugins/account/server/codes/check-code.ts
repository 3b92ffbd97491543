import { and, eq, gt, isNull, lt, sql, type SQL } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { attempt, maskNumber } from '../limits.ts';
import { accountCodes } from '../tables.ts';
import type { Visitor } from '../visitor.ts';
import { hashCode } from './hash-code.ts';

/** How many attempts a code allows. */
const MAX_TRIES = 5;
/** How long a browser may use a number after it submitted the number's code. */
const VALIDATED_SECONDS = 5 * 60;

/** A code that a visitor submits. */
export interface SubmittedCode {
  mobile: string;
  code: string;
}

/**
 * Uses a code up, if it is right. A wrong, an old, a used-up code and a number that never got one are refused alike.
 * @throws expected `account:refused.code-wrong`, `account:refused.too-often` (429)
 */
export async function useCode(ctx: ServerContext, visitor: Visitor, code: SubmittedCode): Promise<void> {
  const now = ctx.clock.now().toISOString();
  await compare(ctx, visitor, code, (right) => ({
    usedAt: sql`case when ${right} then ${now}::timestamptz end`,
  }));
}

/**
 * Checks a code without using it up: this browser alone may then bind the number.
 * @throws expected conditions of {@link useCode}
 */
export async function validateCode(
  ctx: ServerContext,
  visitor: Visitor & { browserHash: string },
  code: SubmittedCode,
): Promise<null> {
  const until = new Date(ctx.clock.now().getTime() + VALIDATED_SECONDS * 1000).toISOString();
  await compare(ctx, visitor, code, (right) => ({
    validatedBy: sql`case when ${right} then ${visitor.browserHash} else validated_by end`,
    validatedUntil: sql`case when ${right} then ${until}::timestamptz else validated_until end`,
  }));
  return null;
}

/** One statement counts the try, compares, and notes what a right code means, so that tries at the same time all count. */
async function compare(
  ctx: ServerContext,
  visitor: Visitor,
  { mobile, code }: SubmittedCode,
  whenRight: (right: SQL) => Record<string, SQL>,
): Promise<void> {
  const notMissed = await attempt(ctx, visitor, { limit: 'loginsPerAddress', of: visitor.address }, [
    { limit: 'wrongCodesPerAddress', of: visitor.address },
  ]);
  // Keyed hashes are compared, so that the time it takes reveals nothing about the code.
  const right = sql`${accountCodes.codeHash} = ${hashCode(ctx, mobile, code)}`;
  const [row] = await ctx.db.orm
    .update(accountCodes)
    .set({ tries: sql`${accountCodes.tries} + 1`, ...whenRight(right) })
    .where(
      and(
        eq(accountCodes.mobile, mobile),
        isNull(accountCodes.usedAt),
        lt(accountCodes.tries, MAX_TRIES),
        gt(accountCodes.expiresAt, ctx.clock.now()),
      ),
    )
    .returning({ right: sql<boolean>`${right}` });
  if (row?.right === true) {
    await notMissed();
    return;
  }
  await ctx.audit.record(ctx.db, {
    ...{ actor: 'anonymous', action: 'account.login-failed', target: maskNumber(mobile) },
    ...{ ip: visitor.ip, requestId: visitor.requestId, details: { by: 'sms' } },
  });
  fail('account:refused.code-wrong');
}
