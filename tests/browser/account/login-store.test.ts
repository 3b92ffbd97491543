import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';

import { SEC_CODE } from '#core/contract/codes.ts';
import {
  bindMobile,
  checkQrLogin,
  loginByMobile,
  registerAndLogin,
  validateMobileCode,
} from '#plugins/account/calls.ts';

import { buildLogin, scanUnbound, TOKEN, type Login } from './build-login.ts';
import { refused } from './changing-server.ts';

beforeEach(() => void rs.useFakeTimers());
afterEach(() => void rs.useRealTimers());

async function logInByMobile({ store }: Login): Promise<void> {
  store.login.setMobile('13800138000');
  store.login.setCode('123456');
  await store.logInByMobile();
}

test('a login by mobile keeps the token, closes, reads the rights and goes to the data centre', async () => {
  const login = await buildLogin({ dataCenter: true });
  login.store.open({ tab: 'mobile' }, login.close);
  await logInByMobile(login);
  expect(login.server.last(loginByMobile).body).toEqual({
    fdMobile: '13800138000',
    mobileCode: '123456',
    id: 'device-of-tests',
  });
  expect(login.session.token).toBe('token');
  expect(login.closed).toHaveLength(1);
  expect(login.router.visited.at(-1)).toBe('/data/center');
});

test.each([
  ['/safe', false],
  ['/home', true],
  ['/login', true],
])('from %s a login leads to the workbench, be there a data centre: %s', async (path, dataCenter) => {
  const login = await buildLogin({ path, dataCenter });
  login.store.open({ tab: 'mobile' }, login.close);
  await logInByMobile(login);
  expect(login.router.visited).toEqual([path, '/workbench']);
});

test('what waits for the login runs instead of going anywhere', async () => {
  const login = await buildLogin();
  const onLogin = rs.fn();
  login.store.open({ tab: 'mobile' }, login.close);
  login.store.setOnLogin(onLogin);
  await logInByMobile(login);
  expect(onLogin).toHaveBeenCalledTimes(1);
  expect(login.router.visited).toEqual(['/safe']);
});

test('a login whose rights cannot be read stands all the same', async () => {
  const login = await buildLogin({ rightsFail: true });
  login.store.open({ tab: 'mobile' }, login.close);
  await logInByMobile(login);
  expect(login.closed).toHaveLength(1);
  expect(login.router.place.path).toBe('/workbench');
});

test('a refused login shows the message of the server as an error and stays open', async () => {
  const login = await buildLogin();
  login.server.on(loginByMobile, () => refused('验证码错误'));
  login.store.open({ tab: 'mobile' }, login.close);
  await logInByMobile(login);
  expect(login.store.login.refusal).toEqual({ kind: 'error', text: '验证码错误' });
  expect(login.closed).toEqual([]);
});

test('an abnormal account has a view of its own', async () => {
  const login = await buildLogin();
  login.server.on(loginByMobile, () => refused('异常', SEC_CODE.abnormalAccount));
  login.store.open({ tab: 'mobile' }, login.close);
  await logInByMobile(login);
  expect(login.store.step).toEqual({ name: 'abnormal' });
  login.store.backToTabs();
  expect(login.store.step).toEqual({ name: 'tabs' });
});

test('a confirmed QR code logs in', async () => {
  const login = await buildLogin();
  login.store.open({}, login.close);
  login.server.on(checkQrLogin, () => TOKEN);
  await rs.advanceTimersByTimeAsync(3_000);
  expect(login.session.token).toBe('token');
  expect(login.closed).toHaveLength(1);
  login.store.shut();
});

test('changing the tab and closing end the questions about the QR code', async () => {
  const login = await buildLogin();
  login.store.open({}, login.close);
  await rs.advanceTimersByTimeAsync(3_000);
  login.store.chooseTab('mobile');
  expect(rs.getTimerCount()).toBe(0);
  login.store.chooseTab('wechat');
  await rs.advanceTimersByTimeAsync(0);
  expect(rs.getTimerCount()).toBeGreaterThan(0);
  login.store.shut();
  expect(rs.getTimerCount()).toBe(0);
});

test('somebody who scanned and is not known binds a number, which is validated first', async () => {
  const login = await buildLogin();
  await scanUnbound(login);
  expect(login.store.step).toEqual({ name: 'bind-mobile', sceneId: 'a' });
  await login.store.bindMobile();
  expect(login.server.last(validateMobileCode).body).toEqual({
    fdMobile: '13800138000',
    mobileCode: '123456',
    templateCode: 212,
  });
  expect(login.server.last(registerAndLogin).query).toEqual({
    fdMobile: '13800138000',
    sceneId: 'a',
  });
  expect(login.server.last(registerAndLogin).headers).toEqual({ 'x-device-id': 'device-of-tests' });
  expect(login.session.token).toBe('token');
  expect(login.closed).toHaveLength(1);
});

test('a code that is not valid is a warning, a refused registration an error', async () => {
  const login = await buildLogin();
  await scanUnbound(login);
  login.server.on(validateMobileCode, () => refused('验证码错误'));
  await login.store.bindMobile();
  expect(login.store.bind.refusal).toEqual({ kind: 'warning', text: '验证码错误' });
  expect(login.server.count(registerAndLogin)).toBe(0);
  login.server.on(validateMobileCode, () => null);
  login.server.on(registerAndLogin, () => refused('二维码已失效'));
  await login.store.bindMobile();
  expect(login.store.bind.refusal).toEqual({ kind: 'error', text: '二维码已失效' });
});

test('an account without a number gets one where the server asks for it', async () => {
  const login = await buildLogin({ loggedIn: true });
  login.store.open({ step: 'bind-mobile' }, login.close);
  expect(login.store.step).toEqual({ name: 'bind-mobile', sceneId: null });
  login.store.bind.setMobile('13800138000');
  login.store.bind.setCode('123456');
  await login.store.bindMobile();
  expect(login.server.last(bindMobile).body).toEqual({ fdMobile: '13800138000', mobileCode: '123456' });
  expect(login.closed).toHaveLength(1);
  expect(login.session.token).toBe('token-of-tests');
});

test('without a login there is nobody to bind a number for: the tabs are shown', async () => {
  const login = await buildLogin();
  login.store.open({ step: 'bind-mobile' }, login.close);
  expect(login.store.step).toEqual({ name: 'tabs' });
  login.store.shut();
});

test('opening and closing the dialog fifty times leaves no timer', async () => {
  const login = await buildLogin();
  for (let round = 0; round < 50; round += 1) {
    login.store.open({ tab: round % 2 === 0 ? 'wechat' : 'mobile' }, login.close);
    await rs.advanceTimersByTimeAsync(100);
    login.store.shut();
  }
  expect(rs.getTimerCount()).toBe(0);
});
