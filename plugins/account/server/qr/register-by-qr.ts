import { SEC_CODE } from '#core/contract/envelope.ts';
import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { claimIdentity, keepWechatName } from '../accounts/identities.ts';
import { registerAccount } from '../accounts/register-account.ts';
import { spend } from '../limits.ts';
import { withLogin } from '../login/open-login.ts';
import type { Visitor } from '../visitor.ts';
import { confirmedScene, moveScene } from './scenes.ts';

/**
 * Registers whoever confirmed the code, without a mobile number, and logs in. Who is known only by their own word, as
 * behind the embedded provider, has to bind a number instead.
 * @throws expected conditions of {@link confirmedScene}, `account:refused.qr-bind-mobile` (code 407),
 * `core:account-disabled` (code 406), `account:refused.too-often` (429)
 */
export async function registerByQr(ctx: ServerContext, visitor: Visitor, { sceneId }: { sceneId: string }) {
  const scene = await confirmedScene(ctx, visitor.browserHash, sceneId);
  const { id, provider } = await ctx.providers.use('qr-login');
  const vouched = id === scene.provider && provider.vouches;
  await spend(ctx, visitor, { limit: 'registrationsPerAddress', of: visitor.address });
  return await withLogin(ctx, visitor, async (tx, openLogin) => {
    const identity = { kind: 'wechat', value: scene.person ?? '' };
    let accountId = scene.accountId ?? (await claimIdentity(tx, identity));
    if (accountId === undefined) {
      if (!vouched) fail('account:refused.qr-bind-mobile', {}, { secCode: SEC_CODE.silent });
      accountId = (await registerAccount(ctx, tx, visitor, { identities: [identity] })).id;
    }
    const used = await moveScene(ctx, tx, scene, { from: ['confirmed'], to: 'used' });
    if (used === undefined) fail('account:refused.qr-expired');
    await keepWechatName(tx, scene);
    return await openLogin({ accountId, by: 'qr' });
  });
}
