import { expect, test } from '@rstest/core';
import { autorun } from 'mobx';

import type { PluginEntry, PluginIndex } from '#core/contract/plugin-index.ts';
import type { PluginManifestInput } from '#core/contract/plugin.ts';
import { defineWeb, type WebPlugin } from '#core/web/define-web.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { createKernel } from '#core/web/kernel/create-kernel.ts';
import { service } from '#core/web/service.ts';
import { PluginUnavailable } from '#core/web/plugins/plugins.ts';
import { buildEntry, FakeI18n } from '#core/web/testing/index.ts';
import { token } from '#core/web/token.ts';

interface Known extends Partial<PluginManifestInput> {
  id: string;
  state?: PluginEntry['state'];
  load?: () => Promise<{ default: WebPlugin }>;
  web?: WebPlugin;
}

const ready = { name: 'ready' } as const;
const login = { name: 'login' } as const;
const locked = { name: 'locked', feature: 53, unlockedBy: 'level2' } as const;

function setUp(...plugins: Known[]) {
  const now = { plugins };
  const faults: string[] = [];
  const loads: string[] = [];
  const i18n = new FakeI18n();
  const kernel = createKernel({
    services: [service(I18N, () => i18n)],
    loadIndex: () =>
      Promise.resolve<PluginIndex>({
        plugins: now.plugins.map(({ state, load: _load, web: _web, ...manifest }) => buildEntry(manifest, state)),
        build: 'one',
      }),
    loadCode({ manifest: { id } }) {
      loads.push(id);
      const known = now.plugins.find((plugin) => plugin.id === id);
      return known?.load?.() ?? Promise.resolve({ default: known?.web ?? defineWeb({}) });
    },
    onFault: (id, phase) => void faults.push(`${id} ${phase}`),
  });
  const stateOf = (id: string) => kernel.plugins.find(id)?.state.name;
  return { kernel, plugins: kernel.plugins, now, faults, loads, i18n, stateOf };
}

test('the index says where each plugin stands, and loads no code', async () => {
  const { plugins, loads, kernel } = setUp(
    { id: 'mine' },
    { id: 'theirs', state: login },
    { id: 'dear', state: locked },
  );
  expect(plugins.loaded).toBe(false);
  await plugins.load();
  expect(plugins.loaded).toBe(true);
  expect(plugins.list.map(({ state }) => state)).toEqual([
    { name: 'ready' },
    { name: 'blocked', reason: 'login' },
    { name: 'locked', reason: 'feature', feature: 53, level: 'level2' },
  ]);
  expect(loads).toEqual([]);
  await kernel.dispose();
});

test('a plugin that starts is told to those who look at its state, not to those who look at its entry', async () => {
  const { plugins, now, kernel } = setUp({ id: 'mine' }, { id: 'other' });
  await plugins.load();
  const looks = { entries: 0, states: 0 };
  const stops = [
    autorun(() => {
      looks.entries += plugins.list.filter(({ entry }) => entry.manifest.title !== '').length > 0 ? 1 : 0;
    }),
    autorun(() => {
      looks.states += plugins.find('mine')?.state.name === undefined ? 0 : 1;
    }),
  ];
  await plugins.ensure('mine', 'page');
  expect(looks.entries).toBe(1);
  expect(looks.states).toBeGreaterThan(1);
  now.plugins = [{ id: 'mine', title: 'mine:renamed' }, { id: 'other' }];
  await plugins.load();
  expect(looks.entries).toBe(2);
  for (const stop of stops) stop();
  await kernel.dispose();
});

test('a plugin goes through its states, and its texts come with its code', async () => {
  const { plugins, i18n, kernel } = setUp({ id: 'mine' });
  await plugins.load();
  const seen: string[] = [];
  const stop = autorun(() => void seen.push(plugins.find('mine')?.state.name ?? 'none'));
  const active = await plugins.ensure('mine', 'route:/');
  expect(active.id).toBe('mine');
  expect(i18n.namespaces.has('mine')).toBe(true);
  await plugins.stop('mine');
  stop();
  expect(seen).toEqual(['ready', 'loading', 'active', 'stopping', 'ready']);
  await kernel.dispose();
});

test('calls at the same time share one activation', async () => {
  const { plugins, loads, kernel } = setUp({ id: 'mine' });
  await plugins.load();
  const [one, two] = await Promise.all([plugins.ensure('mine', 'route:/'), plugins.ensure('mine', 'slot:x')]);
  expect(one).toBe(two);
  expect(await plugins.ensure('mine', 'route:/')).toBe(one);
  expect(loads).toEqual(['mine']);
  await kernel.dispose();
});

