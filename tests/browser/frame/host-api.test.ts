import { expect, test } from '@rstest/core';
import type { Remote } from 'comlink';
import { runInAction } from 'mobx';

import { onEvent } from '#core/web/define-web.ts';
import { readToolRun } from '#core/contract/tool-run-calls.ts';
import { toolRunChanged, toolRunEnded } from '#core/contract/tool-run-events.ts';
import { accountChanged } from '#core/contract/kernel-events.ts';
import { eventOfTopic } from '#core/contract/event.ts';
import type { Grant } from '#core/contract/grants.ts';
import type { FrameHost } from '#core/web/frame/frame-host.ts';
import type { FrameRequest, GuestApi, HostApi } from '#core/web/frame/frame-protocol.ts';
import { servicesOf } from '#core/web/frame/frame-services.ts';
import { frameState } from '#core/web/frame/frame-state.ts';
import { hostApi } from '#core/web/frame/host-api.ts';
import { keptOf } from '#core/web/frame/host-storage.ts';
import { constantGrid } from '#core/web/studio/frames/frame-grid.ts';
import { readFrameGridsBy, readGridOfFile } from '#core/web/studio/frames/read-frame-grid.ts';
import { answerRaw, buildEntry, buildManifest, fakeKernel } from '#core/web/testing/index.ts';

const HTTP_GRANT: Grant = { kind: 'http', methods: ['GET'], path: '/api/tasks', why: 'demo:why', optional: false };
const service = (token: string): Grant => ({ kind: 'service', token, why: 'demo:why', optional: false });

/** The workbench's end of a frame whose plugin was granted something. */
async function buildFace(grants: Grant[] = [], { active = true } = {}) {
  const manifest = buildManifest({
    id: 'demo',
    routes: [{ path: '/demo/:id?', page: 'Page' }],
    subscriptions: [toolRunEnded.topic],
  });
  const fake = await fakeKernel(
    {
      manifest,
      web: {
        pages: { Page: async () => ({ default: () => null }) },
        subscriptions: [onEvent(toolRunEnded, () => undefined)],
      },
    },
    {
      calls: [answerRaw('GET', '/api/tasks', { items: [] }), answerRaw('GET', '/api/account', { secret: 1 })],
    },
  );
  const { context } = await fake.kernel.plugins.ensure('demo', 'route:Page');
  const source = {
    ...{ web: null, styles: null, texts: { zh: '', en: '' }, calls: null, grants, untrusted: true, revision: '1' },
    ...{ dev: false, requires: { exports: [], tokens: [], packages: {} } },
  };
  const entry = { ...buildEntry(manifest), source };
  const told: unknown[][] = [];
  const guest = new Proxy(
    {},
    {
      get:
        (_target, name) =>
        async (...values: unknown[]) =>
          void told.push([name, ...values]),
    },
  );
  const host: FrameHost = {
    ...{ entry, source, context, scope: context.scope.child('frame') },
    title: () => 'Demo',
    guest: () => guest as Remote<GuestApi>,
    tell: (what) => void what(guest as Remote<GuestApi>),
    started: () => undefined,
    report: (phase, error) => void told.push(['report', phase, error.message]),
    reopen: () => undefined,
    status: () => ({ name: 'ready' }),
    press: (keys) => void told.push(['press', keys]),
    isActive: () => active,
  };
  const services = servicesOf(source, context);
  const face = hostApi(host, services, async (language, namespace) => ({ asked: `${language}/${namespace}` }));
  /** Asks as a frame does: with whatever it likes. */
  const ask = async (method: keyof HostApi, ...values: unknown[]): Promise<unknown> => {
    const known = face[method] as ((...values: unknown[]) => unknown) | undefined;
    if (known === undefined) return 'not there';
    try {
      return await known(...values);
    } catch (error) {
      return error instanceof TypeError ? 'refused' : error;
    }
  };
  return { ...fake, face, ask, host, services, told, context };
}

const request = (path: string, more: Partial<FrameRequest> = {}): FrameRequest => ({
  ...{ method: 'GET', path, bare: false, handlesErrors: true },
  ...more,
});

test('what was not granted is not there', async () => {
  const { face, services, host, kernel } = await buildFace();
  const grantable = ['send', 'cancel', 'ask', 'listen', 'unlisten', 'offerUpgrade', 'play'];
  expect(services).toEqual([]);
  expect(Object.keys(face).filter((name) => grantable.includes(name))).toEqual([]);
  const { session, permissions, features, connection } = frameState(host, services);
  expect([session, permissions, features, connection]).toEqual([null, null, null, null]);
  await kernel.dispose();
});

