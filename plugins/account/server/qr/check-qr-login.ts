import { SEC_CODE } from '#core/contract/envelope.ts';
import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { keepWechatName } from '../accounts/identities.ts';
import { withLogin } from '../login/open-login.ts';
import type { Visitor } from '../visitor.ts';
import { confirmedScene, moveScene, personOf } from './scenes.ts';

/**
 * Logs the browser in once its code is confirmed; a code is good for one login.
 * @throws expected conditions of {@link confirmedScene}, `account:refused.qr-bind-mobile` (code 407),
 * `core:account-disabled` (code 406)
 */
export async function checkQrLogin(
  ctx: ServerContext,
  visitor: Visitor,
  { sceneId, deviceId }: { sceneId: string; deviceId?: string },
) {
  const scene = await confirmedScene(ctx, visitor.browserHash, sceneId);
  return await withLogin(ctx, visitor, async (tx, openLogin) => {
    const { accountId, mobileMissing } = await personOf(tx, scene);
    if (accountId === undefined || mobileMissing) {
      fail('account:refused.qr-bind-mobile', {}, { secCode: SEC_CODE.silent });
    }
    const used = await moveScene(ctx, tx, scene, { from: ['confirmed'], to: 'used' });
    if (used === undefined) fail('account:refused.qr-expired');
    await keepWechatName(tx, scene);
    return await openLogin({ accountId, deviceId, by: 'qr' });
  });
}
