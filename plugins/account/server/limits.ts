import { fail } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { isRateSpent, takeRate, takeRateBeside, type Rate } from '#core/server/ground/database/rate-limit.ts';

import { LIMITS, type Limits } from './settings.ts';
import type { Visitor } from './visitor.ts';

/** One of the limits, and what it is counted for. */
export interface Spending {
  limit: keyof Limits;
  /** An address, a mobile number, a name. */
  of: string;
  /** The message for a refused visitor; `account:refused.too-often` by default. */
  refusal?: MessageKey;
}

/**
 * Counts one use against a limit that holds over all nodes. The first refusal of a window is audited.
 * @throws expected `refusal` (429)
 */
export async function spend(ctx: ServerContext, visitor: Visitor, spending: Spending): Promise<void> {
  const { count, seconds } = (await ctx.settings.get(LIMITS))[spending.limit];
  const rate = await takeRate(ctx.db, keyOf(spending), count, seconds);
  if (!rate.allowed) await refuse(ctx, visitor, spending, rate);
}

/**
 * Counts one use, unless misses have used another limit up.
 * @throws expected `refusal` (429) of either
 */
export async function spendBeside(
  ctx: ServerContext,
  visitor: Visitor,
  spending: Spending,
  misses: Spending,
): Promise<void> {
  const limits = await ctx.settings.get(LIMITS);
  const { count, seconds } = limits[spending.limit];
  const missed = limits[misses.limit];
  const rate = await takeRateBeside(
    ctx.db,
    { key: keyOf(spending), limit: count, windowSeconds: seconds },
    { key: keyOf(misses), limit: missed.count },
  );
  if (!rate.allowed) await refuse(ctx, visitor, spending, rate);
  if (rate.otherSpent) await refuse(ctx, visitor, misses, { retryAfter: missed.seconds });
}

/** Counts a failed attempt; it does not refuse anything itself. */
export async function countMiss(ctx: ServerContext, spending: Spending): Promise<void> {
  const { count, seconds } = (await ctx.settings.get(LIMITS))[spending.limit];
  await takeRate(ctx.db, keyOf(spending), count, seconds);
}

/** @throws expected `refusal` (429) when misses have used a limit up */
export async function refuseAfterMisses(ctx: ServerContext, visitor: Visitor, spending: Spending): Promise<void> {
  const { count, seconds } = (await ctx.settings.get(LIMITS))[spending.limit];
  if (await isRateSpent(ctx.db, keyOf(spending), count)) {
    await refuse(ctx, visitor, spending, { retryAfter: seconds });
  }
}

function keyOf({ limit, of }: Spending): string {
  return `account:${limit}:${of}`;
}

async function refuse(
  ctx: ServerContext,
  visitor: Visitor,
  { limit, of, refusal = 'account:refused.too-often' }: Spending,
  { retryAfter }: Pick<Rate, 'retryAfter'>,
): Promise<never> {
  const first = await takeRate(ctx.db, `account:told:${limit}:${of}`, 1, Math.max(1, retryAfter));
  if (first.allowed) {
    await ctx.audit.record(ctx.db, {
      ...{ actor: 'anonymous', action: 'account.limit', target: limit },
      ...{ ip: visitor.ip, requestId: visitor.requestId, details: { of: maskNumber(of) } },
    });
  }
  fail(refusal, { seconds: retryAfter }, { kind: 'too-many' });
}

/** A mobile number as logs and records show it. */
export function maskNumber(text: string): string {
  return text.replace(/\b(1\d{2})\d{4}(\d{4})\b/, '$1****$2');
}
