import { autorun } from 'mobx';
import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';

import { answerRaw, buildAccount, refuse } from '#core/web/testing/index.ts';

import { account, buildBrowser, buildSession, stored } from './build-session.ts';

beforeEach(() => {
  rs.useFakeTimers();
});
afterEach(() => {
  rs.useRealTimers();
});

const readAccount = { method: 'GET', path: '/api/account' } as const;
const login = { access_token: 'fresh', expires_in: 60 };
const settle = () => rs.advanceTimersByTimeAsync(0);

test('without a token nobody is there, and loading fails without a call', async () => {
  const { session, http } = buildSession([]);
  expect([session.state, session.token, session.user]).toEqual(['anonymous', null, null]);
  await expect(session.load()).rejects.toMatchObject({ kind: 'refused', status: 401 });
  expect(http.made).toEqual([]);
});

test('a kept token is unknown until it is tried, and then active', async () => {
  const { session } = buildSession([account()], buildBrowser(stored()));
  const states: string[] = [];
  const stop = autorun(() => void states.push(session.state));
  expect(session.token).toBe('kept');
  await session.load();
  stop();
  expect(states).toEqual(['unknown', 'loading', 'active']);
});

test('loads at the same time share one request, and a loaded user needs none', async () => {
  const { session, http } = buildSession([account()], buildBrowser(stored()));
  const users = await Promise.all([session.load(), session.load(), session.load()]);
  await session.load();
  expect(new Set(users).size).toBe(1);
  expect(http.made.length).toBe(1);
});

test('a refused load clears token and user, in every place', async () => {
  for (const facts of [{ status: 401 }, { status: 403 }, { status: 200 }]) {
    const { session, browser, storage } = buildSession([refuse(readAccount, 'no', facts)], buildBrowser(stored()));
    storage.write('currentTask', { id: 1 });
    await expect(session.load()).rejects.toMatchObject({ kind: 'refused' });
    expect([session.state, session.token, browser.cookie.token]).toEqual(['anonymous', null, null]);
    expect([storage.read('currentTask'), storage.read('isLogin')]).toEqual([undefined, undefined]);
  }
});

test('a load that got no answer, or met a server in trouble, keeps the token for another try', async () => {
  for (const facts of [{ kind: 'network', status: 0 }, { kind: 'timeout', status: 0 }, { status: 503 }] as const) {
    const { session, http } = buildSession([refuse(readAccount, 'no', facts)], buildBrowser(stored()));
    await expect(session.load()).rejects.toThrow();
    expect([session.token, session.user]).toEqual(['kept', null]);
    http.script(account());
    expect((await session.load()).fdName).toBe('林小港');
  }
});

test('a login is kept with the time at which it ends, and its user is loaded', async () => {
  const { session, browser, storage } = buildSession([account()]);
  const now = Date.now();
  const user = await session.accept(login);
  expect(user).toEqual(buildAccount());
  expect(browser.cookie.token).toEqual({ ...login, expireTime: now + 60_000 });
  expect(storage.read('isLogin')).toBe(now + 60_000);
  expect([session.state, session.token, session.isPartner]).toEqual(['active', 'fresh', false]);
  rs.setSystemTime(now + 60_000);
  expect(session.token).toBe(null);
});

test('a login of a partner is marked as one', async () => {
  const { session, browser } = buildSession([account()]);
  await session.accept(login, { partner: true });
  expect([session.isPartner, browser.cookie.token?.partner]).toEqual([true, true]);
});

test('an answer for an earlier session does not become the user of the new one', async () => {
  let answerFirst: (user: unknown) => void = () => undefined;
  const slow = new Promise((resolve) => {
    answerFirst = resolve;
  });
  const { session, http } = buildSession(
    [answerRaw('GET', '/api/account', slow), account({ fdName: 'second' })],
    buildBrowser(stored()),
  );
  const first = session.load();
  await settle();
  const second = await session.accept(login);
  answerFirst(buildAccount({ fdName: 'first' }));
  expect(second.fdName).toBe('second');
  expect((await first).fdName).toBe('second');
  expect([session.user?.fdName, http.made.length]).toEqual(['second', 2]);
});

test('refreshing reads the user anew', async () => {
  const { session, http } = buildSession([account({ features: [] })], buildBrowser(stored()));
  await session.load();
  http.script(account({ features: [14] }));
  await session.refresh();
  expect(session.features).toEqual([14]);
});

