import { afterEach, expect, test } from '@rstest/core';

import { createRouter, type RouterService } from '#core/web/router/create-router.ts';
import { buildEntry, buildManifest, buildSession } from '#core/web/testing/index.ts';
import manifest from '#plugins/workbench/plugin.ts';

const landing = buildManifest({ id: 'landing', gate: { login: false }, routes: [{ path: '/home', page: 'Home' }] });

let router: RouterService | undefined;
afterEach(() => void router?.dispose());

async function open(path: string, { isLoggedIn = true, others = [] as ReturnType<typeof buildManifest>[] } = {}) {
  window.history.replaceState(null, '', path);
  const asked: unknown[] = [];
  const manifests = [manifest, landing, ...others];
  router = createRouter({
    plugins: { list: manifests.map((known) => ({ entry: buildEntry(known), state: { name: 'ready' } })) },
    session: buildSession(isLoggedIn ? {} : { account: null }),
    isIndexSettled: () => true,
    indexSettled: () => Promise.resolve(),
    askLogin: (onLogin) => void asked.push(onLogin),
    closeLogin: () => undefined,
    tellFailedLogin: () => undefined,
    tellUnknown: () => undefined,
    confirmLoss: () => Promise.resolve(true),
  });
  await router.start();
  return { path: router.place.path, asked: asked.length };
}

test('what no plugin knows leads a member to the workbench: /data/center and the user center, too', async () => {
  for (const path of ['/data/center', '/userCenter', '/accountCenter/used-record', '/never/heard', '/']) {
    expect([path, (await open(path)).path]).toEqual([path, '/workbench']);
    await router?.dispose();
  }
});

test('a plugin that knows /userCenter decides where it leads', async () => {
  const center = buildManifest({
    id: 'center',
    routes: [
      { path: '/userCenter', redirect: '/accountCenter/used-record' },
      { path: '/accountCenter/used-record', page: 'Used' },
    ],
  });
  expect((await open('/userCenter', { others: [center] })).path).toBe('/accountCenter/used-record');
});

test('a visitor is asked to log in and sees the landing page behind', async () => {
  expect(await open('/workbench', { isLoggedIn: false })).toEqual({ path: '/home', asked: 1 });
});
