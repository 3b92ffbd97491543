import type { AxiosAdapter } from 'axios';
import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';

import { createServices, DIALOG_STACK, TOAST_LIST } from '#core/web/compose/create-services.ts';
import { defineWeb } from '#core/web/define-web.ts';
import { FEATURE_GATE } from '#core/web/features/feature-gate.ts';
import { HTTP } from '#core/web/http/http.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { createKernel } from '#core/web/kernel/create-kernel.ts';
import { service } from '#core/web/service.ts';
import { PERMISSIONS } from '#core/web/permissions/permissions.ts';
import { ROUTER } from '#core/web/router/router.ts';
import type { AutomaticLoginPage } from '#core/web/session/automatic-login.ts';
import { SESSION } from '#core/web/session/session.ts';
import { SETTINGS } from '#core/web/settings/settings.ts';
import { startServices, type StartOptions } from '#core/web/compose/start-services.ts';
import { STORAGE } from '#core/web/storage/storage.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';
import { buildAccount, buildEntry, FakeI18n, FakeRouter } from '#core/web/testing/index.ts';
import { TRACE } from '#core/web/trace/trace.ts';
import { UPLOADS } from '#core/web/uploads/uploads.ts';

const account = buildEntry({
  id: 'account',
  gate: { login: false },
  routes: [{ path: '/safe', page: 'Safe', gate: { login: true } }],
  dialogs: [{ name: 'login', width: 400, dismissible: false }],
});
const web = defineWeb({
  pages: { Safe: () => Promise.resolve({ default: () => null }) },
  dialogs: { login: () => Promise.resolve({ default: () => null }) },
});

let stop: () => Promise<void> = () => Promise.resolve();
beforeEach(() => {
  rs.useFakeTimers();
  localStorage.clear();
  document.cookie = 'user-token=; Max-Age=0; Path=/';
});
afterEach(async () => {
  await stop();
  rs.useRealTimers();
});

/** A whole kernel on these services, whose server answers by path: a status, or the envelope's data. */
async function start(answers: Record<string, unknown> = {}, options: StartOptions = {}) {
  const made: string[] = [];
  const adapter: AxiosAdapter = (config) => {
    const path = config.url ?? '';
    made.push(`${config.method?.toUpperCase()} ${path}`);
    const answer = answers[path];
    const status = typeof answer === 'number' ? answer : 200;
    const body = { code: status === 200 ? 1 : 0, message: '', secCode: null, data: answer ?? null };
    return Promise.resolve({ data: JSON.stringify(body), status, statusText: '', headers: {}, config });
  };
  const i18n = new FakeI18n();
  const router = new FakeRouter(account.manifest, '/safe');
  const streams: AbortSignal[] = [];
  const fetch: typeof globalThis.fetch = (_url, { signal } = {}) => {
    if (signal instanceof AbortSignal) streams.push(signal);
    return new Promise(() => undefined);
  };
  const kernel = createKernel({
    services: [...createServices({ adapter, fetch }), service(I18N, () => i18n), service(ROUTER, () => router)],
    loadIndex: () => Promise.resolve({ plugins: [account], build: 'test' }),
    loadCode: () => Promise.resolve({ default: web }),
  });
  await kernel.plugins.load();
  const started = startServices(kernel.get, options);
  stop = async () => {
    await started.stop();
    await kernel.dispose();
  };
  return { kernel, made, answers, i18n, router, streams };
}

const login = { access_token: 'fresh', expires_in: 600 };
const PLATFORMS = '/api/douyinAuthorityAccount/getPlatformSource';
const members = {
  '/api/account': buildAccount(),
  '/api/permission/currentUser/list': ['a'],
  [PLATFORMS]: [{ label: '抖音', value: 'douyin' }],
};
const settle = () => rs.advanceTimersByTimeAsync(5);

test('every service can be made, and everything is let go of with the kernel', async () => {
  const { kernel } = await start();
  for (const token of [
    SESSION,
    HTTP,
    STORAGE,
    TOASTS,
    DIALOG_STACK,
    TOAST_LIST,
    FEATURE_GATE,
    UPLOADS,
    SETTINGS,
    TRACE,
  ]) {
    expect(kernel.get(token as never)).not.toBe(undefined);
  }
  await stop();
  stop = () => Promise.resolve();
  expect(rs.getTimerCount()).toBe(0);
});