test('what is asked for while the index is on its way waits for it', async () => {
  const { plugins, kernel } = setUp({ id: 'mine' });
  const loading = plugins.load();
  expect((await plugins.ensure('mine', 'route:/')).id).toBe('mine');
  await expect(plugins.ensure('other', 'route:/')).rejects.toBeInstanceOf(PluginUnavailable);
  await loading;
  await kernel.dispose();
});

test('code that does not arrive fails the plugin, and the next try fetches it anew', async () => {
  let attempt = 0;
  const load = () => {
    attempt += 1;
    return attempt === 1 ? Promise.reject(new Error('offline')) : Promise.resolve({ default: defineWeb({}) });
  };
  const { plugins, faults, stateOf, kernel } = setUp({ id: 'mine', load });
  await plugins.load();
  await expect(plugins.ensure('mine', 'route:/')).rejects.toThrow('offline');
  expect(plugins.find('mine')?.state).toMatchObject({ name: 'failed', phase: 'import', attempts: 1 });
  await plugins.retry('mine');
  expect(stateOf('mine')).toBe('active');
  expect(faults).toEqual(['mine import']);
  await kernel.dispose();
});

test('what activate added is taken back when it throws', async () => {
  const undone: string[] = [];
  const web = defineWeb({
    activate(context) {
      context.own(() => void undone.push('own'));
      throw new Error('broken');
    },
  });
  const { plugins, kernel } = setUp({ id: 'mine', web });
  await plugins.load();
  await expect(plugins.ensure('mine', 'route:/')).rejects.toThrow('broken');
  expect(plugins.find('mine')?.state).toMatchObject({ name: 'failed', phase: 'activate' });
  expect(undone).toEqual(['own']);
  expect(kernel.census()).toMatchObject({ containers: 0, bindings: 0 });
  await kernel.dispose();
});

test('a file without a default export is named', async () => {
  // A bundler answers an empty module for code that broke while it was evaluated.
  const load = () => Promise.resolve({} as { default: WebPlugin });
  const { plugins, kernel } = setUp({ id: 'mine', load });
  await plugins.load();
  await expect(plugins.ensure('mine', 'route:/')).rejects.toThrow('web/index.ts(x) of "mine" must default-export');
  await kernel.dispose();
});

test('three faults within a minute stop the plugin until somebody retries', async () => {
  const { plugins, loads, kernel } = setUp({ id: 'mine', load: () => Promise.reject(new Error('offline')) });
  await plugins.load();
  for (const _ of [1, 2, 3]) await expect(plugins.ensure('mine', 'route:/')).rejects.toThrow('offline');
  await expect(plugins.ensure('mine', 'route:/')).rejects.toMatchObject({ reason: 'quarantined' });
  expect(loads.length).toBe(3);
  expect(plugins.find('mine')?.state).toMatchObject({ name: 'failed', attempts: 3 });
  await expect(plugins.retry('mine')).rejects.toThrow('offline');
  expect(loads.length).toBe(4);
  await kernel.dispose();
});

test('three reported faults stop an active plugin, and retry brings it back', async () => {
  const { plugins, stateOf, kernel } = setUp({ id: 'mine' });
  await plugins.load();
  const { context } = await plugins.ensure('mine', 'route:/');
  const error = new Error('broken');
  plugins.report('mine', 'handler', error);
  plugins.report('mine', 'promise', error);
  expect(stateOf('mine')).toBe('active');
  plugins.report('mine', 'render', error);
  expect(stateOf('mine')).toBe('stopping');
  expect(context.signal.aborted).toBe(true);
  await plugins.stop('mine');
  expect(plugins.find('mine')?.state).toEqual({
    ...{ name: 'failed', phase: 'render', attempts: 3, error, quarantined: true },
  });
  await plugins.retry('mine');
  expect(stateOf('mine')).toBe('active');
  await kernel.dispose();
});

test('a locked or blocked plugin is activated only for a page that the guard let in', async () => {
  const { plugins, kernel } = setUp({ id: 'dear', state: locked }, { id: 'theirs', state: login });
  await plugins.load();
  await expect(plugins.ensure('dear', 'token:x')).rejects.toMatchObject({ reason: 'locked' });
  await expect(plugins.ensure('theirs', 'command:x')).rejects.toMatchObject({ reason: 'blocked' });
  expect((await plugins.ensure('dear', 'route:/dear')).id).toBe('dear');
  await kernel.dispose();
});

