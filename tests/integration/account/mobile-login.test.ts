import assert from 'node:assert/strict';
import { before, after, beforeEach, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { CODE_KEY, USUAL_CODE_KEY } from '#plugins/account/server/settings.ts';

import { startAccountServer, type AccountServer } from './account-kit.ts';

const scope = lastFirst({ after });
let server: AccountServer;
const log: string[] = [];
before(async () => {
  server = await startAccountServer(scope, { onLog: (line) => log.push(line) });
});
beforeEach(() => server.forgetLimits());

let last = 0;
const newMobile = () => `138${String((last += 1)).padStart(8, '0')}`;

test('a new number is registered with its code, and known at the next login', async () => {
  const mobile = newMobile();
  const browser = server.browser();
  const token = await browser.logIn(mobile, 'device-aaaa');
  const me = await browser.call('GET', '/api/account', { token });
  assert.equal(me.status, 200);
  assert.equal(me.data.fdMobile, mobile);
  assert.match(me.data.fdName, /^用户_\d{4}$/);
  assert.equal(me.data.fdRoleCode, 12);
  assert.equal(me.data.fdType, 1);
  assert.deepEqual(me.data.features, []);
  const again = await browser.logIn(mobile, 'device-aaaa');
  assert.notEqual(again, token);
  assert.equal((await browser.call('GET', '/api/account', { token: again })).data.id, me.data.id);
});

test('a wrong code is refused, whether the number is known or not, in the same words', async () => {
  const [known, unknown] = [newMobile(), newMobile()];
  const browser = server.browser();
  await browser.logIn(known);
  await browser.askForCode(known);
  const answers = [];
  for (const fdMobile of [known, unknown]) {
    const right = await server.sentCode(fdMobile);
    const mobileCode = right === '000000' ? '000001' : '000000';
    answers.push(await browser.call('POST', '/loginByfdMobileV2', { body: { fdMobile, mobileCode } }));
  }
  const [ofKnown, ofUnknown] = answers;
  assert.equal(ofKnown?.error, 'account:refused.code-wrong');
  assert.deepEqual(ofKnown?.body, ofUnknown?.body);
  const asked = await server.browser().askForCode(unknown);
  await server.forgetLimits();
  assert.deepEqual(asked.body, (await server.browser().askForCode(known)).body);
});

test('a code is good for five minutes', async () => {
  const fdMobile = newMobile();
  const browser = server.browser();
  await browser.askForCode(fdMobile);
  const mobileCode = await server.sentCode(fdMobile);
  await server.age('codes', 301);
  const answer = await browser.call('POST', '/loginByfdMobileV2', { body: { fdMobile, mobileCode } });
  assert.equal(answer.error, 'account:refused.code-wrong');
});

test('a code is good once, also for logins at the same time', async () => {
  const fdMobile = newMobile();
  const browser = server.browser();
  await browser.askForCode(fdMobile);
  const body = { fdMobile, mobileCode: await server.sentCode(fdMobile) };
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => browser.call('POST', '/loginByfdMobileV2', { body })),
  );
  assert.deepEqual(answers.map(({ code }) => code).sort(), [0, 0, 0, 1]);
  assert.equal((await browser.call('POST', '/loginByfdMobileV2', { body })).code, 0);
});

test('after five wrong tries even the right code is refused', async () => {
  const fdMobile = newMobile();
  const browser = server.browser();
  await browser.askForCode(fdMobile);
  const right = await server.sentCode(fdMobile);
  const wrong = right === '111111' ? '222222' : '111111';
  const tries = Array.from({ length: 5 }, () =>
    browser.call('POST', '/loginByfdMobileV2', { body: { fdMobile, mobileCode: wrong } }),
  );
  await Promise.all(tries);
  const answer = await browser.call('POST', '/loginByfdMobileV2', { body: { fdMobile, mobileCode: right } });
  assert.equal(answer.error, 'account:refused.code-wrong');
});

test('an address that keeps guessing is refused, and the failures are on record', async () => {
  await server.setLimits({ wrongCodesPerAddress: { count: 3, seconds: 600 } });
  const browser = server.browser();
  const guess = () =>
    browser.call('POST', '/loginByfdMobileV2', { body: { fdMobile: newMobile(), mobileCode: '123456' } });
  const before = (await server.audited('account.login-failed')).length;
  for (let index = 0; index < 3; index += 1) assert.equal((await guess()).status, 200);
  const refused = await guess();
  assert.equal(refused.status, 429);
  assert.equal(refused.error, 'account:refused.too-often');
  assert.equal((await guess()).status, 429);
  assert.equal((await server.audited('account.login-failed')).length, before + 3);
  const limits = await server.audited('account.limit');
  assert.equal(limits.filter(({ target }) => target === 'wrongCodesPerAddress').length, 1);
  await server.setLimits({});
});

