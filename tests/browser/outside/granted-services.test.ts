import { expect, test } from '@rstest/core';
import { autorun } from 'mobx';

import { defineEvent } from '#core/contract/event.ts';
import type { Grant } from '#core/contract/grants.ts';
import { COMMANDS } from '#core/web/commands/commands.ts';
import { defineWeb, onEvent } from '#core/web/define-web.ts';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { EVENTS } from '#core/web/events/events.ts';
import { wakePlugins } from '#core/web/events/wake-plugins.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { PLUGINS } from '#core/web/plugins/plugins.ts';
import { SESSION, type Session } from '#core/web/session/session.ts';
import { STORAGE } from '#core/web/storage/storage.ts';
import { token, type Token } from '#core/web/token.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';

import { buildSource, setUp, type Installed } from './build-outside.ts';

const service = (name: string): Grant => ({ kind: 'service', token: name, why: 'brand:why', optional: false });
const http: Grant = { kind: 'http', methods: ['GET'], path: '/api/materials', why: 'brand:why', optional: false };

async function open(plugin: Partial<Installed> = {}, ...others: Installed[]) {
  const set = setUp([{ id: 'brand', source: buildSource(), ...plugin }, ...others]);
  await set.plugins.load();
  return { ...set, ...(await set.plugins.ensure('brand', 'route:/')) };
}

