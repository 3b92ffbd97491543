import { v7 as uuid } from 'uuid';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';
import { isShort } from '#core/server/services/ledger/refuse-short.ts';

import type { AllottedUnit, SubAccount } from '#plugins/account/calls.ts';
import type { Visitor } from '../visitor.ts';
import { lockOwnSubAccount, presentSubAccount, tellAllotment } from './own-sub-accounts.ts';

export interface ChangedAllotment {
  /** Of the sub-account. */
  id: string;
  unit: AllottedUnit;
  /** More than 0 gives to it, less than 0 takes back. */
  amount: number;
  /** What was allotted as the caller saw it. */
  allotted: number;
}

/**
 * Raises or lowers what a sub-account of the caller may spend.
 * @throws expected `account:refused.allotment-changed` (409) when another window was faster,
 * `account:refused.allotment-own-short` and `account:refused.allotment-sub-short` when there is less to give or to take
 * back, `account:refused.sub-account-disabled` (409), `core:ledger.not-sub-account` (404)
 */
export async function changeAllotment(
  ctx: ServerContext,
  visitor: Visitor,
  caller: Caller,
  { id, unit, amount, allotted }: ChangedAllotment,
): Promise<SubAccount> {
  const { accountId } = caller;
  return await ctx.db.transaction(async (tx) => {
    const account = await lockOwnSubAccount(ctx, tx, caller, id);
    if (account.disabled) fail('account:refused.sub-account-disabled', {}, { kind: 'conflict' });
    const known = (await ctx.ledger.allotments(tx, [id])).find((allotment) => allotment.unit === unit);
    if ((known?.allotted ?? 0) !== allotted) fail('account:refused.allotment-changed', {}, { kind: 'conflict' });
    await ctx.audit.record(tx, {
      ...{ actor: accountId, action: 'account.change-allotment', target: id, accountId },
      ...{ ip: visitor.ip, requestId: visitor.requestId, details: { unit, amount } },
    });
    await tellAllotment(ctx, tx, caller, id);
    // A package brings its feature along.
    if (unit === 'digital-humans') for (const each of [accountId, id]) await ctx.accounts.tellChange(tx, each);
    const step = { accountId, subAccountId: id, unit, amount, key: `allotment:${uuid()}`, facts: { by: accountId } };
    try {
      await ctx.ledger.allot(tx, step);
    } catch (error) {
      if (!(error instanceof ExpectedError) || !isShort(error.code)) throw error;
      const refusal = amount > 0 ? 'allotment-own-short' : 'allotment-sub-short';
      fail(`account:refused.${refusal}`, error.params, { kind: 'conflict' });
    }
    return await presentSubAccount(ctx, tx, account);
  });
}
