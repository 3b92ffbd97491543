import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';

import { startAccountServer, type AccountServer, type Browser } from './account-kit.ts';

const scope = lastFirst({ after });
let server: AccountServer;
before(async () => {
  server = await startAccountServer(scope);
});
beforeEach(() => server.forgetLimits());

let last = 0;
const newMobile = () => `135${String((last += 1)).padStart(8, '0')}`;
const newDevice = () => `phone-${String((last += 1))}-of-test`;

async function start(browser: Browser): Promise<string> {
  const { body } = await browser.call('GET', '/wechatNum/login');
  assert.equal(body.code, 1);
  assert.deepEqual([body.qrcode, body.sceneId], [body.data.qrcode, body.data.sceneId]);
  return body.sceneId;
}

const poll = (browser: Browser, sceneId: string) =>
  browser.call('GET', `/checkWechatNumLogin/${sceneId}?id=desk-device`, { language: 'zh' });
const confirm = (phone: Browser, sceneId: string, deviceId: string, token?: string) =>
  phone.call('POST', `/api/account/qr/${sceneId}/confirm`, { body: { deviceId }, token });

async function validate(browser: Browser, fdMobile: string) {
  await server.forgetLimits();
  await browser.askForCode(fdMobile);
  return await browser.call('POST', '/validateMobileCode', {
    body: { fdMobile, mobileCode: await server.sentCode(fdMobile), templateCode: 212 },
  });
}

const bind = (browser: Browser, fdMobile: string, sceneId: string) =>
  browser.call('GET', `/anon/wechat/regAndLogin?fdMobile=${fdMobile}&sceneId=${sceneId}`);

test('a phone that nobody knows confirms, binds a number, and from then on logs in by scanning', async () => {
  const [desk, phone] = [server.browser({ userAgent: 'Mozilla Windows Chrome/1' }), server.browser()];
  const device = newDevice();
  const { body } = await desk.call('GET', '/wechatNum/login');
  const { sceneId } = body;
  assert.equal(body.qrcode, `${server.address}/qr/${sceneId}`);
  assert.deepEqual([(await poll(desk, sceneId)).code, (await poll(desk, sceneId)).message], [0, '未检测到扫码用户']);
  const seen = await phone.call('GET', `/api/account/qr/${sceneId}`);
  assert.deepEqual(seen.data, { state: 'scanned', browser: 'Chrome · Windows' });
  assert.equal((await poll(desk, sceneId)).error, 'account:refused.qr-scanned');
  assert.equal((await confirm(phone, sceneId, device)).code, 1);
  const unbound = await poll(desk, sceneId);
  assert.deepEqual([unbound.status, unbound.code, unbound.secCode], [200, 0, 407]);

  const mobile = newMobile();
  assert.equal((await bind(desk, mobile, sceneId)).error, 'account:refused.code-not-validated');
  assert.equal((await validate(desk, mobile)).code, 1);
  const bound = await bind(desk, mobile, sceneId);
  assert.equal(bound.code, 1);
  const me = await desk.call('GET', '/api/account', { token: bound.data.access_token });
  assert.equal(me.data.fdMobile, mobile);
  const status = await desk.call('GET', '/api/account/getStatus', { token: bound.data.access_token });
  assert.deepEqual(status.data, { wechatNum: true, fdMobile: true });

  const again = await start(desk);
  await confirm(phone, again, device);
  const login = await poll(desk, again);
  assert.equal(login.code, 1);
  assert.equal(login.data.expires_in, 604_800);
  assert.equal((await poll(desk, again)).error, 'account:refused.qr-expired');
});

test('a phone that is logged in logs its own account in', async () => {
  const [desk, phone] = [server.browser(), server.browser()];
  const token = await phone.logIn(newMobile(), 'the-phone');
  const { id } = (await phone.call('GET', '/api/account', { token })).data;
  await server.composed.ctx.db.pool.query('update core_accounts set role_code = 7 where id = $1', [id]);
  const sceneId = await start(desk);
  await confirm(phone, sceneId, newDevice(), token);
  const login = await poll(desk, sceneId);
  assert.equal((await desk.call('GET', '/api/account', { token: login.data.access_token })).data.id, id);
});

test('a code that nobody scanned ends after thirty seconds, and a refreshed one takes its place', async () => {
  const [desk, phone] = [server.browser(), server.browser()];
  const sceneId = await start(desk);
  await server.age('scenes', 31);
  assert.equal((await poll(desk, sceneId)).error, 'account:refused.qr-expired');
  assert.equal((await phone.call('GET', `/api/account/qr/${sceneId}`)).data.state, 'expired');
  assert.equal((await confirm(phone, sceneId, newDevice())).error, 'account:refused.qr-expired');
  const fresh = await desk.call('GET', `/refresh/${sceneId}`);
  assert.notEqual(fresh.body.sceneId, sceneId);
  assert.ok(fresh.body.qrcode.endsWith(fresh.body.sceneId));
  const replaced = await start(desk);
  await desk.call('GET', `/refresh/${replaced}`);
  assert.equal((await confirm(phone, replaced, newDevice())).error, 'account:refused.qr-expired');
});

