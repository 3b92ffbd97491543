import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Level } from '#core/contract/tiers.ts';
import { LEVEL_LIMITS } from '#core/contract/tiers.ts';
import { createHttpServer } from '#core/server/http/http-server.ts';
import { httpPlugins } from '#core/server/plugins/http-plugins.ts';
import { LEVEL_LIMITS_SETTING } from '#core/server/services/settings/level-limits.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { compose } from '#host/server/compose.ts';
import { readConfiguration } from '#host/server/configuration.ts';

import { account, startAccountServer, type AccountServer } from './account-kit.ts';

const scope = lastFirst({ after });
let server: AccountServer;
before(async () => {
  server = await startAccountServer(scope);
});
beforeEach(() => server.forgetLimits());

let last = 0;
const newMobile = () => `139${String((last += 1)).padStart(8, '0')}`;

async function setRole(token: string, roleCode: number, until?: Date): Promise<void> {
  const { id } = (await server.browser().call('GET', '/api/account', { token })).data;
  await server.composed.ctx.db.pool.query('update core_accounts set role_code = $2, role_until = $3 where id = $1', [
    id,
    roleCode,
    until ?? null,
  ]);
}

/** The code that a session's end is told with; a node may take a moment to hear of it. */
async function endOf(token: string): Promise<number | string> {
  for (const deadline = Date.now() + 3000; Date.now() < deadline; await sleep(10)) {
    const { code, secCode } = await server.browser().call('GET', '/api/account', { token });
    if (code !== 1) return secCode ?? 'ended';
  }
  return 'in';
}

/** Reads the frames of an event stream until it ends. */
async function streamOf(token: string, address = server.address) {
  const answer = await fetch(`${address}/api/events`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(answer.headers.get('content-type'), 'text/event-stream');
  return { whole: answer.text() };
}

test('a login on one device too many forces the oldest offline, which hears of it at once and is told once', async () => {
  const mobile = newMobile();
  const browser = server.browser();
  const first = await browser.logIn(mobile, 'device-one');
  const stream = await streamOf(first);
  const second = await browser.logIn(mobile, 'device-two');
  assert.match(await stream.whole, /event: session\ndata: {"state":"forced-offline"}/);
  assert.equal((await browser.call('GET', '/api/account', { token: second })).code, 1);
  const noStream = await fetch(`${server.address}/api/events`, { headers: { authorization: `Bearer ${first}` } });
  assert.equal(noStream.status, 401);
  const told = await browser.call('GET', '/api/account', { token: first, language: 'zh' });
  assert.deepEqual([told.status, told.code, told.secCode], [200, 0, 408]);
  assert.equal(told.message, '您当前账号超过会员版本使用人数，已被迫下线。');
  assert.equal((await browser.call('GET', '/api/account', { token: first })).status, 401);
  assert.ok((await server.audited('account.forced-offline')).length > 0);
});

test('each level has room for its number of devices', async () => {
  for (const [level, roleCode] of [
    ['level1', 13],
    ['level2', 14],
    ['level3', 15],
  ] as [Level, number][]) {
    const mobile = newMobile();
    const browser = server.browser();
    const tokens = [await browser.logIn(mobile, 'first-device')];
    await setRole(tokens[0] ?? '', roleCode);
    const { devices } = LEVEL_LIMITS[level];
    for (let index = 1; index <= devices; index += 1) tokens.push(await browser.logIn(mobile, `device-${index}`));
    const states = [await endOf(tokens[0] ?? '')];
    for (const token of tokens.slice(1)) {
      states.push((await browser.call('GET', '/api/account', { token })).secCode ?? 'in');
    }
    assert.deepEqual(states, [408, ...Array.from({ length: devices }, () => 'in')], level);
  }
});

test('logins at the same time never leave more devices than the level has room for', async () => {
  const mobile = newMobile();
  const browser = server.browser();
  const token = await browser.logIn(mobile, 'first');
  const { id } = (await browser.call('GET', '/api/account', { token })).data;
  const { withLogin } = await import('#plugins/account/server/login/open-login.ts');
  const visitor = {
    ip: '',
    address: '',
    userAgent: undefined,
    requestId: '',
    language: 'en',
    browserHash: null,
  } as const;
  await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      withLogin(server.composed.ctx, visitor, (_tx, open) =>
        open({ accountId: id, deviceId: `d${index}`, by: 'test' }),
      ),
    ),
  );
  assert.equal((await server.composed.ctx.accounts.liveSessions(server.composed.ctx.db, id)).length, 1);
});

test('a login of the same device takes the place of its former session', async () => {
  const mobile = newMobile();
  const browser = server.browser();
  const first = await browser.logIn(mobile, 'same-device');
  const second = await browser.logIn(mobile, 'same-device');
  assert.equal(await endOf(first), 'ended');
  const { list } = await browser.call('GET', '/api/account/sessions', { token: second });
  assert.equal(list.length, 1);
});

test('operators change how many devices a level has room for', async () => {
  const limits = { ...LEVEL_LIMITS, level0: { ...LEVEL_LIMITS.level0, devices: 2 } };
  await server.composed.ctx.settings.set(LEVEL_LIMITS_SETTING, limits, 'test');
  const mobile = newMobile();
  const browser = server.browser();
  const first = await browser.logIn(mobile, 'one');
  await browser.logIn(mobile, 'two');
  assert.equal((await browser.call('GET', '/api/account', { token: first })).code, 1);
  await server.composed.ctx.settings.set(LEVEL_LIMITS_SETTING, LEVEL_LIMITS, 'test');
});

