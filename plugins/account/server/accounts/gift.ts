import type { readGift as readGiftCall } from '#core/contract/account-calls.ts';
import type { CallData } from '#core/contract/call.ts';
import { fail } from '#core/contract/errors.ts';
import { ADAPTED_ROLE_CODES, adaptRole, STORED_ROLE_CODES } from '#core/contract/tiers.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { type AccountRow, type Caller, roleAt } from '#core/server/services/accounts/accounts.ts';

import { GIFT } from '../settings.ts';
import { accountGifts } from '../tables.ts';
import type { Visitor } from '../visitor.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Whether there is nothing to be given away to the caller, and what it would be. */
export async function readGift(ctx: ServerContext, { accountId }: Caller): Promise<CallData<typeof readGiftCall>> {
  const gift = await ctx.settings.get(GIFT);
  const account = await ctx.accounts.find(ctx.db, accountId);
  if (account === undefined) fail('core:unauthenticated', {}, { kind: 'unauthenticated' });
  const gone = account.parentId !== null || isMember(ctx, account) || (await wasGiven(ctx.db, accountId));
  return { hasGiveMember: gone || gift.days === 0, gift };
}

/**
 * Makes the caller, a main account of the free version, a member for some days. Of claims at the same time one
 * succeeds. Their open pages hear of it.
 * @throws expected `account:refused.gift-main`, `account:refused.gift-member`, `account:refused.gift-given`,
 * `account:refused.gift-none`
 */
export async function claimGift(
  ctx: ServerContext,
  visitor: Visitor,
  { accountId }: Caller,
): Promise<{ fdExpireDate: string }> {
  const now = ctx.clock.now();
  const { level, days } = await ctx.settings.get(GIFT);
  if (days === 0) fail('account:refused.gift-none');
  const roleUntil = new Date(now.getTime() + days * DAY);
  await ctx.db.transaction(async (tx) => {
    // Claims of the same account wait here for each other.
    const account = await ctx.accounts.find(tx, accountId, { lock: true });
    if (account === undefined) fail('core:unauthenticated', {}, { kind: 'unauthenticated' });
    if (account.parentId !== null) fail('account:refused.gift-main');
    if (await wasGiven(tx, accountId)) fail('account:refused.gift-given');
    if (isMember(ctx, account)) fail('account:refused.gift-member');
    await tx.scope(accountId).insert(accountGifts, { createdAt: now });
    await ctx.accounts.setRole(tx, accountId, { roleCode: STORED_ROLE_CODES[level], roleUntil });
    await ctx.audit.record(tx, {
      ...{ actor: accountId, action: 'account.claim-gift', target: accountId, accountId },
      ...{ ip: visitor.ip, requestId: visitor.requestId, details: { until: roleUntil.toISOString() } },
    });
    // As with days that are bought, the ledger says that there were some and that they were used.
    const moved = { accountId, unit: 'days', amount: days, facts: { service: 'membership.gift' } } as const;
    await ctx.ledger.issue(tx, { ...moved, kind: 'grant', key: 'gift' });
    const { id: holdId } = await ctx.ledger.hold(tx, { ...moved, key: 'gift:hold', job: 'membership-gift' });
    await ctx.ledger.settle(tx, { ...moved, holdId, used: days, key: 'gift:activate' });
  });
  return { fdExpireDate: roleUntil.toISOString() };
}

function isMember(ctx: ServerContext, account: AccountRow): boolean {
  return adaptRole(roleAt(account, ctx.clock.now())) !== ADAPTED_ROLE_CODES.level0;
}

async function wasGiven(tx: Tx, accountId: string): Promise<boolean> {
  return (await tx.scope(accountId).count(accountGifts)) > 0;
}