test('a login brings rights, platforms and events, another language reads anew, a logout takes all away', async () => {
  const { kernel, made, i18n, router, streams, answers } = await start({ ...members });
  const session = kernel.get(SESSION);
  await session.accept(login);
  await settle();
  expect([kernel.get(PERMISSIONS).list, streams.length]).toEqual([['a'], 1]);
  expect(session.platforms).toEqual([{ label: '抖音', value: 'douyin' }]);
  expect(document.cookie).toContain('user-token=');
  made.length = 0;
  answers[PLATFORMS] = [{ label: 'Douyin', value: 'douyin' }];
  await i18n.setLanguage('en');
  await settle();
  expect(made.toSorted()).toEqual(['GET /api/account', `GET ${PLATFORMS}`]);
  expect(session.platforms).toEqual([{ label: 'Douyin', value: 'douyin' }]);
  await session.logOut();
  expect([session.user, kernel.get(PERMISSIONS).list, streams[0]?.aborted, router.visited.at(-1)]).toEqual([
    null,
    [],
    true,
    '/home',
  ]);
  expect(document.cookie).not.toMatch(/user-token=./);
  expect(session.platforms).toEqual([]);
});

test('platforms of an earlier session are not taken for those of this one', async () => {
  const { kernel } = await start({ ...members });
  const session = kernel.get(SESSION);
  await session.accept(login);
  session.clear();
  await settle();
  expect(session.platforms).toEqual([]);
});

test('a registered partner’s page logs in by its message, an unregistered one’s does not', async () => {
  let hear: (origin: string, data: unknown) => void = () => undefined;
  const page: AutomaticLoginPage = {
    href: 'https://app.example.com/home',
    replaceAddress: () => undefined,
    reload: () => undefined,
    onParentMessage(listener) {
      hear = listener;
      return () => undefined;
    },
  };
  const answers = { ...members, '/anon/ocean/login': login };
  const { kernel, made } = await start(answers, { partnerOrigins: ['https://partner.example'], page });
  const message = { type: 'init', token: 'ticket' };
  for (const stranger of ['https://evil.example', 'http://partner.example', 'https://partner.example.evil', 'null']) {
    hear(stranger, message);
  }
  await settle();
  expect([kernel.get(SESSION).token, made]).toEqual([null, []]);
  hear('https://partner.example', message);
  await settle();
  expect([kernel.get(SESSION).token, made[0]]).toEqual(['fresh', 'POST /anon/ocean/login']);
});

test('a session that was revoked goes to the login by itself', async () => {
  const { kernel, answers, streams } = await start({ ...members });
  await kernel.get(SESSION).accept(login);
  answers['/api/account'] = 401;
  answers['/api/anything'] = 401;
  await kernel
    .get(HTTP)
    .send({ method: 'GET', path: '/api/anything' })
    .catch(() => undefined);
  expect([kernel.get(SESSION).token, streams[0]?.aborted]).toEqual([null, true]);
  expect(kernel.get(DIALOG_STACK).isOpen('account/login')).toBe(false);
  await rs.advanceTimersByTimeAsync(1_000);
  expect(kernel.get(DIALOG_STACK).isOpen('account/login')).toBe(true);
});

test('a kept token is tried at the start', async () => {
  const kept = { ...login, expireTime: Date.now() + 600_000 };
  document.cookie = `user-token=${encodeURIComponent(JSON.stringify(kept))}; Path=/`;
  const { kernel, made } = await start(members);
  expect(kernel.get(SESSION).state).toBe('loading');
  await settle();
  expect([kernel.get(SESSION).state, made[0]]).toEqual(['active', 'GET /api/account']);
});

test('a plugin gets views of its own', async () => {
  const { kernel } = await start(members);
  const { context } = await kernel.plugins.ensure('account', 'test');
  context.get(STORAGE).write('a', 1);
  expect([kernel.get(STORAGE).read('a'), localStorage.getItem('reelport.account.a')]).toEqual([undefined, '1']);
  context.get(TOASTS).show({ kind: 'info', text: 'x' });
  expect(kernel.get(TOAST_LIST).shown[0]?.toast.source).toBe('account');
  const http = context.get(HTTP);
  await http.send({ method: 'GET', path: '/api/account' });
  expect(kernel.get(TRACE).spans.at(-1)).toMatchObject({ plugin: 'account', step: 'call' });
  await kernel.plugins.stop('account');
  await expect(http.send({ method: 'GET', path: '/api/account' })).rejects.toMatchObject({ kind: 'cancelled' });
});
