import { expect, test } from '@rstest/core';

import { followPartner, takeAccessToken, type AutomaticLoginPage } from '#core/web/session/automatic-login.ts';
import { logInByAddress } from '#core/web/session/login-by-address.ts';
import { answerRaw, refuse, type Answer } from '#core/web/testing/index.ts';

import { account, buildBrowser, buildSession, stored } from './build-session.ts';

const token = { access_token: 'fresh', expires_in: 60 };
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

function build(href: string, answers: readonly Answer[] = [], browser = buildBrowser(), switches = true) {
  const built = buildSession(
    answers.some(({ path }) => path === '/api/account') ? answers : [account(), ...answers],
    browser,
  );
  const counts = { reloads: 0, closed: 0 };
  const asked: { from: string; to: string }[] = [];
  let hear: (origin: string, data: unknown) => void = () => undefined;
  const page: AutomaticLoginPage & { href: string } = {
    href: new URL(href, 'https://app.example.com').href,
    replaceAddress(changed) {
      page.href = changed;
    },
    reload: () => void (counts.reloads += 1),
    onParentMessage(listener) {
      hear = listener;
      return () => {
        hear = () => undefined;
      };
    },
  };
  const dependencies = {
    ...built,
    go: (to: string) => void built.went.push(to),
    closeLogin: () => void (counts.closed += 1),
    askToSwitch: (names: { from: string; to: string }) => {
      asked.push(names);
      return Promise.resolve(switches);
    },
    partnerOrigins: ['https://partner.example'],
    page,
  };
  return { ...built, counts, asked, page, dependencies, send: (origin: string, data: unknown) => hear(origin, data) };
}

const bySign = answerRaw('POST', '/loginBySign', token);
const byOcean = answerRaw('POST', '/anon/ocean/login', token);

test('an access token in the address is kept and taken out of it', () => {
  const { session, page, browser } = build('/workbench?access_token=abc&tab=2#x');
  takeAccessToken(session, 604_800, page);
  expect([session.token, page.href]).toEqual(['abc', 'https://app.example.com/workbench?tab=2#x']);
  expect(browser.cookie.token?.expires_in).toBe(604_800);
});

test('an address without one is left as it is, and so is the session', () => {
  const { session, page } = build('/home?expires_in=9');
  takeAccessToken(session, 604_800, page);
  expect([session.token, page.href]).toEqual([null, 'https://app.example.com/home?expires_in=9']);
});

const mine = account({ id: 'mine', fdName: '我的港' });
const theirs = account({ id: 'theirs', fdName: '别人的港' });

test.each([
  ['?access_token=abc', true],
  ['?access_token=abc', false],
  ['?encryptToken=jwe', true],
  ['?encryptToken=jwe', false],
  ['?auth_code=c', true],
  ['?auth_code=c', false],
] as const)('%s over the session of another account asks first; switching: %s', async (query, switches) => {
  const browser = buildBrowser(stored());
  const built = build(`/home${query}`, [mine, theirs, bySign, byOcean], browser, switches);
  const { session, page, asked, dependencies } = built;
  const offered = takeAccessToken(session, 604_800, page);
  expect(session.token).toBe('kept');
  await logInByAddress(dependencies, offered);
  expect(asked).toEqual([{ from: '我的港', to: '别人的港' }]);
  expect([session.token === 'kept', session.user?.id]).toEqual([!switches, switches ? 'theirs' : 'mine']);
  expect(page.href).toBe('https://app.example.com/home');
});

test('a token of the same account takes the place of its older one without a question', async () => {
  const { session, page, asked, dependencies } = build('/home?access_token=abc', [mine], buildBrowser(stored()));
  await logInByAddress(dependencies, takeAccessToken(session, 604_800, page));
  expect([asked, session.token]).toEqual([[], 'abc']);
});

test('a token that nobody knows leaves the session as it is', async () => {
  const refused = refuse({ method: 'GET', path: '/api/account' }, '', { status: 401 });
  const { session, page, asked, dependencies } = build(
    '/home?access_token=abc',
    [mine, refused],
    buildBrowser(stored()),
  );
  await expect(logInByAddress(dependencies, takeAccessToken(session, 604_800, page))).rejects.toThrow();
  expect([asked, session.token]).toEqual([[], 'kept']);
});

test('an encrypted token is exchanged, and the data centre shown', async () => {
  const { dependencies, session, http, page, went, counts } = build('/home?encryptToken=jwe', [bySign]);
  await logInByAddress(dependencies);
  expect(http.made[0]).toMatchObject({ method: 'POST', path: '/loginBySign', body: { data: 'jwe' } });
  expect([session.user?.fdName, page.href]).toEqual(['林小港', 'https://app.example.com/home']);
  expect([went, counts]).toEqual([['/data/center'], { reloads: 0, closed: 1 }]);
});

test('an encrypted token that is refused logs nobody in and is gone from the address', async () => {
  const refused = refuse({ method: 'POST', path: '/loginBySign' }, '链接已失效');
  const { dependencies, session, page, went } = build('/home?encryptToken=old', [refused]);
  await expect(logInByAddress(dependencies)).rejects.toThrow('链接已失效');
  expect([session.token, page.href, went]).toEqual([null, 'https://app.example.com/home', []]);
});

test('a partner’s code logs in and reloads, but not at home', async () => {
  for (const [path, reloads] of [
    ['/workbench', 1],
    ['/home', 0],
  ] as const) {
    const { dependencies, session, http, counts } = build(`${path}?auth_code=c`, [byOcean]);
    await logInByAddress(dependencies);
    expect(http.made[0]).toMatchObject({ path: '/anon/ocean/login', body: { type: 2, value: 'c' } });
    expect([session.isPartner, counts.reloads]).toEqual([true, reloads]);
  }
});

test('a partner’s session is not begun a second time, only refreshed, without a reload', async () => {
  const { dependencies, session, http, counts, page, send } = build('/workbench', [byOcean]);
  const stop = followPartner(dependencies, () => undefined);
  send('https://partner.example', { type: 'init', token: 'one' });
  await settle();
  expect([session.isPartner, counts.reloads]).toEqual([true, 1]);
  send('https://partner.example', { type: 'init', token: 'two' });
  page.href = 'https://app.example.com/workbench?auth_code=c';
  await logInByAddress(dependencies);
  send('https://partner.example', { type: 'refresh_token', token: 'three' });
  await settle();
  const values = http.made.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(values).toEqual([
    { type: 1, value: 'one' },
    { type: 1, value: 'three' },
  ]);
  expect(counts.reloads).toBe(1);
  await stop();
  send('https://partner.example', { type: 'refresh_token', token: 'four' });
  expect(http.made.filter(({ method }) => method === 'POST').length).toBe(2);
});

test('messages of others, and what is no token, are not heard', async () => {
  const { dependencies, http, send } = build('/workbench', [byOcean]);
  followPartner(dependencies, () => undefined);
  send('https://evil.example', { type: 'init', token: 'x' });
  for (const data of [
    null,
    'init',
    { type: 'init' },
    { type: 'init', token: '' },
    { type: 'init', token: 7 },
    { type: 'x', token: 'x' },
  ]) {
    send('https://partner.example', data);
  }
  await settle();
  expect(http.made).toEqual([]);
});
