import { rs } from '@rstest/core';

import { service } from '#core/web/service.ts';
import { PERMISSIONS, type UserPermissions } from '#core/web/permissions/permissions.ts';
import { buildManifest, fakeKernel } from '#core/web/testing/index.ts';
import { SEC_CODE } from '#core/contract/codes.ts';
import * as call from '#plugins/account/calls.ts';
import { LoginStore } from '#plugins/account/web/login/LoginStore.ts';

import { account, WAYS } from './account-plugin.ts';
import { ChangingServer, refused } from './changing-server.ts';

export const TOKEN = { access_token: 'token', expires_in: 60 };
export const CONFLICT: call.AccountConflict = {
  mobileAccountId: 'm',
  mobileAccountName: '手机',
  qrCodeAccountId: 'q',
  qrCodeAccountName: '微信',
  key: 'secret',
};

const noRights: UserPermissions = { list: [], has: () => false, load: () => Promise.reject(new Error('no network')) };

export interface LoginSetting {
  /** Where the page is. */
  path?: string;
  /** Whether there is a plugin with the data centre. */
  dataCenter?: boolean;
  loggedIn?: boolean;
  /** The rights cannot be read. */
  rightsFail?: boolean;
}

/** The login dialog's store, with a server on which nobody has confirmed the QR code yet. */
export async function buildLogin({
  path = '/safe',
  dataCenter = false,
  loggedIn = false,
  rightsFail = false,
}: LoginSetting = {}) {
  const server = new ChangingServer(
    ...[call.startQrLogin, call.checkQrLogin, call.loginByMobile, call.validateMobileCode, call.registerAndLogin],
    ...[call.deleteConflictingUser, call.bindMobile, call.readLoginMethods],
  )
    .on(call.startQrLogin, () => ({ qrcode: 'https://phone/qr/a', sceneId: 'a' }))
    .on(call.checkQrLogin, () => refused('未检测到扫码用户'))
    .on(call.loginByMobile, () => TOKEN)
    .on(call.validateMobileCode, () => null)
    .on(call.registerAndLogin, () => TOKEN)
    .on(call.deleteConflictingUser, () => null)
    .on(call.bindMobile, () => null)
    .on(call.readLoginMethods, () => WAYS);
  const data = buildManifest({ id: 'data', routes: [{ path: '/data/center', redirect: '/workbench' }] });
  const fake = await fakeKernel(account, {
    path,
    session: loggedIn ? { account: { fdMobile: null } } : { account: null },
    calls: server.answers,
    services: rightsFail ? [service(PERMISSIONS, () => noRights)] : [],
    partners: dataCenter ? [{ manifest: data, web: {} }] : [],
  });
  const { context } = await fake.kernel.plugins.ensure('account', 'dialog:account/login');
  const closed: true[] = [];
  const close = (): void => void closed.push(true);
  return { ...fake, server, store: context.store(LoginStore), closed, close };
}

export type Login = Awaited<ReturnType<typeof buildLogin>>;

/** With fake timers: brings the dialog to the step that binds a number after a scan. */
export async function scanUnbound(login: Login): Promise<void> {
  login.store.open({}, login.close);
  login.server.on(call.checkQrLogin, () => refused('绑定手机号', SEC_CODE.silent));
  await rs.advanceTimersByTimeAsync(3_000);
  login.store.bind.setMobile('13800138000');
  login.store.bind.setCode('123456');
}
