import type { ServerContext } from '#core/server/plugins/context.ts';
import { accountChanged } from '#core/contract/kernel-events.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';

import type { SubAccount } from '#plugins/account/calls.ts';
import { accountSubAccounts } from '../tables.ts';
import type { Visitor } from '../visitor.ts';
import { lockOwnSubAccount, presentSubAccount, tellMain } from './own-sub-accounts.ts';

/**
 * Changes what a sub-account of the caller is called, and what is noted of it.
 * @throws expected `core:ledger.not-sub-account` (404)
 */
export async function updateSubAccount(
  ctx: ServerContext,
  visitor: Visitor,
  caller: Caller,
  { id, name, remark }: { id: string; name: string; remark: string },
): Promise<SubAccount> {
  return await ctx.db.transaction(async (tx) => {
    const account = await lockOwnSubAccount(ctx, tx, caller, id);
    await ctx.accounts.rename(tx, id, name);
    await tx.orm
      .insert(accountSubAccounts)
      .values({ accountId: id, remark })
      .onConflictDoUpdate({ target: accountSubAccounts.accountId, set: { remark } });
    await ctx.audit.record(tx, {
      ...{ actor: caller.accountId, action: 'account.update-sub-account', target: id, accountId: caller.accountId },
      ...{ ip: visitor.ip, requestId: visitor.requestId },
    });
    if (name !== account.name) await ctx.events.publish(tx, accountChanged, { accountId: id });
    await tellMain(ctx, tx, caller);
    return await presentSubAccount(ctx, tx, { ...account, name });
  });
}