test('a new index keeps what may stay and stops what may not', async () => {
  const { plugins, now, stateOf, kernel } = setUp({ id: 'public' }, { id: 'private' }, { id: 'gone' });
  await plugins.load();
  const [stays, ends, goes] = await Promise.all(
    ['public', 'private', 'gone'].map((id) => plugins.ensure(id, 'route:/')),
  );
  const gone = plugins.find('gone');
  now.plugins = [{ id: 'public' }, { id: 'private', state: login }];
  await plugins.load();
  expect(stateOf('public')).toBe('active');
  expect(stays?.context.signal.aborted).toBe(false);
  expect(plugins.find('private')?.state).toEqual({ name: 'blocked', reason: 'login' });
  expect(ends?.context.signal.aborted).toBe(true);
  expect(plugins.find('gone')).toBeUndefined();
  expect(gone?.state).toEqual({ name: 'hidden', reason: 'not-listed' });
  expect(goes?.context.signal.aborted).toBe(true);
  expect(kernel.census().containers).toBe(1);
  now.plugins = [{ id: 'public' }, { id: 'private', state: ready }];
  await plugins.load();
  expect(stateOf('private')).toBe('ready');
  await kernel.dispose();
});

test('of two indexes the one that was asked for last counts', async () => {
  const { promise, resolve } = Promise.withResolvers<PluginIndex>();
  const answers = [promise, Promise.resolve<PluginIndex>({ plugins: [buildEntry({ id: 'newer' })], build: 'one' })];
  const kernel = createKernel({
    services: [service(I18N, () => new FakeI18n())],
    loadIndex: () => answers.shift() ?? Promise.reject(new Error('no more')),
    loadCode: () => Promise.reject(new Error('no code')),
  });
  const first = kernel.plugins.load();
  await kernel.plugins.load();
  resolve({ plugins: [buildEntry({ id: 'older' })], build: 'one' });
  await first;
  expect(kernel.plugins.list.map(({ entry }) => entry.manifest.id)).toEqual(['newer']);
  await kernel.dispose();
});

test('a plugin that is stopped while it loads never becomes active', async () => {
  const { promise, resolve } = Promise.withResolvers<{ default: WebPlugin }>();
  let activated = false;
  const web = defineWeb({ activate: () => void (activated = true) });
  const { plugins, stateOf, kernel } = setUp({ id: 'mine', load: () => promise });
  await plugins.load();
  const asked = plugins.ensure('mine', 'route:/');
  const stopped = plugins.stop('mine');
  resolve({ default: web });
  await expect(asked).rejects.toMatchObject({ reason: 'stopped' });
  await stopped;
  expect(activated).toBe(false);
  expect(stateOf('mine')).toBe('ready');
  expect((await plugins.ensure('mine', 'route:/')).id).toBe('mine');
  await kernel.dispose();
});

test('a plugin that is asked for while it stops comes back afterwards', async () => {
  const { plugins, stateOf, kernel } = setUp({ id: 'mine' });
  await plugins.load();
  const first = await plugins.ensure('mine', 'route:/');
  const stopping = plugins.stop('mine');
  const second = await plugins.ensure('mine', 'route:/');
  await stopping;
  expect(second).not.toBe(first);
  expect(stateOf('mine')).toBe('active');
  await kernel.dispose();
});

const PICKER = token<string>('materials.picker', 1);

test('partners that provide come first, a missing, locked or broken one is like none', async () => {
  const found: Array<string | undefined> = [];
  const user = defineWeb({ activate: (context) => void found.push(context.tryGet(PICKER)) });
  const provider = defineWeb({ activate: (context) => context.provide(PICKER, () => 'a picker') });
  const uses = { id: 'mixing', uses: ['materials', 'nothing'], web: user };
  const provides = { id: 'materials', provides: ['materials.picker@1'] };
  for (const partner of [
    [{ ...provides, web: provider }],
    [{ ...provides, web: provider, state: locked }],
    [{ ...provides, load: () => Promise.reject(new Error('offline')) }],
    [],
  ]) {
    const { plugins, kernel, stateOf } = setUp(uses, ...partner);
    await plugins.load();
    await plugins.ensure('mixing', 'route:/');
    expect(stateOf('mixing')).toBe('active');
    await kernel.dispose();
  }
  expect(found).toEqual(['a picker', undefined, undefined, undefined]);
});

test('two plugins that use each other do not wait for each other for ever', async () => {
  const LEFT = token<string>('left.service', 1);
  const RIGHT = token<string>('right.service', 1);
  const { plugins, kernel, stateOf } = setUp(
    {
      id: 'left',
      uses: ['right'],
      provides: ['left.service@1'],
      web: defineWeb({ activate: (context) => context.provide(LEFT, () => 'left') }),
    },
    {
      id: 'right',
      uses: ['left'],
      provides: ['right.service@1'],
      web: defineWeb({ activate: (context) => context.provide(RIGHT, () => 'right') }),
    },
  );
  await plugins.load();
  const [left, right] = await Promise.all([plugins.ensure('left', 'route:/'), plugins.ensure('right', 'route:/')]);
  expect([stateOf('left'), stateOf('right')]).toEqual(['active', 'active']);
  expect(left.context.get(RIGHT)).toBe('right');
  expect(right.context.get(LEFT)).toBe('left');
  await kernel.dispose();
});
