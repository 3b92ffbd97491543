import { inArray } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import { allotmentChanged } from '#core/contract/kernel-events.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { AccountRow, Caller } from '#core/server/services/accounts/accounts.ts';

import type { SubAccount } from '#plugins/account/calls.ts';
import { subAccountsChanged } from '#plugins/account/events.ts';
import { accountIdentities, accountSubAccounts } from '../tables.ts';

/**
 * A sub-account of the caller; whoever changes the same one waits until the transaction ends.
 * @throws expected `core:ledger.not-sub-account` (404)
 */
export async function lockOwnSubAccount(ctx: ServerContext, tx: Tx, caller: Caller, id: string): Promise<AccountRow> {
  const account = await ctx.accounts.find(tx, id, { lock: true });
  if (account === undefined || account.parentId !== caller.accountId || account.name === '') {
    return fail('core:ledger.not-sub-account', {}, { kind: 'not-found' });
  }
  return account;
}

/** Sub-accounts as their main account sees them, in the order given. */
export async function presentSubAccounts(
  { ledger }: ServerContext,
  tx: Tx,
  accounts: readonly Pick<AccountRow, 'id' | 'name' | 'disabled'>[],
): Promise<SubAccount[]> {
  const ids = accounts.map(({ id }) => id);
  const { kind, value, accountId } = accountIdentities;
  const [identities, notes, allotments] = [
    await tx.orm.select({ kind, value, accountId }).from(accountIdentities).where(inArray(accountId, ids)),
    await tx.orm.select().from(accountSubAccounts).where(inArray(accountSubAccounts.accountId, ids)),
    await ledger.allotments(tx, ids),
  ];
  return accounts.map(({ id, name, disabled }) => ({
    ...{ id, name, isDisabled: disabled },
    mobile: identities.find((known) => known.accountId === id && known.kind === 'mobile')?.value ?? null,
    remark: notes.find((note) => note.accountId === id)?.remark ?? '',
    allotments: allotments
      .filter((allotment) => allotment.accountId === id)
      .map(({ accountId: _owner, ...allotment }) => allotment),
  }));
}

/** One sub-account as {@link presentSubAccounts} shows it. */
export async function presentSubAccount(
  ctx: ServerContext,
  tx: Tx,
  account: Pick<AccountRow, 'id' | 'name' | 'disabled'>,
): Promise<SubAccount> {
  const [shown] = await presentSubAccounts(ctx, tx, [account]);
  return shown ?? fail('core:ledger.not-sub-account', {}, { kind: 'not-found' });
}

/** Has open pages of the main account load its sub-accounts again. */
export function tellMain({ events }: ServerContext, tx: Tx, { accountId }: Caller): Promise<void> {
  return events.publish(tx, subAccountsChanged, { accountId });
}

/** As {@link tellMain}, with what either side can spend. */
export async function tellAllotment(ctx: ServerContext, tx: Tx, caller: Caller, subAccountId: string): Promise<void> {
  await tellMain(ctx, tx, caller);
  for (const accountId of [caller.accountId, subAccountId])
    await ctx.events.publish(tx, allotmentChanged, { accountId });
}
