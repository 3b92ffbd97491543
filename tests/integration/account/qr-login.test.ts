import assert from 'node:assert/strict';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
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

async function start(browser: Browser): Promise<string> {
  const { body } = await browser.call('GET', '/wechatNum/login');
  assert.equal(body.code, 1);
  assert.deepEqual([body.qrcode, body.sceneId], [body.data.qrcode, body.data.sceneId]);
  return body.sceneId;
}

const poll = (browser: Browser, sceneId: string) =>
  browser.call('GET', `/checkWechatNumLogin/${sceneId}`, { language: 'zh', headers: { 'x-device-id': 'desk-device' } });
const confirm = (phone: Browser, sceneId: string, token?: string) =>
  phone.call('POST', `/api/account/qr/${sceneId}/confirm`, { token });

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
  const { body } = await desk.call('GET', '/wechatNum/login');
  const { sceneId } = body;
  assert.equal(body.qrcode, `${server.address}/qr/${sceneId}`);
  assert.deepEqual([(await poll(desk, sceneId)).code, (await poll(desk, sceneId)).message], [0, '未检测到扫码用户']);
  const seen = await phone.call('GET', `/api/account/qr/${sceneId}`);
  assert.deepEqual(seen.data, { state: 'scanned', browser: 'Chrome · Windows' });
  assert.equal((await poll(desk, sceneId)).error, 'account:refused.qr-scanned');
  assert.equal((await confirm(phone, sceneId)).code, 1);
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
  await confirm(phone, again);
  const login = await poll(desk, again);
  assert.equal(login.code, 1);
  assert.equal(login.data.expires_in, 604_800);
  assert.equal((await poll(desk, again)).error, 'account:refused.qr-expired');
});

test('what a phone says of itself confirms nothing in its name: only its browser’s own secret does', async () => {
  const [desk, phone, thief] = [server.browser(), server.browser(), server.browser()];
  const known = await start(desk);
  const confirmed = await phone.call('POST', `/api/account/qr/${known}/confirm`, {
    body: { deviceId: 'phone-of-victim' },
  });
  const cookie = confirmed.headers.getSetCookie().join();
  assert.match(cookie, /^rp-phone=[\w-]{43}; Path=\/; HttpOnly; Max-Age=\d+; SameSite=Strict$/);
  const mobile = newMobile();
  await validate(desk, mobile);
  assert.equal((await bind(desk, mobile, known)).code, 1);

  const stolen = await start(thief);
  await thief.call('POST', `/api/account/qr/${stolen}/confirm`, {
    body: { deviceId: 'phone-of-victim' },
    headers: { 'x-device-id': 'phone-of-victim' },
  });
  assert.equal((await poll(thief, stolen)).secCode, 407, 'the thief is a stranger');
});

test('a code opens the address at which the browser reached this server, whatever its Host header says', async () => {
  const url = new URL(server.address);
  const { promise, resolve } = Promise.withResolvers<string>();
  const asked = request({
    host: url.hostname,
    port: url.port,
    path: '/wechatNum/login',
    headers: { host: 'evil.example' },
  });
  asked.on('response', (answer) => void text(answer).then(resolve)).end();
  const { qrcode } = JSON.parse(await promise) as { qrcode: string };
  assert.equal(new URL(qrcode).origin, server.address);
});

test('the device is told to the session by a header, and stands in no address', async () => {
  const [desk, phone] = [server.browser(), server.browser()];
  const token = await phone.logIn(newMobile());
  await server.composed.ctx.db.pool.query('update core_accounts set role_code = 7');
  for (let login = 0; login < 2; login += 1) {
    const sceneId = await start(desk);
    await confirm(phone, sceneId, token);
    assert.equal((await poll(desk, sceneId)).code, 1);
  }
  const { list } = await phone.call('GET', '/api/account/sessions', { token });
  assert.equal(list.length, 2, 'the second login of the same device took the place of the first');
});

test('a phone that is logged in logs its own account in', async () => {
  const [desk, phone] = [server.browser(), server.browser()];
  const token = await phone.logIn(newMobile(), 'the-phone');
  const { id } = (await phone.call('GET', '/api/account', { token })).data;
  await server.composed.ctx.db.pool.query('update core_accounts set role_code = 7 where id = $1', [id]);
  const sceneId = await start(desk);
  await confirm(phone, sceneId, token);
  const login = await poll(desk, sceneId);
  assert.equal((await desk.call('GET', '/api/account', { token: login.data.access_token })).data.id, id);
});

