import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';

import type { SubAccount } from '#plugins/account/calls.ts';
import { addIdentity, claimIdentity } from '../accounts/identities.ts';
import { useCode } from '../codes/check-code.ts';
import { SUB_ACCOUNTS } from '../settings.ts';
import { accountSubAccounts } from '../tables.ts';
import type { Visitor } from '../visitor.ts';
import { presentSubAccount, tellMain } from './own-sub-accounts.ts';

export interface NewSubAccount {
  name: string;
  remark: string;
  mobile: string;
  /** What the number got by SMS: a number that nobody has answered for belongs to no account. */
  code: string;
}

/**
 * Creates a sub-account of the caller, of the caller's level.
 * @throws expected `account:refused.code-wrong`, `account:refused.mobile-taken`, `account:refused.sub-account-main` (403),
 * `account:refused.sub-accounts-full` (409), `account:refused.too-often` (429)
 */
export async function createSubAccount(
  ctx: ServerContext,
  visitor: Visitor,
  caller: Caller,
  { name, remark, mobile, code }: NewSubAccount,
): Promise<SubAccount> {
  const { accountId } = caller;
  const { most } = await ctx.settings.get(SUB_ACCOUNTS);
  // Said before a code is used up.
  const main = await ctx.accounts.find(ctx.db, accountId);
  if (main?.parentId !== null) fail('account:refused.sub-account-main', {}, { kind: 'forbidden' });
  await useCode(ctx, visitor, { mobile, code });
  return await ctx.db.transaction(async (tx) => {
    // Two at once would both find room for themselves, and a change of level would miss the new one.
    await ctx.accounts.find(tx, accountId, { lock: true });
    if ((await ctx.accounts.subAccounts(tx, accountId)).length >= most) {
      fail('account:refused.sub-accounts-full', { most }, { kind: 'conflict' });
    }
    const identity = { kind: 'mobile', value: mobile };
    if ((await claimIdentity(tx, identity)) !== undefined) fail('account:refused.mobile-taken');
    const account = await ctx.accounts.create(tx, { name, parentId: accountId });
    await addIdentity(ctx, tx, account.id, identity);
    await tx.scope(account.id).insert(accountSubAccounts, { remark });
    await ctx.audit.record(tx, {
      ...{ actor: accountId, action: 'account.create-sub-account', target: account.id, accountId },
      ...{ ip: visitor.ip, requestId: visitor.requestId },
    });
    await tellMain(ctx, tx, caller);
    return await presentSubAccount(ctx, tx, account);
  });
}