test('granted calls are made, others are refused before they are sent', async () => {
  const { ask, http, kernel } = await buildFace([HTTP_GRANT]);
  expect(await ask('send', '1', request('/api/tasks?states=a&states=b'))).toEqual({ ok: true, data: { items: [] } });
  expect(http.made[0]).toMatchObject({ path: '/api/tasks', query: { states: ['a', 'b'] } });
  for (const odd of [
    request('/api/account'),
    request('/api/tasks', { method: 'POST' }),
    request('/api/tasks/../account'),
    request('/api/tasks/%2e%2e/account'),
    request('//other/api/tasks'),
    request('/api/:x'),
    request('/api/p/other/secrets'),
  ]) {
    expect(await ask('send', '2', odd)).toMatchObject({ ok: false, facts: { kind: 'refused' } });
  }
  expect(await ask('send', '3', { ...request('/api/tasks'), headers: { authorization: 'x' } })).toBe('refused');
  expect(await ask('send', '4', request('https://example.com/api/tasks'))).toBe('refused');
  expect(http.made.length).toBe(1);
  await kernel.dispose();
});

test('of files of accounts it is read when they show their frames, and of nothing else', async () => {
  const { ask, kernel } = await buildFace();
  const asked: string[] = [];
  readFrameGridsBy(async (url) => (asked.push(url), constantGrid(25)));
  const file = `${location.origin}/files/ab/cd?e=1&s=x`;
  expect(await ask('frameGrid', file)).toEqual(constantGrid(25));
  for (const other of [`${location.origin}/api/account`, `${location.origin}/files/../api/account`])
    expect(await ask('frameGrid', other)).toBeNull();
  for (const none of ['/files/ab', 'blob:null/1', 'javascript:1', 7])
    expect(await ask('frameGrid', none)).toBe('refused');
  expect(asked).toEqual([file]);
  readFrameGridsBy(readGridOfFile);
  await kernel.dispose();
});

test('the session comes without anything that could act for the user', async () => {
  const { host, services, kernel, session } = await buildFace([service('session@1')]);
  const { session: facts } = frameState(host, services);
  expect(facts?.user).toMatchObject({ id: session.user?.id });
  expect(JSON.stringify(facts)).not.toContain(session.token ?? 'no token');
  await kernel.dispose();
});

test('notes and questions are drawn by the workbench, which says whose they are', async () => {
  const { ask, toasts, dialogs, kernel, told } = await buildFace([service('dialogs@1')]);
  await ask('toast', { id: '1', kind: 'success', text: 'saved', action: 'undo' });
  expect(toasts.shown[0]).toMatchObject({ kind: 'success', text: 'Demo：saved' });
  toasts.shown[0]?.action?.run();
  expect(told).toEqual([['toastAction', '1']]);
  dialogs.script(true);
  expect(await ask('ask', { title: 'Sure?', destructive: true })).toBe(true);
  expect(dialogs.opened[0]?.properties).toMatchObject({ plugin: 'Demo', question: { title: 'Sure?' } });
  expect(await ask('toast', { id: '2', kind: 'success', text: 'x'.repeat(1000) })).toBe('refused');
  expect(await ask('toast', { id: '2', kind: 'strange', text: 'x' })).toBe('refused');
  expect(await ask('ask', { title: 'x', destructive: false, html: '<b>' })).toBe('refused');
  await kernel.dispose();
});

test('what is kept has a limit, and settings are followed from when they are read', async () => {
  const { ask, host, settings, told, kernel } = await buildFace();
  await ask('keep', 'a', { b: 1 });
  expect(keptOf(host)).toEqual({ a: { b: 1 } });
  expect(await ask('keep', 'b', 'x'.repeat(300_000))).toBe('refused');
  for (let count = 0; count < 250; count += 1) await ask('keep', `k${count}`, 1);
  expect(Object.keys(keptOf(host)).length).toBe(200);
  await ask('drop', 'a');
  expect(Object.keys(keptOf(host)).includes('a')).toBe(false);
  await ask('watchSetting', 'colour');
  await settings.write('colour', 'red');
  expect(told).toEqual([
    ['setting', 'colour', undefined],
    ['setting', 'colour', 'red'],
  ]);
  expect(await ask('writeSetting', 'colour', { a: 1n })).toBe('refused');
  await ask('watchOperatorSetting', 'colour');
  runInAction(() => settings.operator.set('colour', 'grey'));
  await ask('changeSettings', { colour: 'blue', other: 1 });
  expect(told.slice(2)).toEqual([
    ['operatorSetting', 'colour', undefined],
    ['operatorSetting', 'colour', 'grey'],
    ['setting', 'colour', 'blue'],
  ]);
  expect(await ask('changeSettings', { colour: { a: 1n } })).toBe('refused');
  await kernel.dispose();
});

