import { fail } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import {
  giveBackRates,
  takeRate,
  takeRates,
  usesOf,
  type Rate,
  type RateLimit,
} from '#core/server/ground/database/rate-limit.ts';

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
 * Counts one use, and an attempt as missed before anything is compared: of any number of attempts at the same time only
 * so many are compared. Misses are counted only where all limits allow the attempt.
 * @returns takes the misses back, once the attempt has succeeded
 * @throws expected `refusal` (429) of whichever limit is used up
 */
export async function attempt(
  ctx: ServerContext,
  visitor: Visitor,
  spending: Spending,
  misses: readonly Spending[],
): Promise<() => Promise<void>> {
  const limits = await ctx.settings.get(LIMITS);
  const all = [spending, ...misses];
  const rates = all.map((one) => rateLimit(limits, one));
  const taken = await takeRates(ctx.db, rates);
  const at = taken.findIndex(({ allowed }) => !allowed);
  const [refused, rate] = [all[at], taken[at]];
  const missed = rates.slice(1);
  if (refused !== undefined && rate !== undefined) {
    const counted = missed.filter((_, index) => taken[index + 1]?.allowed === true);
    if (counted.length > 0) await giveBackRates(ctx.db, counted);
    await refuse(ctx, visitor, refused, rate);
  }
  return () => giveBackRates(ctx.db, missed);
}

/** How many attempts count as missed in the present window. */
export function missesOf(ctx: ServerContext, spending: Spending): Promise<number> {
  return usesOf(ctx.db, keyOf(spending));
}

function rateLimit(limits: Limits, spending: Spending): RateLimit {
  const { count, seconds } = limits[spending.limit];
  return { key: keyOf(spending), limit: count, windowSeconds: seconds };
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