test('a number gets one code every two minutes and ten a day, from however many addresses they are asked for', async () => {
  const mobile = newMobile();
  assert.equal((await server.browser().askForCode(mobile)).code, 1);
  const soon = await server.browser().askForCode(mobile);
  assert.equal(soon.status, 429);
  assert.equal(soon.error, 'account:refused.code-soon');
  const { seconds } = (soon.body.data as unknown as { params: { seconds: number } }).params;
  assert.ok(seconds > 110 && seconds <= 120, `again after ${seconds} s, as long as the button counts`);
  for (let index = 0; index < 9; index += 1) {
    await server.composed.ctx.db.pool.query(`delete from core_limits where key like 'account:codeSpacing:%'`);
    assert.equal((await server.browser().askForCode(mobile)).code, 1);
  }
  await server.composed.ctx.db.pool.query(`delete from core_limits where key like 'account:codeSpacing:%'`);
  const eleventh = await server.browser().askForCode(mobile);
  assert.equal(eleventh.error, 'account:refused.codes-today');
  const { rows } = await server.composed.ctx.db.pool.query('select 1 from account_outbox where "to" = $1', [mobile]);
  assert.equal(rows.length, 10);
  assert.ok((await server.audited('account.limit')).some(({ target }) => target === 'codesPerMobile'));
});

test('an address gets twenty codes an hour', async () => {
  const browser = server.browser();
  for (let index = 0; index < 20; index += 1) assert.equal((await browser.askForCode(newMobile())).code, 1);
  assert.equal((await browser.askForCode(newMobile())).status, 429);
});

test('IPv6 addresses of one household count as one', async () => {
  await server.setLimits({ codesPerAddress: { count: 1, seconds: 600 } });
  assert.equal((await server.browser({ ip: '2001:db8:1:2::1' }).askForCode(newMobile())).code, 1);
  assert.equal((await server.browser({ ip: '2001:db8:1:2:ffff::9' }).askForCode(newMobile())).status, 429);
  assert.equal((await server.browser({ ip: '2001:db8:1:3::1' }).askForCode(newMobile())).code, 1);
  await server.setLimits({});
});

test('a disabled account answers code 406, only to who has the right code', async () => {
  const fdMobile = newMobile();
  const browser = server.browser();
  const token = await browser.logIn(fdMobile);
  const { id } = (await browser.call('GET', '/api/account', { token })).data;
  const { db, accounts } = server.composed.ctx;
  await db.transaction((tx) => accounts.disable(tx, id));
  await browser.askForCode(fdMobile);
  const wrong = await browser.call('POST', '/loginByfdMobileV2', { body: { fdMobile, mobileCode: '1234' } });
  assert.equal(wrong.error, 'account:refused.code-wrong');
  const right = { fdMobile, mobileCode: await server.sentCode(fdMobile) };
  const answer = await browser.call('POST', '/loginByfdMobileV2', { body: right, language: 'zh' });
  assert.deepEqual([answer.status, answer.code, answer.secCode], [200, 0, 406]);
  assert.equal(answer.message, '您的账号出现异常，请联系客服!');
});

test('each bad field is refused by name', async () => {
  const browser = server.browser();
  const good = { fdMobile: newMobile(), mobileCode: '123456' };
  for (const [field, value] of [
    ['fdMobile', '12800000000'],
    ['fdMobile', '1380000000'],
    ['fdMobile', 13_800_000_000],
    ['fdMobile', undefined],
    ['mobileCode', '12'],
    ['mobileCode', 'abcdef'],
    ['mobileCode', undefined],
    ['id', 'x'.repeat(101)],
  ] as const) {
    const answer = await browser.call('POST', '/loginByfdMobileV2', { body: { ...good, [field]: value } });
    assert.equal(answer.status, 422, `${field} ${String(value)}`);
    assert.equal(answer.data.fields[0]?.field, `body.${field}`);
  }
  const format = await browser.call('POST', '/loginByfdMobileV2', { body: { ...good, fdMobile: '2' }, language: 'zh' });
  assert.equal(format.message, '手机号格式不正确');
  const validate = 'x';
  for (const body of [
    { type: 6, validate },
    { fdMobile: good.fdMobile, type: 7, validate },
    { fdMobile: good.fdMobile, type: 6 },
  ]) {
    assert.equal((await browser.call('POST', '/getMobileCode', { body })).status, 422);
  }
  assert.equal((await browser.call('POST', '/sendMobileCode', { body: { fdMobile: good.fdMobile } })).status, 422);
  const other = { ...good, templateCode: 213 };
  assert.equal((await browser.call('POST', '/validateMobileCode', { body: other })).status, 422);
});

