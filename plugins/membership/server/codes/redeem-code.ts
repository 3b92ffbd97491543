import { eq, sql } from 'drizzle-orm';

import type { CallData } from '#core/contract/call.ts';
import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import { takeRate } from '#core/server/ground/database/rate-limit.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { redeemCode as call } from '#plugins/membership/calls.ts';
import { readCode } from '#plugins/membership/code-text.ts';
import { giveBenefit } from '../give/give-benefit.ts';
import type { Buyer } from '../orders/create-order.ts';
import { membershipOf } from '../orders/membership-of.ts';
import { pricesAt } from '../prices/price-lists.ts';
import { membershipCodeBatches, membershipCodes, membershipRedemptions } from '../tables.ts';
import { hashCode } from './code-batches.ts';

/** How many codes may be tried in an hour: by an account, and from one address. */
const MOST_BY_ACCOUNT = 10;
const MOST_BY_ADDRESS = 60;

/**
 * Redeems a code: what its batch gives becomes the account's, once, and one code of a batch for each account.
 * Refusals are audited.
 * @throws expected `membership:code.…`, `membership:order.main-only`
 */
export async function redeemCode(
  ctx: ServerContext,
  { caller: { accountId }, ip, requestId }: Pick<Buyer, 'caller' | 'ip' | 'requestId'>,
  typed: string,
): Promise<CallData<typeof call>> {
  const refused = async ({ code, params }: ExpectedError) => {
    // What was typed may be the code of somebody else, so it is not kept.
    const entry = { actor: accountId, action: 'code.refused', target: accountId, accountId, ip, requestId };
    await ctx.audit.record(ctx.db, { ...entry, details: { code, params } });
  };
  for (const [who, most] of [
    [accountId, MOST_BY_ACCOUNT],
    [ip, MOST_BY_ADDRESS],
  ] as const) {
    const rate = await takeRate(ctx.db, `membership:codes:${who}`, most, 3600);
    if (rate.allowed) continue;
    const minutes = Math.ceil(rate.retryAfter / 60);
    const error = new ExpectedError('membership:code.too-many', { minutes }, { kind: 'too-many' });
    // Once an hour: whoever goes on guessing fills no log.
    if ((await takeRate(ctx.db, `membership:guesses:${accountId}`, 1, 3600)).allowed) await refused(error);
    throw error;
  }
  try {
    return await ctx.db.transaction(async (tx) => redeem(ctx, tx, accountId, typed));
  } catch (error) {
    if (error instanceof ExpectedError) await refused(error);
    throw error;
  }
}

async function redeem(ctx: ServerContext, tx: Tx, accountId: string, typed: string): Promise<CallData<typeof call>> {
  const now = ctx.clock.now();
  const code = readCode(typed) ?? fail('membership:code.wrong', {}, { kind: 'invalid' });
  const hash = hashCode(code);
  // Redemptions of one account wait for each other, and so do those of one code.
  const account = await ctx.accounts.find(tx, accountId, { lock: true });
  if (account === undefined) fail('core:unauthenticated', {}, { kind: 'unauthenticated' });
  if (account.parentId !== null) fail('membership:order.main-only', {}, { kind: 'forbidden' });
  const [known] = await tx.orm.select().from(membershipCodes).where(eq(membershipCodes.hash, hash)).for('update');
  if (known === undefined) return fail('membership:code.wrong', {}, { kind: 'invalid' });
  const { batchId } = known;
  const [batch] = await tx.orm.select().from(membershipCodeBatches).where(eq(membershipCodeBatches.id, batchId));
  if (batch === undefined) throw new TypeError(`there is no batch ${batchId}`);
  if (batch.stoppedAt !== null || batch.expiresAt <= now) fail('membership:code.expired', {}, { kind: 'conflict' });
  const own = eq(membershipRedemptions.batchId, batchId);
  if ((await tx.scope(accountId).count(membershipRedemptions, own)) > 0) {
    fail('membership:code.had', {}, { kind: 'conflict' });
  }
  if (known.used >= batch.uses) fail('membership:code.used', {}, { kind: 'conflict' });

  await tx.orm
    .update(membershipCodes)
    .set({ used: sql`${membershipCodes.used} + 1` })
    .where(eq(membershipCodes.hash, hash));
  await tx.scope(accountId).insert(membershipRedemptions, { batchId, hash, at: now });
  const { benefit, name } = batch;
  await ctx.audit.record(tx, {
    ...{ actor: accountId, action: 'code.redeem', target: batchId, accountId },
    details: { serial: known.serial, benefit },
  });
  const refusal = await giveBenefit(ctx, tx, (await pricesAt(tx, now)).prices, {
    ...{ accountId, benefit, key: `code:${batchId}` },
    facts: { service: 'membership.code', name },
  });
  if (refusal !== null) fail(`membership:code.level-${refusal}`, {}, { kind: 'conflict' });
  const after = await ctx.accounts.find(tx, accountId);
  const until = after === undefined || benefit.kind !== 'level' ? null : membershipOf(after, now).until;
  return { benefit, until: until?.toISOString() ?? null };
}