test('a plugin from outside has the free services and no other', async () => {
  const { context, kernel } = await open();
  for (const free of [I18N, TOASTS, STORAGE, COMMANDS] as Token<unknown>[]) {
    expect(context.tryGet(free)).toBeDefined();
  }
  for (const other of [HTTP, SESSION, DIALOGS, PLUGINS] as Token<unknown>[]) {
    expect(context.tryGet(other)).toBeUndefined();
  }
  expect(() => context.get(DIALOGS)).toThrow(/not granted "dialogs@1".*ask\(DIALOGS, 'brand:why/);
  expect(() => context.get(HTTP)).toThrow(/not granted "http@1".*ask\(listMaterials, 'brand:why/);
  expect(() => context.get(PLUGINS)).toThrow(/no plugin from outside can have it/);
  await kernel.dispose();
});

test('one that ships with the product has them all', async () => {
  const { context, kernel } = await open({ source: undefined });
  for (const any of [I18N, HTTP, SESSION, DIALOGS, PLUGINS] as Token<unknown>[]) {
    expect(context.tryGet(any)).toBeDefined();
  }
  await kernel.dispose();
});

test('what it was granted is there', async () => {
  const { context, kernel } = await open({ source: buildSource({ grants: [service('dialogs@1'), http] }) });
  expect(context.tryGet(DIALOGS)).toBeDefined();
  expect(context.tryGet(HTTP)).toBeDefined();
  expect(context.tryGet(SESSION)).toBeUndefined();
  await kernel.dispose();
});

test('a grant of what no plugin may have gives nothing', async () => {
  const { context, kernel } = await open({ source: buildSource({ grants: [service('plugins@1')] }) });
  expect(context.tryGet(PLUGINS)).toBeUndefined();
  await kernel.dispose();
});

test('with calls of its own it has calls of the server', async () => {
  const { context, kernel } = await open({ source: buildSource({ calls: 'abc' }) });
  expect(context.tryGet(HTTP)).toBeDefined();
  await kernel.dispose();
});

test('its stores cannot be given what it was not granted', async () => {
  class Greedy {
    readonly session: Session;
    constructor(@inject(SESSION) session: Session) {
      this.session = session;
    }
  }
  const { context, kernel } = await open({ web: defineWeb({ stores: [Greedy] }) });
  expect(() => context.store(Greedy)).toThrow(/not granted "session@1"/);
  await kernel.dispose();
});

test('the session is facts that follow it, and cannot be changed', async () => {
  const { context, kernel, session } = await open({ source: buildSource({ grants: [service('session@1')] }) });
  const view = context.get(SESSION);
  const seen: string[] = [];
  const stop = autorun(() => void seen.push(view.displayName));
  session.logIn({ fdName: '别人' });
  stop();
  expect(seen).toEqual(['林小港', '别人']);
  for (const name of ['token', 'accept', 'clear', 'logOut', 'load', 'refresh', 'deviceId']) {
    expect(name in view, name).toBe(false);
  }
  expect(Reflect.set(view, 'token', 'x')).toBe(false);
  expect(Object.isFrozen(view.user)).toBe(true);
  expect(view.user).not.toBe(session.user);
  expect(view.user).toBe(view.user);
  await kernel.dispose();
});

test('nothing of a service beyond its interface can be reached', async () => {
  const { context, kernel, i18n } = await open({ source: buildSource({ grants: [service('dialogs@1')] }) });
  const text = context.get(I18N);
  expect(text.t('shell:plugin-retry')).toBe('Try again');
  expect('namespaces' in text).toBe(false);
  expect(Object.values(text)).not.toContain(i18n);
  expect('opened' in context.get(DIALOGS)).toBe(false);
  await kernel.dispose();
});

test('its toasts say whose they are', async () => {
  const { kernel, context, toasts } = await open();
  // The kernel's own service gives each plugin its own; the one of tests stands for it here.
  Object.assign(toasts, {
    forPlugin: (plugin: string) => ({ show: (toast: object) => toasts.show({ ...toast, source: plugin } as never) }),
  });
  context.get(TOASTS).show({ kind: 'info', text: 'hello' });
  expect(toasts.shown).toMatchObject([{ text: 'hello', source: 'brand' }]);
  await kernel.dispose();
});

test('it lists and runs its own commands only', async () => {
  const { context, kernel, commands } = await open();
  const ran: string[] = [];
  commands.add({ id: 'theme.toggle', title: 'shell:name', run: () => void ran.push('theme') });
  const own = context.get(COMMANDS);
  own.add({ id: 'brand.apply', title: 'shell:name', run: () => void ran.push('brand') });
  expect(own.list.map(({ id }) => id)).toEqual(['brand.apply']);
  await own.run('brand.apply');
  await expect(own.run('theme.toggle')).rejects.toThrow(/own commands only/);
  expect(ran).toEqual(['brand']);
  await kernel.dispose();
});

test('it provides services under its own name, and takes those of others from outside', async () => {
  const theirs = token<string>('kit.colours', 1);
  const shipped = token<string>('materials.library', 1);
  const { context, kernel } = await open(
    { uses: ['kit', 'materials'] },
    {
      id: 'kit',
      source: buildSource(),
      provides: ['kit.colours@1'],
      web: defineWeb({ activate: (kit) => kit.provide(theirs, () => 'red') }),
    },
    {
      id: 'materials',
      provides: ['materials.library@1'],
      web: defineWeb({ activate: (library) => library.provide(shipped, () => 'all of it') }),
    },
  );
  expect(context.tryGet(theirs)).toBe('red');
  expect(context.tryGet(shipped)).toBeUndefined();
  await kernel.dispose();
});

test('it cannot put something of its own in the place of a service of the kernel', async () => {
  const { kernel, plugins } = setUp([
    {
      id: 'brand',
      source: buildSource(),
      provides: ['http@1'],
      web: defineWeb({ activate: (context) => context.provide(HTTP, () => ({}) as Http) }),
    },
    { id: 'mine' },
  ]);
  await plugins.load();
  await expect(plugins.ensure('brand', 'route:/')).rejects.toThrow(/begins with "brand\."/);
  const { context } = await plugins.ensure('mine', 'route:/');
  expect(context.tryGet(HTTP)).toBeDefined();
  await kernel.dispose();
});

test('one of which nobody says what it may have is not opened', async () => {
  const { kernel, plugins } = setUp([
    { id: 'brand', source: buildSource(), load: () => Promise.resolve({ default: defineWeb({}) }) },
  ]);
  await plugins.load();
  await expect(plugins.ensure('brand', 'route:/')).rejects.toThrow(/nothing says what it may have/);
  await kernel.dispose();
});

const sunk = defineEvent({ topic: 'harbour.sunk', to: 'account' });
const painted = defineEvent({ topic: 'brand.painted', to: 'account' });

test('what it does with what it was granted is counted, as often as it does it', async () => {
  const grants = ['dialogs@1', 'events@1', 'session@1'].map(service);
  const { context, events, uses, kernel } = await open({ source: buildSource({ grants }) });
  expect(uses).toEqual([]);
  await context.get(DIALOGS).confirm({ title: 'shell:name' });
  context.get(DIALOGS);
  context.get(EVENTS).on(sunk, () => undefined);
  events.send(sunk);
  events.send(sunk);
  for (let times = 0; times < 3; times += 1) expect(context.get(SESSION).level).toBeDefined();
  const counted = Object.entries(Object.groupBy(uses, (use) => use)).map(([use, all]) => [use, all?.length]);
  expect(Object.fromEntries(counted)).toEqual({ 'brand dialogs@1': 1, 'brand events@1': 3, 'brand session@1': 1 });
  await kernel.dispose();
});

test('its manifest has it told of its own topics; of those of others only with the grant, and counted', async () => {
  const told: string[] = [];
  const web = defineWeb({
    subscriptions: [onEvent(sunk, () => void told.push('sunk')), onEvent(painted, () => void told.push('painted'))],
  });
  const subscriptions = [sunk.topic, painted.topic];
  async function tell(grants: Grant[]) {
    const { plugins, events, uses, kernel } = await open({ web, subscriptions, source: buildSource({ grants }) });
    const stop = wakePlugins({ plugins, events, report: () => undefined });
    events.send(sunk);
    events.send(painted);
    await new Promise((resolve) => setTimeout(resolve, 0));
    void stop();
    await kernel.dispose();
    return uses;
  }
  expect(await tell([])).toEqual([]);
  expect(told).toEqual(['painted']);
  expect(await tell([service('events@1')])).toEqual(['brand events@1']);
  expect(told).toEqual(['painted', 'sunk', 'painted']);
});
