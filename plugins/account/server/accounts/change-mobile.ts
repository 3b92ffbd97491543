import { eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import { SEC_CODE } from '#core/contract/envelope.ts';
import { accountChanged } from '#core/contract/kernel-events.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';

import { useCode } from '../codes/check-code.ts';
import { useValidatedCode } from '../codes/use-validated-code.ts';
import { accountIdentities } from '../tables.ts';
import type { Visitor } from '../visitor.ts';
import { addIdentity, claimIdentity, identitiesOf } from './identities.ts';

/**
 * Puts another mobile number in the place of the caller's. Whoever has only the session cannot: the present number's
 * code has to be validated by the same browser before.
 * @throws expected `account:refused.code-wrong`, `account:refused.code-not-validated`, `account:refused.mobile-missing` (code 402),
 * `account:refused.mobile-taken`, `account:refused.too-often` (429)
 */
export async function changeMobile(
  ctx: ServerContext,
  visitor: Visitor & { browserHash: string },
  { caller, mobile, code }: { caller: Caller; mobile: string; code: string },
): Promise<null> {
  const { accountId } = caller;
  await useCode(ctx, visitor, { mobile, code });
  await ctx.db.transaction(async (tx) => {
    await ctx.accounts.find(tx, accountId, { lock: true });
    const present = (await identitiesOf(tx, accountId)).get('mobile') ?? missing();
    await useValidatedCode(ctx, tx, { mobile: present, browserHash: visitor.browserHash });
    const identity = { kind: 'mobile', value: mobile };
    if ((await claimIdentity(tx, identity)) !== undefined) fail('account:refused.mobile-taken');
    await tx.scope(accountId).delete(accountIdentities, eq(accountIdentities.kind, 'mobile'));
    await addIdentity(ctx, tx, accountId, identity);
    await ctx.audit.record(tx, {
      ...{ actor: accountId, action: 'account.change-mobile', target: accountId, accountId },
      ...{ ip: visitor.ip, requestId: visitor.requestId },
    });
    await ctx.events.publish(tx, accountChanged, { accountId });
  });
  return null;
}

/** The browser answers this by asking for a number. */
function missing(): never {
  return fail('account:refused.mobile-missing', {}, { secCode: SEC_CODE.bindMobile });
}