test('a code stands in the log once, where the message was kept, and in no database column but the outbox', async () => {
  const mobile = newMobile();
  const browser = server.browser();
  log.length = 0;
  await browser.logIn(mobile);
  const code = await server.sentCode(mobile);
  const lines = log.filter((line) => line.includes(code));
  assert.equal(lines.length, 1);
  assert.equal((JSON.parse(lines[0] ?? '{}') as { level: number }).level, 30);
  const { rows } = await server.composed.ctx.db.pool.query('select * from account_codes where mobile = $1', [mobile]);
  assert.ok(!JSON.stringify(rows).includes(code));
  assert.ok(!log.some((line) => line.includes(mobile)), 'the number stands in no line of the log');
});

test('operators, and nobody else, read the outbox', async () => {
  const mobile = newMobile();
  await server.browser().askForCode(mobile);
  assert.equal((await server.call('GET', '/api/account/outbox')).status, 401);
  const member = await server.signIn({ level: 'level4' });
  assert.equal((await server.call('GET', '/api/account/outbox', { token: member.token })).status, 403);
  const operator = await server.signIn({ operator: true });
  const first = await server.call('GET', '/api/account/outbox?limit=1', { token: operator.token });
  const page = first.envelope.data as { items: { to: string; text: string }[]; nextCursor: string; total: number };
  assert.equal(page.items[0]?.to, mobile);
  assert.ok(page.items[0]?.text.includes(await server.sentCode(mobile)));
  assert.ok(page.total > 1);
  const next = await server.call('GET', `/api/account/outbox?limit=1&cursor=${page.nextCursor}`, {
    token: operator.token,
  });
  assert.notDeepEqual((next.envelope.data as typeof page).items, page.items);
  assert.equal((await server.call('GET', '/api/account/outbox?cursor=x', { token: operator.token })).status, 422);
});

test('a number is changed by its own code and the next one’s, and not by a session alone', async () => {
  const [present, next, taken] = [newMobile(), newMobile(), newMobile()];
  const browser = server.browser();
  const token = await browser.logIn(present);
  await server.browser().logIn(taken);
  await server.forgetLimits();
  const change = async (fdMobile: string) => {
    await browser.askForCode(fdMobile);
    const body = { fdMobile, mobileCode: await server.sentCode(fdMobile) };
    return await browser.call('PUT', '/api/account/mobile', { token, body });
  };
  assert.equal((await change(next)).error, 'account:refused.code-not-validated');
  assert.equal((await browser.call('GET', '/api/account', { token })).data.fdMobile, present);

  await server.forgetLimits();
  await browser.askForCode(present);
  const confirmed = { fdMobile: present, mobileCode: await server.sentCode(present), templateCode: 212 };
  assert.equal((await browser.call('POST', '/validateMobileCode', { body: confirmed })).code, 1);
  assert.equal((await change(taken)).error, 'account:refused.mobile-taken');
  await server.forgetLimits();
  assert.equal((await change(next)).code, 1);
  assert.equal((await browser.call('GET', '/api/account', { token })).data.fdMobile, next);
});

test('visitors learn whether codes are for WeChat, which they are not by default', async () => {
  const { body } = await server.browser().call('GET', '/api/account/login-methods');
  assert.deepEqual(body.data, { wechat: false, codeKey: 'reelport-web', captcha: { provider: 'slider' } });
});

test('a code is asked for with the header `key` that is configured, and with nothing else', async () => {
  const browser = server.browser();
  const ask = async (headers: Record<string, string>) => {
    await server.forgetLimits();
    const validate = await browser.solveCaptcha();
    return await browser.call('POST', '/getMobileCode', {
      body: { fdMobile: newMobile(), type: 6, validate },
      headers,
    });
  };
  for (const headers of [{}, { key: '' }, { key: 'Reelport-web' }]) {
    const refused = await ask(headers as Record<string, string>);
    assert.deepEqual([refused.status, refused.error], [403, 'account:refused.client'], JSON.stringify(headers));
  }
  assert.equal((await ask({ key: 'reelport-web' })).code, 1);
  const { settings } = server.composed.ctx;
  await settings.set(CODE_KEY, 'harbour', 'test');
  assert.equal((await ask({ key: 'reelport-web' })).status, 403);
  assert.equal((await ask({ key: 'harbour' })).code, 1);
  await settings.set(CODE_KEY, null, 'test');
  assert.equal((await ask({})).code, 1);
  await settings.set(CODE_KEY, USUAL_CODE_KEY, 'test');
});
