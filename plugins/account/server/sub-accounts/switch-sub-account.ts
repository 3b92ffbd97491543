import { eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { AccountRow, Caller } from '#core/server/services/accounts/accounts.ts';

import type { SubAccount } from '#plugins/account/calls.ts';
import { addIdentity, claimIdentity } from '../accounts/identities.ts';
import { useCode } from '../codes/check-code.ts';
import { accountDeletions, accountIdentities } from '../tables.ts';
import type { Visitor } from '../visitor.ts';
import { lockOwnSubAccount, presentSubAccount, tellAllotment, tellMain } from './own-sub-accounts.ts';

/**
 * Disables a sub-account of the caller: its sessions end, its number is cleared, and what it has left goes back. What its
 * jobs hold stays until they end; the rest of that goes back by itself then. Does nothing to one that is disabled.
 * @throws expected `core:ledger.not-sub-account` (404)
 */
export async function disableSubAccount(
  ctx: ServerContext,
  visitor: Visitor,
  caller: Caller,
  id: string,
): Promise<SubAccount> {
  const { accountId } = caller;
  return await ctx.db.transaction(async (tx) => {
    const account = await lockOwnSubAccount(ctx, tx, caller, id);
    if (account.disabled) return await presentSubAccount(ctx, tx, account);
    await tx.scope(id).delete(accountIdentities, eq(accountIdentities.kind, 'mobile'));
    await ctx.accounts.disable(tx, id);
    await tellAllotment(ctx, tx, caller, id);
    const taken = await ctx.ledger.takeBackAll(tx, { accountId, subAccountId: id, facts: { by: accountId } });
    if (taken.some(({ unit }) => unit === 'digital-humans')) await ctx.accounts.tellChange(tx, accountId);
    await ctx.audit.record(tx, {
      ...{ actor: accountId, action: 'account.disable-sub-account', target: id, accountId },
      ...{ ip: visitor.ip, requestId: visitor.requestId, details: { taken } },
    });
    return await presentSubAccount(ctx, tx, { ...account, disabled: true });
  });
}

/**
 * Lets a disabled sub-account of the caller log in again, by a number of its own.
 * @throws expected `account:refused.code-wrong`, `account:refused.mobile-taken`, `account:refused.sub-account-enabled`
 * (409), `account:refused.too-often` (429), `core:ledger.not-sub-account` (404)
 */
export async function enableSubAccount(
  ctx: ServerContext,
  visitor: Visitor,
  caller: Caller,
  { id, mobile, code }: { id: string; mobile: string; code: string },
): Promise<SubAccount> {
  const { accountId } = caller;
  await ctx.db.transaction((tx) => lockDisabled(ctx, tx, caller, id));
  await useCode(ctx, visitor, { mobile, code });
  return await ctx.db.transaction(async (tx) => {
    const account = await lockDisabled(ctx, tx, caller, id);
    const identity = { kind: 'mobile', value: mobile };
    if ((await claimIdentity(tx, identity)) !== undefined) fail('account:refused.mobile-taken');
    await addIdentity(ctx, tx, id, identity);
    // Its user may have given it up for another account: it is not to be erased under who uses it now.
    await tx.orm.delete(accountDeletions).where(eq(accountDeletions.accountId, id));
    await ctx.accounts.enable(tx, id);
    await ctx.audit.record(tx, {
      ...{ actor: accountId, action: 'account.enable-sub-account', target: id, accountId },
      ...{ ip: visitor.ip, requestId: visitor.requestId },
    });
    await tellMain(ctx, tx, caller);
    return await presentSubAccount(ctx, tx, { ...account, disabled: false });
  });
}

async function lockDisabled(ctx: ServerContext, tx: Tx, caller: Caller, id: string): Promise<AccountRow> {
  const account = await lockOwnSubAccount(ctx, tx, caller, id);
  if (!account.disabled) fail('account:refused.sub-account-enabled', {}, { kind: 'conflict' });
  return account;
}
