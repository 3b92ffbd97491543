import { expect, test } from '@rstest/core';
import { makeAutoObservable } from 'mobx';

import { accountChanged, taskChanged } from '#core/contract/kernel-events.ts';
import { COMMANDS } from '#core/web/commands/commands.ts';
import { defineWeb } from '#core/web/define-web.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { createKernel } from '#core/web/kernel/create-kernel.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { service } from '#core/web/service.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { PLUGINS } from '#core/web/plugins/plugins.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { SESSION, type Session } from '#core/web/session/session.ts';
import { slot } from '#core/web/slot.ts';
import {
  answerRaw,
  buildManifest,
  FakeI18n,
  fakeKernel,
  partnerService,
  type FakeKernelOptions,
} from '#core/web/testing/index.ts';
import { THEME, type Theme } from '#core/web/theme/theme.ts';
import { token } from '#core/web/token.ts';

const PICKER = token<{ pick(): string }>('materials.picker', 1);
const CARDS = slot<string>('workbench.cards');

class CounterStore {
  count = 0;
  disposed = 0;

  constructor(
    @inject(SESSION) readonly session: Session,
    @inject(HTTP) private readonly http: Http,
    @inject(PLUGIN_CONTEXT) readonly context: PluginContext,
  ) {
    makeAutoObservable<this, 'http'>(this, { session: false, http: false, context: false }, { autoBind: true });
  }

  add(): void {
    this.count += 1;
  }

  load(): Promise<string> {
    return this.http.send<string>({ method: 'GET', path: '/api/demo' });
  }

  dispose(): void {
    this.disposed += 1;
  }
}

class PickingStore {
  constructor(@inject(PICKER) readonly picker: { pick(): string }) {}
}

class StrangeStore {}

async function activate(
  manifest: Parameters<typeof buildManifest>[0],
  web: Parameters<typeof defineWeb>[0],
  options: FakeKernelOptions = {},
) {
  const fake = await fakeKernel({ manifest: buildManifest(manifest), web: defineWeb(web) }, options);
  const { context } = await fake.kernel.plugins.ensure('demo', 'route:/');
  return { ...fake, context };
}

test('a store gets what it injects, is made once, and is disposed when the plugin stops', async () => {
  const { context, kernel, session } = await activate({}, { stores: [CounterStore] });
  const store = context.store(CounterStore);
  expect(context.store(CounterStore)).toBe(store);
  expect(store.session).toBe(session);
  expect(store.context).toBe(context);
  store.add();
  expect(store.count).toBe(1);
  await kernel.plugins.stop('demo');
  expect(store.disposed).toBe(1);
  const { context: next } = await kernel.plugins.ensure('demo', 'route:/');
  expect(next.store(CounterStore)).not.toBe(store);
  await kernel.dispose();
});

test('a store that defineWeb does not list is refused by name', async () => {
  const { context, kernel } = await activate({}, { stores: [CounterStore] });
  expect(() => context.store(StrangeStore)).toThrow('web/index.ts(x) of "demo": add StrangeStore to stores');
  await kernel.dispose();
});

test('what nobody provides is named, and tryGet answers undefined', async () => {
  const { context, kernel } = await activate({ uses: ['materials'] }, { stores: [PickingStore] });
  expect(context.tryGet(PICKER)).toBeUndefined();
  expect(() => context.get(PICKER)).toThrow('"materials.picker@1"');
  await kernel.dispose();
});

test('a partner is reached by get and by a constructor, but only when the manifest uses it', async () => {
  const tokens = [partnerService(PICKER, () => ({ pick: () => 'clip' }))];
  const { context, kernel } = await activate({ uses: ['materials'] }, { stores: [PickingStore] }, { tokens });
  expect(context.get(PICKER).pick()).toBe('clip');
  expect(context.store(PickingStore).picker).toBe(context.get(PICKER));
  await kernel.dispose();

  const stranger = await activate(
    {},
    {},
    {
      partners: [
        {
          manifest: buildManifest({ id: 'materials', provides: ['materials.picker@1'] }),
          web: defineWeb({ activate: (own) => own.provide(PICKER, () => ({ pick: () => 'clip' })) }),
        },
      ],
    },
  );
  await stranger.kernel.plugins.ensure('materials', 'token:x');
  expect(stranger.context.tryGet(PICKER)).toBeUndefined();
  await stranger.kernel.dispose();
});

test('what a plugin provides is made on first use and disposed with the plugin', async () => {
  const made: string[] = [];
  const { context, kernel } = await activate(
    { provides: ['demo.thing@1'] },
    {
      activate(own) {
        own.provide(token<object>('demo.thing', 1), () => {
          made.push('made');
          return { dispose: () => void made.push('disposed') };
        });
      },
    },
  );
  expect(made).toEqual([]);
  const THING = token<object>('demo.thing', 1);
  expect(context.get(THING)).toBe(context.get(THING));
  await kernel.plugins.stop('demo');
  expect(made).toEqual(['made', 'disposed']);
  expect(kernel.census().tokens).toBe(0);
  await kernel.dispose();
});

