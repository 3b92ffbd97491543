import type { ServerContext } from '#core/server/plugins/context.ts';

import { claimIdentity } from '../accounts/identities.ts';
import { registerAccount } from '../accounts/register-account.ts';
import { useCode } from '../codes/check-code.ts';
import type { Visitor } from '../visitor.ts';
import { withLogin } from './open-login.ts';

/**
 * Logs in by mobile number and code; a number that is not known yet is registered. Until the code is right, the
 * answer is the same for every number.
 * @throws expected `account:refused.code-wrong`, `account:refused.too-often` (429), `core:account-disabled` (code 406)
 */
export async function loginByMobile(
  ctx: ServerContext,
  visitor: Visitor,
  { mobile, code, deviceId }: { mobile: string; code: string; deviceId?: string },
) {
  await useCode(ctx, visitor, { mobile, code });
  return await withLogin(ctx, visitor, async (tx, openLogin) => {
    const identity = { kind: 'mobile', value: mobile };
    const accountId =
      (await claimIdentity(tx, identity)) ?? (await registerAccount(ctx, tx, visitor, { identities: [identity] })).id;
    return await openLogin({ accountId, deviceId, by: 'sms' });
  });
}
