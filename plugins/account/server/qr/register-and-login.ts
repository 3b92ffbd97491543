import type { LoginToken } from '#core/contract/account-calls.ts';
import { displayName } from '#core/contract/display-name.ts';
import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import { addIdentity, claimIdentity, identitiesOf, keepWechatName, wechatNameOf } from '../accounts/identities.ts';
import { registerAccount } from '../accounts/register-account.ts';
import { useValidatedCode } from '../codes/use-validated-code.ts';
import type { AccountConflict } from '#plugins/account/calls.ts';
import { withLogin } from '../login/open-login.ts';
import { accountConflicts } from '../tables.ts';
import { hashSecret, newSecret, type Visitor } from '../visitor.ts';
import { confirmedScene, moveScene } from './scenes.ts';

const CONFLICT_MILLISECONDS = 10 * 60 * 1000;

export interface RegisterOptions {
  mobile: string;
  sceneId: string;
  deviceId?: string;
}

/**
 * Binds a number, whose code this browser has validated, to the person who confirmed its QR code, registering them
 * if need be, and logs in. When number and person belong to two accounts, both stay as they are and the answer
 * tells them.
 * @throws expected conditions of {@link confirmedScene}, `account:refused.code-not-validated`,
 * `account:refused.other-wechat`, `account:refused.other-mobile`, `core:account-disabled` (code 406)
 */
export async function registerAndLogin(
  ctx: ServerContext,
  visitor: Visitor,
  { mobile, sceneId, deviceId }: RegisterOptions,
): Promise<{ token: LoginToken } | { conflict: AccountConflict }> {
  const { browserHash } = visitor;
  const scene = await confirmedScene(ctx, browserHash, sceneId);
  return await withLogin(ctx, visitor, async (tx, openLogin) => {
    await useValidatedCode(ctx, tx, { mobile, browserHash: scene.browserHash });
    const used = await moveScene(ctx, tx, scene, { from: ['confirmed'], to: 'used' });
    if (used === undefined) fail('account:refused.qr-expired');
    const number = { kind: 'mobile', value: mobile };
    const person = scene.person === null ? undefined : { kind: 'wechat', value: scene.person };
    const ofNumber = await claimIdentity(tx, number);
    const ofPerson = scene.accountId ?? (person === undefined ? undefined : await claimIdentity(tx, person));

    if (ofNumber !== undefined && ofPerson !== undefined && ofNumber !== ofPerson) {
      await keepWechatName(tx, scene);
      return { conflict: await keepConflict(ctx, tx, scene.browserHash, { ofNumber, ofPerson }) };
    }
    let accountId = ofNumber ?? ofPerson;
    if (accountId === undefined) {
      const identities = person === undefined ? [number] : [number, person];
      accountId = (await registerAccount(ctx, tx, visitor, { identities })).id;
    } else {
      const known = await identitiesOf(tx, accountId);
      if (ofNumber === undefined) {
        if (known.has('mobile')) fail('account:refused.other-mobile');
        await addIdentity(ctx, tx, accountId, number);
      }
      if (ofPerson === undefined && person !== undefined) {
        if (known.has('wechat')) fail('account:refused.other-wechat');
        await addIdentity(ctx, tx, accountId, person);
      }
    }
    await keepWechatName(tx, scene);
    return { token: await openLogin({ accountId, deviceId, by: 'qr' }) };
  });
}

async function keepConflict(
  ctx: ServerContext,
  tx: Tx,
  browserHash: string,
  { ofNumber, ofPerson }: { ofNumber: string; ofPerson: string },
): Promise<AccountConflict> {
  const key = newSecret();
  await tx.orm.insert(accountConflicts).values({
    ...{ keyHash: hashSecret(key), browserHash, mobileAccountId: ofNumber, qrCodeAccountId: ofPerson },
    expiresAt: new Date(ctx.clock.now().getTime() + CONFLICT_MILLISECONDS),
  });
  const nameOf = async (id: string) =>
    displayName((await ctx.accounts.find(tx, id))?.name ?? '', await wechatNameOf(tx, id));
  return {
    mobileAccountId: ofNumber,
    mobileAccountName: await nameOf(ofNumber),
    qrCodeAccountId: ofPerson,
    qrCodeAccountName: await nameOf(ofPerson),
    key,
  };
}