test('sessions are listed with their places; ending one logs its pages out at once', async () => {
  const mobile = newMobile();
  const desk = server.browser({ userAgent: 'Mozilla/5.0 (Macintosh) AppleWebKit Safari/600', ip: '203.0.113.7' });
  const first = await desk.logIn(mobile, 'desk');
  await setRole(first, 7);
  const second = await server.browser().logIn(mobile, 'other');
  const { list } = await desk.call('GET', '/api/account/sessions', { token: first });
  assert.equal(list.length, 2);
  const own = list.find(({ current }) => current);
  assert.deepEqual([own?.browser, own?.ip], ['Safari · macOS', '203.0.113.7']);
  const stream = await streamOf(second);
  const other = list.find(({ current }) => !current);
  assert.equal((await desk.call('DELETE', `/api/account/sessions/${other?.id}`, { token: first })).code, 1);
  assert.match(await stream.whole, /event: session\ndata: {"state":"ended"}/);
  assert.equal(await endOf(second), 'ended');
  assert.equal((await desk.call('GET', '/api/account', { token: first })).code, 1);
});

test('nobody ends a session of somebody else', async () => {
  const [mine, theirs] = [await server.browser().logIn(newMobile()), await server.browser().logIn(newMobile())];
  const browser = server.browser();
  const { list } = await browser.call('GET', '/api/account/sessions', { token: theirs });
  const answer = await browser.call('DELETE', `/api/account/sessions/${list[0]?.id}`, { token: mine });
  assert.deepEqual([answer.status, answer.error], [404, 'account:refused.session-missing']);
  assert.equal((await browser.call('GET', '/api/account', { token: theirs })).code, 1);
  assert.equal((await browser.call('DELETE', '/api/account/sessions/x', { token: mine })).status, 404);
});

test('logging out ends the token', async () => {
  const browser = server.browser();
  const token = await browser.logIn(newMobile());
  assert.equal((await browser.call('POST', '/api/account/logout', { token })).code, 1);
  assert.equal(await endOf(token), 'ended');
  assert.ok((await server.audited('account.logout')).length > 0);
});

test('whatever token a browser brings along, a login makes a new one', async () => {
  const planted = await server.browser().logIn(newMobile());
  const mobile = newMobile();
  const browser = server.browser();
  await browser.askForCode(mobile);
  const answer = await browser.call('POST', '/loginByfdMobileV2', {
    token: planted,
    body: { fdMobile: mobile, mobileCode: await server.sentCode(mobile) },
    headers: { cookie: `access_token=${planted}` },
  });
  assert.notEqual(answer.data.access_token, planted);
  const { data } = await browser.call('GET', '/api/account', { token: planted });
  assert.notEqual(data.fdMobile, mobile);
});

test('a disabled account is told once why its sessions ended', async () => {
  const browser = server.browser();
  const token = await browser.logIn(newMobile());
  const { id } = (await browser.call('GET', '/api/account', { token })).data;
  const { db, accounts } = server.composed.ctx;
  await db.transaction((tx) => accounts.disable(tx, id));
  assert.equal(await endOf(token), 406);
  assert.equal((await browser.call('GET', '/api/account', { token })).status, 401);
});

test('two nodes share limits, codes and sessions', async () => {
  const { db } = server.composed.ctx;
  const configuration = readConfiguration({ DATA_DIR: server.dataDir, DATABASE_URL: db.connectionString });
  const second = await compose(configuration, 'api', { concurrency: 0, plugins: [account], log: testLog });
  scope.after(() => second.close());
  const http = await createHttpServer(second.ctx, {
    ...{ version: '0.0.0', ready: {}, servedStore: second.servedStore, trustProxy: ['loopback'] },
    plugins: httpPlugins([account], second.ctx),
  });
  scope.after(() => http.close());
  const address = await http.listen({ host: '127.0.0.1', port: 0 });
  const [here, there] = [server.browser({ ip: '203.0.113.50' }), server.browser({ ip: '203.0.113.50', address })];

  const mobile = newMobile();
  const proof = await here.solveCaptcha();
  const ask = (browser: typeof here, validate: string) =>
    browser.call('POST', '/getMobileCode', {
      body: { fdMobile: mobile, type: 6, validate },
      headers: { key: 'reelport-web' },
    });
  assert.equal((await ask(there, proof)).code, 1);
  assert.equal((await ask(here, proof)).error, 'account:refused.captcha');
  assert.equal((await ask(here, await there.solveCaptcha())).error, 'account:refused.code-soon');
  const body = { fdMobile: mobile, mobileCode: await server.sentCode(mobile), id: 'device-here' };
  const login = await here.call('POST', '/loginByfdMobileV2', { body });
  const token = login.data.access_token;
  const stream = await streamOf(token, address);
  await server.forgetLimits();
  await here.logIn(mobile, 'device-there');
  assert.match(await stream.whole, /forced-offline/);
  assert.equal((await there.call('GET', '/api/account', { token })).secCode, 408);
  assert.equal((await here.call('GET', '/api/account', { token })).status, 401);
});
