import type { z } from 'zod';

import type { CallData } from '#core/contract/call.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';

import type { findSubAccounts as findCall, SubAccount } from '#plugins/account/calls.ts';
import { presentSubAccounts } from './own-sub-accounts.ts';

/** The caller's sub-accounts, oldest first. There are so few that they are read at once; the cursor is the last one's id. */
export async function findSubAccounts(
  ctx: ServerContext,
  caller: Caller,
  { q = '', state, cursor, limit }: z.output<typeof findCall.query>,
): Promise<CallData<typeof findCall>> {
  const all = await presentSubAccounts(ctx, ctx.db, await ctx.accounts.subAccounts(ctx.db, caller.accountId));
  const words = q.toLowerCase();
  const isFound = ({ name, mobile, remark, isDisabled }: SubAccount): boolean =>
    [name, mobile ?? '', remark].some((text) => text.toLowerCase().includes(words)) &&
    (state === undefined || isDisabled === (state === 'disabled'));
  const found = all.filter(isFound);
  const rest = cursor === undefined ? found : found.filter(({ id }) => id > cursor);
  const items = rest.slice(0, limit);
  return { items, nextCursor: rest.length > limit ? (items.at(-1)?.id ?? null) : null, total: found.length };
}