test('logging out ends it on the server and here, and goes home', async () => {
  const { session, http, browser, went } = buildSession([account(), answerRaw('POST', '/api/account/logout', null)]);
  await session.accept(login);
  await session.logOut();
  expect(http.made.at(-1)).toMatchObject({ method: 'POST', path: '/api/account/logout' });
  expect([session.state, session.token, browser.cookie.token, went]).toEqual(['anonymous', null, null, ['/home']]);
});

test('a server that does not answer the logout keeps nobody logged in here', async () => {
  const { session, went } = buildSession([
    account(),
    refuse({ method: 'POST', path: '/api/account/logout' }, 'no', { kind: 'network' }),
  ]);
  await session.accept(login);
  await session.logOut();
  expect([session.token, went]).toEqual([null, ['/home']]);
});

test('what the user is called, and how far they reach', async () => {
  const cases = [
    [{ fdName: '用户_1234', wechatName: '小港' }, '小港'],
    [{ fdName: '用户_1234', wechatName: null }, '用户_1234'],
    [{ fdName: '用户_1234', wechatName: '' }, '用户_1234'],
    [{ fdName: '用户_12345', wechatName: '小港' }, '用户_12345'],
    [{ fdName: '张三', wechatName: '小港' }, '张三'],
    [{ fdName: '', fdUsername: 'port', wechatName: null }, 'port'],
  ] as const;
  for (const [facts, name] of cases) {
    const { session } = buildSession([account(facts)]);
    await session.accept(login);
    expect(session.displayName).toBe(name);
  }
  for (const [fdRoleCode, level, isFree] of [
    [12, 'level0', true],
    [11, 'level0', true],
    [13, 'level1', false],
    [15, 'level3', false],
    [7, 'level4', false],
    [99, null, false],
  ] as const) {
    const { session } = buildSession([account({ fdRoleCode, fdType: 2 })]);
    await session.accept(login);
    expect([session.roleCode, session.level, session.isFree, session.isMainAccount]).toEqual([
      fdRoleCode,
      level,
      isFree,
      false,
    ]);
  }
});

test('a logout in one tab is followed in the others, which ask to log in', async () => {
  const browser = buildBrowser(stored());
  const one = buildSession([account(), answerRaw('POST', '/api/account/logout', null)], browser);
  const other = buildSession([account()], browser);
  await Promise.all([one.session.load(), other.session.load()]);
  await one.session.logOut();
  expect([other.session.state, other.session.token, other.ended()]).toEqual(['anonymous', null, 1]);
  expect(one.ended()).toBe(0);
});

test('a login in one tab is followed in the others, also as somebody else', async () => {
  const browser = buildBrowser();
  const one = buildSession([account({ id: 'a' }), account({ id: 'b' })], browser);
  const other = buildSession([account({ id: 'a' }), account({ id: 'b' })], browser);
  await one.session.accept(login);
  await settle();
  expect(other.session.user?.id).toBe('a');
  await one.session.accept({ ...login, access_token: 'another' });
  await settle();
  expect([other.session.user?.id, other.session.token, other.ended()]).toEqual(['b', 'another', 0]);
});

test('a session whose time is over ends when the reader comes back', async () => {
  const browser = buildBrowser(stored());
  const { session, ended } = buildSession([account()], browser);
  await session.load();
  rs.setSystemTime(Date.now() + 3_600_001);
  browser.tab().announce();
  expect([session.state, ended()]).toEqual(['anonymous', 1]);
});

test('where the browser keeps no cookies, the session lives as long as the page', async () => {
  const browser = buildBrowser();
  const { session, ended } = buildSession([account()], browser);
  browser.cookie.write = () => false;
  await session.accept(login);
  browser.tab().announce();
  expect([session.token, ended()]).toEqual(['fresh', 0]);
});

test('forced offline, it waits for the prompt: no other tab ends it, clearing does', async () => {
  const browser = buildBrowser(stored());
  const { session, ended } = buildSession([account()], browser);
  await session.load();
  session.forceOffline();
  browser.cookie.remove();
  browser.tab().announce();
  expect([session.forcedOffline, session.state, ended()]).toEqual([true, 'active', 0]);
  session.clear();
  expect([session.forcedOffline, session.state]).toEqual([false, 'anonymous']);
});

test('the browser has a lasting name', () => {
  const { session, storage } = buildSession([]);
  expect(session.deviceId).toMatch(/^[a-z0-9]{10}\d{13}-[a-z0-9]+$/);
  expect(storage.read('deviceId')).toBe(session.deviceId);
  expect(storage.read('uuid')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('a session that is let go of follows nobody', async () => {
  const browser = buildBrowser(stored());
  const { session } = buildSession([account()], browser);
  await session.dispose();
  browser.cookie.remove();
  browser.tab().announce();
  expect(session.token).toBe('kept');
});
