import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';

import { deleteConflictingUser, registerAndLogin } from '#plugins/account/calls.ts';
import type { ConflictSettlement } from '#plugins/account/web/login/ConflictSettlement.ts';

import { buildLogin, CONFLICT, scanUnbound, type Login } from './build-login.ts';
import { refused } from './changing-server.ts';

beforeEach(() => void rs.useFakeTimers());
afterEach(() => void rs.useRealTimers());

/** Somebody scans whose account is another one than the number's. */
async function meetConflict(login: Login): Promise<ConflictSettlement> {
  await scanUnbound(login);
  login.server.on(registerAndLogin, () => CONFLICT);
  await login.store.bindMobile();
  const { step } = login.store;
  if (step.name !== 'conflict') throw new Error(`the dialog is at ${step.name}`);
  return step.settlement;
}

test('of two accounts the chosen one stays after asking, and the user logs in again', async () => {
  const login = await buildLogin();
  const settlement = await meetConflict(login);
  await settlement.settle();
  expect(settlement.refusal?.text).toBe('请选择要保留的账号');
  expect(login.dialogs.opened).toEqual([]);

  settlement.chooseToKeep('mobile');
  login.dialogs.script(false);
  await settlement.settle();
  expect(login.server.count(deleteConflictingUser)).toBe(0);

  await settlement.settle();
  expect(login.dialogs.opened.at(-1)?.question).toMatchObject({
    params: { kept: '手机', other: '微信' },
    destructive: true,
  });
  expect(login.server.last(deleteConflictingUser).body).toEqual({ accountId: 'q', key: 'secret' });
  expect(login.toasts.shown).toMatchObject([{ kind: 'success', text: '操作成功，请重新登录' }]);
  expect(login.store).toMatchObject({ step: { name: 'tabs' }, tab: 'mobile' });
  expect(login.session.token).toBeNull();
});

test('keeping the account of WeChat gives up the one of the number', async () => {
  const login = await buildLogin();
  const settlement = await meetConflict(login);
  settlement.chooseToKeep('wechat');
  await settlement.settle();
  expect(login.server.last(deleteConflictingUser).body).toEqual({ accountId: 'm', key: 'secret' });
  expect(login.store.tab).toBe('wechat');
  login.store.shut();
});

test('a conflict that cannot be settled shows why', async () => {
  const login = await buildLogin();
  const settlement = await meetConflict(login);
  login.server.on(deleteConflictingUser, () => refused('已过期'));
  settlement.chooseToKeep('mobile');
  await settlement.settle();
  expect(login.store.step.name).toBe('conflict');
  expect(settlement).toMatchObject({ refusal: { kind: 'error', text: '已过期' }, settling: false });
});