test('a frame goes where it may: its own pages by itself, others when somebody has just done something', async () => {
  const idle = await buildFace([], { active: false });
  expect(await idle.ask('go', '/demo/1', false)).toBe(true);
  expect(await idle.ask('go', '/workbench', false)).toBe(false);
  for (const odd of ['https://example.com/', '//example.com/', '/\\example.com', 'demo', 1]) {
    expect(await idle.ask('go', odd, false)).toBe('refused');
  }
  for (const login of ['access_token', '%61ccess_token', 'encryptToken', 'auth_code']) {
    expect(await idle.ask('go', `/demo/1?x=1&${login}=theirs`, false)).toBe('refused');
  }
  expect(idle.router.visited).toEqual(['/demo', '/demo/1']);
  await idle.kernel.dispose();
  const busy = await buildFace();
  expect(await busy.ask('go', '/workbench', false)).toBe(true);
  await busy.kernel.dispose();
});

test('without somebody doing something theme, language and keys stay as they are', async () => {
  const idle = await buildFace([], { active: false });
  await idle.ask('setTheme', 'light');
  await idle.ask('setLanguage', 'en');
  await idle.ask('pressed', 'mod+k');
  expect([idle.theme.mode, idle.i18n.language, idle.told]).toEqual(['dark', 'zh', []]);
  await idle.kernel.dispose();
  const busy = await buildFace();
  await busy.ask('setTheme', 'light');
  await busy.ask('setLanguage', 'en');
  await busy.ask('pressed', 'mod+k');
  expect([busy.theme.mode, busy.i18n.language, busy.told]).toEqual(['light', 'en', [['press', 'mod+k']]]);
  await busy.kernel.dispose();
});

test('unsaved work holds a way until it is saved or the frame is gone', async () => {
  const { ask, router, host, kernel } = await buildFace();
  await ask('unsaved', { left: true, stopped: true, canRescue: false });
  expect(await router.go('/workbench')).toBe(false);
  await ask('unsaved', { left: false, stopped: false, canRescue: false });
  expect(await router.go('/workbench')).toBe(true);
  await ask('unsaved', { left: true, stopped: true, canRescue: false });
  await host.scope.dispose();
  expect(await router.go('/home')).toBe(true);
  expect(router.asking).toBe(0);
  await kernel.dispose();
});

const done = eventOfTopic('demo.done');

test('events come of its own topics and those of the manifest, until the frame is gone', async () => {
  const { ask, events, told, host, kernel } = await buildFace([service('events@1')]);
  for (const topic of ['demo.done', toolRunEnded.topic]) await ask('listen', topic);
  expect(await ask('listen', accountChanged.topic)).toBe('refused');
  events.send(done, 1);
  events.send(accountChanged);
  expect(told).toEqual([['event', 'demo.done', 1]]);
  await host.scope.dispose();
  events.send(done, 3);
  expect(told.length).toBe(1);
  await kernel.dispose();
});

test('events of runs come to a frame that may read runs', async () => {
  const mayRead = await buildFace([service('events@1'), { ...HTTP_GRANT, path: readToolRun.path }]);
  expect(await mayRead.ask('listen', toolRunChanged.topic)).toBeUndefined();
  const mayNot = await buildFace([service('events@1')]);
  expect(await mayNot.ask('listen', toolRunChanged.topic)).toBe('refused');
  await mayRead.kernel.dispose();
  await mayNot.kernel.dispose();
});

test('commands are added in its own name only, and go with the frame', async () => {
  const { ask, commands, told, host, kernel } = await buildFace();
  await ask('addCommand', 'greet', 'demo:greet');
  expect(commands.list.map(({ id, title, keys }) => [id, title, keys])).toEqual([
    ['demo.greet', 'demo:greet', undefined],
  ]);
  await commands.run('demo.greet');
  expect(told).toEqual([['command', 'greet']]);
  expect(await ask('addCommand', 'x.y', 'demo:greet')).toBe('refused');
  expect(await ask('addCommand', 'x', 'shell:name')).toBe('refused');
  await host.scope.dispose();
  expect(commands.list).toEqual([]);
  await kernel.dispose();
});

test('texts are the shell’s and its own, and faults come as what they are', async () => {
  const { ask, told, kernel } = await buildFace();
  expect(await ask('texts', 'zh', 'demo')).toEqual({ asked: 'zh/demo' });
  expect(await ask('texts', 'zh', 'account')).toBe('refused');
  expect(await ask('texts', '../zh', 'demo')).toBe('refused');
  await ask('failed', 'render', 'it broke', 'at demo');
  expect(await ask('failed', 'hang', 'x', '')).toBe('refused');
  expect(told).toEqual([['report', 'render', 'it broke']]);
  await kernel.dispose();
});