test('only the browser that asked for a code logs in by it', async () => {
  const [desk, thief, phone] = [server.browser(), server.browser(), server.browser()];
  await start(thief);
  const token = await phone.logIn(newMobile());
  const sceneId = await start(desk);
  await confirm(phone, sceneId, newDevice(), token);
  assert.equal((await poll(thief, sceneId)).error, 'account:refused.qr-expired');
  assert.equal((await thief.call('GET', `/register/${sceneId}`)).error, 'account:refused.qr-expired');
  assert.equal((await poll(desk, sceneId)).code, 1);
});

test('polls at the same time log in once', async () => {
  const [desk, phone] = [server.browser(), server.browser()];
  const token = await phone.logIn(newMobile());
  const sceneId = await start(desk);
  await confirm(phone, sceneId, newDevice(), token);
  const answers = await Promise.all(Array.from({ length: 5 }, () => poll(desk, sceneId)));
  assert.equal(answers.filter(({ code }) => code === 1).length, 1);
});

test('a number is bound by the browser that told its code, and by no other', async () => {
  const [desk, thief, phone] = [server.browser(), server.browser(), server.browser()];
  const victim = newMobile();
  await validate(desk, victim);
  const sceneId = await start(thief);
  await confirm(phone, sceneId, newDevice());
  assert.equal((await bind(thief, victim, sceneId)).error, 'account:refused.code-not-validated');
});

test('a number with an account gets the phone; a second phone is refused', async () => {
  const [desk, phone] = [server.browser(), server.browser()];
  const mobile = newMobile();
  const token = await desk.logIn(mobile, 'desk-device');
  const { id } = (await desk.call('GET', '/api/account', { token })).data;
  const sceneId = await start(desk);
  await confirm(phone, sceneId, newDevice());
  await validate(desk, mobile);
  const bound = await bind(desk, mobile, sceneId);
  assert.equal((await desk.call('GET', '/api/account', { token: bound.data.access_token })).data.id, id);
  const second = await start(desk);
  await confirm(phone, second, newDevice());
  await validate(desk, mobile);
  assert.equal((await bind(desk, mobile, second)).error, 'account:refused.other-wechat');
});

test('who is known only by their own word cannot register without a number', async () => {
  const [desk, phone] = [server.browser(), server.browser()];
  const sceneId = await start(desk);
  assert.equal((await desk.call('GET', `/register/${sceneId}`)).error, 'account:refused.qr-waiting');
  await confirm(phone, sceneId, newDevice());
  assert.equal((await desk.call('GET', `/register/${sceneId}`)).secCode, 407);
});

test('a disabled account answers code 406', async () => {
  const [desk, phone] = [server.browser(), server.browser()];
  const token = await phone.logIn(newMobile());
  const { id } = (await phone.call('GET', '/api/account', { token })).data;
  const sceneId = await start(desk);
  await confirm(phone, sceneId, newDevice(), token);
  const { db, accounts } = server.composed.ctx;
  await db.transaction((tx) => accounts.disable(tx, id));
  assert.equal((await poll(desk, sceneId)).secCode, 406);
});

test('each bad field is refused', async () => {
  const desk = server.browser();
  const sceneId = await start(desk);
  for (const [method, path, body] of [
    ['GET', `/checkWechatNumLogin/${'x'.repeat(101)}`, undefined],
    ['GET', `/checkWechatNumLogin/${sceneId}?id=${'x'.repeat(101)}`, undefined],
    ['GET', `/anon/wechat/regAndLogin?fdMobile=1&sceneId=${sceneId}`, undefined],
    ['GET', '/anon/wechat/regAndLogin?fdMobile=13800000000', undefined],
    ['POST', `/api/account/qr/${sceneId}/confirm`, { deviceId: 'short' }],
    ['POST', `/api/account/qr/${sceneId}/confirm`, {}],
    ['POST', '/anon/douyin/login/deleteUser', { key: 'x' }],
    ['POST', '/anon/douyin/login/deleteUser', { accountId: 'x' }],
  ] as const) {
    assert.equal((await desk.call(method, path, { body })).status, 422, path);
  }
});

test('codes and confirmations of one address are limited', async () => {
  await server.setLimits({
    qrCodesPerAddress: { count: 1, seconds: 60 },
    confirmationsPerAddress: { count: 1, seconds: 60 },
  });
  const [desk, phone] = [server.browser(), server.browser()];
  const sceneId = await start(desk);
  assert.equal((await desk.call('GET', '/wechatNum/login')).status, 429);
  await confirm(phone, 'nothing', newDevice());
  assert.equal((await confirm(phone, sceneId, newDevice())).status, 429);
  await server.setLimits({});
});