test('a code that nobody scanned ends after thirty seconds, and a refreshed one takes its place', async () => {
  const [desk, phone] = [server.browser(), server.browser()];
  const sceneId = await start(desk);
  await server.age('scenes', 31);
  assert.equal((await poll(desk, sceneId)).error, 'account:refused.qr-expired');
  assert.equal((await phone.call('GET', `/api/account/qr/${sceneId}`)).data.state, 'expired');
  assert.equal((await confirm(phone, sceneId)).error, 'account:refused.qr-expired');
  const fresh = await desk.call('GET', `/refresh/${sceneId}`);
  assert.notEqual(fresh.body.sceneId, sceneId);
  assert.ok(fresh.body.qrcode.endsWith(fresh.body.sceneId));
  const replaced = await start(desk);
  await desk.call('GET', `/refresh/${replaced}`);
  assert.equal((await confirm(phone, replaced)).error, 'account:refused.qr-expired');
});

test('only the browser that asked for a code logs in by it', async () => {
  const [desk, thief, phone] = [server.browser(), server.browser(), server.browser()];
  await start(thief);
  const token = await phone.logIn(newMobile());
  const sceneId = await start(desk);
  await confirm(phone, sceneId, token);
  assert.equal((await poll(thief, sceneId)).error, 'account:refused.qr-expired');
  assert.equal((await thief.call('GET', `/register/${sceneId}`)).error, 'account:refused.qr-expired');
  assert.equal((await poll(desk, sceneId)).code, 1);
});

test('polls at the same time log in once', async () => {
  const [desk, phone] = [server.browser(), server.browser()];
  const token = await phone.logIn(newMobile());
  const sceneId = await start(desk);
  await confirm(phone, sceneId, token);
  const answers = await Promise.all(Array.from({ length: 5 }, () => poll(desk, sceneId)));
  assert.equal(answers.filter(({ code }) => code === 1).length, 1);
});

test('a number is bound by the browser that told its code, and by no other', async () => {
  const [desk, thief, phone] = [server.browser(), server.browser(), server.browser()];
  const victim = newMobile();
  await validate(desk, victim);
  const sceneId = await start(thief);
  await confirm(phone, sceneId);
  assert.equal((await bind(thief, victim, sceneId)).error, 'account:refused.code-not-validated');
});

test('a number with an account gets the phone; a second phone is refused', async () => {
  const [desk, phone] = [server.browser(), server.browser()];
  const mobile = newMobile();
  const token = await desk.logIn(mobile, 'desk-device');
  const { id } = (await desk.call('GET', '/api/account', { token })).data;
  const sceneId = await start(desk);
  await confirm(phone, sceneId);
  await validate(desk, mobile);
  const bound = await bind(desk, mobile, sceneId);
  assert.equal((await desk.call('GET', '/api/account', { token: bound.data.access_token })).data.id, id);
  const second = await start(desk);
  await confirm(server.browser(), second);
  await validate(desk, mobile);
  assert.equal((await bind(desk, mobile, second)).error, 'account:refused.other-wechat');
});

test('who is known only by their own word cannot register without a number', async () => {
  const [desk, phone] = [server.browser(), server.browser()];
  const sceneId = await start(desk);
  assert.equal((await desk.call('GET', `/register/${sceneId}`)).error, 'account:refused.qr-waiting');
  await confirm(phone, sceneId);
  assert.equal((await desk.call('GET', `/register/${sceneId}`)).secCode, 407);
});

test('a disabled account answers code 406', async () => {
  const [desk, phone] = [server.browser(), server.browser()];
  const token = await phone.logIn(newMobile());
  const { id } = (await phone.call('GET', '/api/account', { token })).data;
  const sceneId = await start(desk);
  await confirm(phone, sceneId, token);
  const { db, accounts } = server.composed.ctx;
  await db.transaction((tx) => accounts.disable(tx, id));
  assert.equal((await poll(desk, sceneId)).secCode, 406);
});

test('each bad field is refused', async () => {
  const desk = server.browser();
  const sceneId = await start(desk);
  for (const [method, path, body] of [
    ['GET', `/checkWechatNumLogin/${'x'.repeat(101)}`, undefined],
    ['GET', `/anon/wechat/regAndLogin?fdMobile=1&sceneId=${sceneId}`, undefined],
    ['GET', '/anon/wechat/regAndLogin?fdMobile=13800000000', undefined],
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
  await confirm(phone, 'nothing');
  assert.equal((await confirm(phone, sceneId)).status, 429);
  await server.setLimits({});
});