test('a browser half that lacks what its manifest names is refused with what to add', async () => {
  const routes = [{ path: '/demo', page: 'Demo' }];
  const cases = [
    [{ routes }, {}, 'add "Demo" to pages: the route "/demo" of the manifest shows it'],
    [{ dialogs: [{ name: 'ask' }] }, {}, 'add "ask" to dialogs'],
    [{ commands: [{ id: 'go', title: 'shell:name' }] }, {}, 'add "go" to commands'],
    [{}, { commands: { go: () => undefined } }, 'take "go" out of commands'],
    [{ provides: ['demo.thing@1'] }, {}, 'add activate(): the manifest provides "demo.thing@1"'],
    [
      { provides: ['demo.thing@1'] },
      { activate: () => undefined },
      'activate() must call context.provide for "demo.thing@1"',
    ],
    [
      {},
      { activate: (own: PluginContext) => own.provide(PICKER, () => ({ pick: () => '' })) },
      'add "materials.picker@1" to provides',
    ],
    [{}, { activate: (own: PluginContext) => own.contribute(CARDS, 'card') }, 'add "workbench.cards" to slots'],
  ] as const;
  for (const [manifest, web, words] of cases) {
    const declared = { ...manifest } as Parameters<typeof buildManifest>[0];
    await expect(activate(declared, web)).rejects.toThrow(words);
    await expect(activate(declared, web)).rejects.toBeInstanceOf(TypeError);
  }
});

test('what is taken from services ends with the plugin', async () => {
  const { context, kernel, events, commands, router, http } = await activate(
    {},
    { stores: [CounterStore] },
    { calls: [{ method: 'GET', path: '/api/demo', give: () => new Promise(() => undefined) }] },
  );
  context.get(EVENTS).on(taskChanged, () => undefined);
  const stopHearing = context.get(EVENTS).on(accountChanged, () => undefined);
  context.get(COMMANDS).add({ id: 'demo.go', title: 'shell:name', run: () => undefined });
  context.get(ROUTER).confirmLeaving(() => false);
  const call = context.store(CounterStore).load();
  expect([events.listening, commands.list.length, router.asking, http.underWay]).toEqual([2, 1, 1, 1]);
  void stopHearing();
  expect(events.listening).toBe(1);
  await kernel.plugins.stop('demo');
  await expect(call).rejects.toMatchObject({ kind: 'cancelled' });
  expect([events.listening, commands.list.length, router.asking, http.underWay]).toEqual([0, 0, 0, 0]);
  await kernel.dispose();
});

test('a command of a plugin begins with its id', async () => {
  const { context, kernel } = await activate({}, {});
  const command = { id: 'other.go', title: 'shell:name', run: () => undefined } as const;
  expect(() => context.get(COMMANDS).add(command)).toThrow('begin with "demo."');
  await kernel.dispose();
});

test('after it stopped a plugin gets nothing any more', async () => {
  const { context, kernel } = await activate({}, { stores: [CounterStore] });
  await kernel.plugins.stop('demo');
  expect(context.tryGet(SESSION)).toBeUndefined();
  expect(() => context.get(SESSION)).toThrow('plugin "demo" has stopped');
  expect(() => context.store(CounterStore)).toThrow('plugin "demo" has stopped');
  await kernel.dispose();
});

test('calls that are scripted are answered, others say what to script', async () => {
  const { context, kernel } = await activate(
    {},
    { stores: [CounterStore] },
    { calls: [answerRaw('GET', '/api/demo', 'hello')] },
  );
  expect(await context.store(CounterStore).load()).toBe('hello');
  await expect(context.get(HTTP).send({ method: 'GET', path: '/api/else' })).rejects.toThrow('GET /api/else');
  await kernel.dispose();
});

test('the kernel names a service that is missing, doubled, or in a circle', async () => {
  const parts = {
    loadIndex: () => Promise.reject(new Error('none')),
    loadCode: () => Promise.reject(new Error('none')),
  };
  const i18n = service(I18N, () => new FakeI18n());
  expect(() => createKernel({ services: [], ...parts })).toThrow('services must have I18N');
  expect(() => createKernel({ services: [i18n, i18n], ...parts })).toThrow('"i18n@1" is declared twice');
  expect(() => createKernel({ services: [i18n], ...parts }).get(HTTP)).toThrow('no service "http@1"');
  const circle = createKernel({
    services: [
      i18n,
      service<Theme>(THEME, (get) => ({ ...get(EVENTS) }) as unknown as Theme),
      service<Events>(EVENTS, (get) => ({ ...get(THEME) }) as unknown as Events),
    ],
    ...parts,
  });
  expect(() => circle.get(THEME)).toThrow('theme@1 -> events@1 -> theme@1');
  expect(circle.get(PLUGINS)).toBe(circle.plugins);
});

test('a service is made when it is first asked for, and disposed with the kernel', async () => {
  const made: string[] = [];
  const kernel = createKernel({
    services: [
      service(I18N, () => new FakeI18n()),
      service(token<object>('thing', 1), () => {
        made.push('made');
        return { dispose: () => void made.push('disposed') };
      }),
    ],
    loadIndex: () => Promise.reject(new Error('none')),
    loadCode: () => Promise.reject(new Error('none')),
  });
  expect(made).toEqual([]);
  const THING = token<object>('thing', 1);
  expect(kernel.get(THING)).toBe(kernel.get(THING));
  await kernel.dispose();
  expect(made).toEqual(['made', 'disposed']);
});
