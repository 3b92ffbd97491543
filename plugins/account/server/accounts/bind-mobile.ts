import { accountChanged } from '#core/contract/kernel-events.ts';
import { fail } from '#core/contract/errors.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { useCode } from '../codes/check-code.ts';
import type { Visitor } from '../visitor.ts';
import { addIdentity, claimIdentity, identitiesOf } from './identities.ts';

/**
 * Binds a mobile number to the caller's account, which has none yet.
 * @throws expected `account:refused.code-wrong`, `account:refused.mobile-bound`, `account:refused.mobile-taken`,
 * `account:refused.too-often` (429)
 */
export async function bindMobile(
  ctx: ServerContext,
  visitor: Visitor,
  { caller, mobile, code }: { caller: Caller; mobile: string; code: string },
): Promise<null> {
  const { accountId } = caller;
  await useCode(ctx, visitor, { mobile, code });
  await ctx.db.transaction(async (tx) => {
    const identity = { kind: 'mobile', value: mobile };
    await ctx.accounts.find(tx, accountId, { lock: true });
    if ((await identitiesOf(tx, accountId)).has('mobile')) fail('account:refused.mobile-bound');
    if ((await claimIdentity(tx, identity)) !== undefined) fail('account:refused.mobile-taken');
    await addIdentity(ctx, tx, accountId, identity);
    await ctx.audit.record(tx, {
      ...{ actor: accountId, action: 'account.bind-mobile', target: accountId, accountId },
      ...{ ip: visitor.ip, requestId: visitor.requestId },
    });
    await ctx.events.publish(tx, accountChanged, { accountId });
  });
  return null;
}
