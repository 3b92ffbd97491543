import { expect, test } from '@rstest/core';
import { makeAutoObservable } from 'mobx';
import { useEffect, useState, type ComponentType } from 'react';

import { defineWeb, type WebPlugin } from '#core/web/define-web.ts';
import { HttpFailure } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { createKernel } from '#core/web/kernel/create-kernel.ts';
import { service } from '#core/web/kernel/service.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { LoadFailure } from '#core/web/plugins/load-failure.ts';
import { PLUGIN_CARE, type PluginCare } from '#core/web/plugins/plugin-care.ts';
import { KernelProvider } from '#core/web/react/KernelProvider.tsx';
import { observer } from '#core/web/react/observer.ts';
import { PluginPage } from '#core/web/react/PluginPage.tsx';
import { SlotItems } from '#core/web/react/SlotItems.tsx';
import { useLocked } from '#core/web/react/use-locked.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { SESSION, type Session } from '#core/web/session/session.ts';
import { slot } from '#core/web/slot.ts';
import {
  buildEntry,
  buildManifest,
  fakeKernel,
  mountPlugin,
  openBench,
  type FakeKernelOptions,
} from '#core/web/testing/index.ts';
import { token } from '#core/web/token.ts';

const manifest = buildManifest({ routes: [{ path: '/demo', page: 'Demo' }] });

function withPage(Demo: ComponentType, more: WebPlugin = {}) {
  return { manifest, web: defineWeb({ pages: { Demo: () => Promise.resolve({ default: Demo }) }, ...more }) };
}

async function openPage(plugin: ReturnType<typeof withPage>, options?: FakeKernelOptions) {
  const fake = await fakeKernel(plugin, options);
  const bench = await openBench(
    <KernelProvider kernel={fake.kernel}>
      <PluginPage plugin="demo" page="Demo" />
    </KernelProvider>,
  );
  return {
    ...fake,
    bench,
    async close() {
      await bench.remove();
      await fake.kernel.dispose();
    },
  };
}

class GreetingStore {
  count = 0;

  constructor(@inject(SESSION) readonly session: Session) {
    makeAutoObservable(this, { session: false }, { autoBind: true });
  }

  add(): void {
    this.count += 1;
  }
}

const Greeting = observer(function Greeting() {
  const store = useStore(GreetingStore);
  const session = useService(SESSION);
  return (
    <button type="button" onClick={store.add}>
      {session.displayName} {store.count}
    </button>
  );
});

test('a page is drawn with its store and its services, and follows them', async () => {
  const page = await mountPlugin(withPage(Greeting, { stores: [GreetingStore] }), {
    session: { account: { fdName: 'Ada' } },
  });
  await page.click(page.byRole('button', 'Ada 0'));
  await page.doing(() => page.session.logIn({ fdName: 'Grace' }));
  expect(page.byRole('button').textContent).toBe('Grace 1');
  await page.unmount();
});

test('texts follow the language without a reload, also outside of an observer', async () => {
  const page = await mountPlugin(
    withPage(function Retry() {
      const t = useText();
      return <p>{t('shell:plugin-retry')}</p>;
    }),
  );
  expect(page.text).toBe('重试');
  await page.doing(() => page.i18n.setLanguage('en'));
  expect(page.text).toBe('Try again');
  await page.unmount();
});

test('an outline stands in after a while, not at once', async () => {
  const { promise, resolve } = Promise.withResolvers<{ default: ComponentType }>();
  const { bench, close } = await openPage({
    manifest,
    web: defineWeb({ pages: { Demo: () => promise } }),
  });
  expect(bench.allByRole('status')).toEqual([]);
  await bench.until(() => bench.byRole('status'));
  expect(bench.text).toContain('正在打开');
  resolve({ default: () => <p>here</p> });
  await bench.until(() => bench.text === 'here');
  await close();
});

test('a page that breaks while it is drawn says which plugin it is, and retry draws it anew', async () => {
  let isBroken = true;
  const { bench, kernel, faults, close } = await openPage(
    withPage(function Fragile() {
      if (isBroken) throw new Error('no picture');
      return <p>whole</p>;
    }),
  );
  await bench.until(() => bench.byRole('alert'));
  expect(bench.text).toContain('「映港」的这一页出错了');
  expect(bench.element.querySelector('details pre')?.textContent).toContain('no picture');
  expect(faults.map(({ phase }) => phase)).toContain('render');
  expect(kernel.plugins.find('demo')?.state.name).toBe('active');
  isBroken = false;
  await bench.click(bench.byRole('button', '重试'));
  expect(bench.text).toBe('whole');
  await close();
});

test('a fault in an effect ends in the same place', async () => {
  const { bench, close } = await openPage(
    withPage(function Fragile() {
      useEffect(() => {
        throw new Error('no effect');
      }, []);
      return <p>drawn</p>;
    }),
  );
  await bench.until(() => bench.byRole('alert'));
  expect(bench.element.querySelector('details pre')?.textContent).toContain('no effect');
  await close();
});

test('code that does not arrive, or does not start, is told in words and can be retried', async () => {
  let attempt = 0;
  const { bench, close } = await openPage({
    manifest,
    web: defineWeb({
      pages: { Demo: () => Promise.resolve({ default: () => <p>started</p> }) },
      activate() {
        attempt += 1;
        if (attempt === 1) throw new Error('not yet');
      },
    }),
  });
  await bench.until(() => bench.byRole('alert'));
  expect(bench.text).toContain('「映港」没能启动');
  await bench.click(bench.byRole('button', '重试'));
  await bench.until(() => bench.text === 'started');
  await close();
});

test('a page whose code does not arrive is told and can be retried', async () => {
  let attempt = 0;
  const offline = Promise.withResolvers<never>();
  const { bench, faults, close } = await openPage({
    manifest,
    web: defineWeb({
      pages: {
        Demo() {
          attempt += 1;
          // Whoever asks while it is on its way waits for the same.
          return attempt <= 3 ? offline.promise : Promise.resolve({ default: () => <p>arrived</p> });
        },
      },
    }),
  });
  offline.reject(new Error('offline'));
  await bench.until(() => bench.byRole('alert'));
  expect(faults.map(({ phase }) => phase)).toEqual(['import']);
  expect(bench.text).toContain('「映港」没有加载出来');
  await bench.click(bench.byRole('button', '重试'));
  await bench.until(() => bench.text === 'arrived');
  await close();
});

test('a plugin that was stopped comes back under its page, with new stores', async () => {
  const { bench, kernel, close } = await openPage(withPage(Greeting, { stores: [GreetingStore] }));
  await bench.until(() => bench.byRole('button'));
  await bench.click(bench.byRole('button'));
  expect(bench.text).toContain('1');
  await bench.doing(() => kernel.plugins.stop('demo'));
  await bench.until(() => bench.text.endsWith('0'));
  await close();
});

test('three faults in handlers within a minute stop the plugin, and its page says so', async () => {
  const { bench, toasts, kernel, faults, close } = await openPage(
    withPage(function Pressed() {
      return (
        <button
          type="button"
          onClick={() => {
            throw new Error('no hand');
          }}
        >
          press
        </button>
      );
    }),
  );
  await bench.until(() => bench.byRole('button', 'press'));
  await bench.click(bench.byRole('button', 'press'));
  expect(faults).toMatchObject([{ plugin: 'demo', phase: 'handler' }]);
  expect(toasts.shown.map(({ text }) => text)).toEqual(['「映港」刚才的操作没有完成。']);
  await bench.click(bench.byRole('button', 'press'));
  await bench.click(bench.byRole('button', 'press'));
  await bench.until(() => bench.byRole('alert'));
  expect(bench.text).toContain('一分钟内出错三次');
  await bench.click(bench.byRole('button', '重试'));
  await bench.until(() => bench.byRole('button', 'press'));
  expect(kernel.plugins.find('demo')?.state.name).toBe('active');
  await close();
});

test('what a wrapped handler throws later is put down to the plugin; a failed call is not', async () => {
  const errors = [new HttpFailure('refused', { kind: 'refused' }), new Error('no promise')];
  const { bench, faults, toasts, close } = await openPage(
    withPage(function Pressed() {
      const save = usePluginCallback(async () => {
        await Promise.resolve();
        throw errors.shift() ?? new Error('too often');
      });
      return (
        <button type="button" onClick={save}>
          save
        </button>
      );
    }),
  );
  await bench.until(() => bench.byRole('button', 'save'));
  await bench.click(bench.byRole('button', 'save'));
  expect(faults).toEqual([]);
  await bench.click(bench.byRole('button', 'save'));
  expect(faults).toMatchObject([{ plugin: 'demo', phase: 'promise' }]);
  expect(toasts.shown.length).toBe(1);
  await close();
});

test('what nobody caught is put down to the plugin whose code the stack leads through', async () => {
  const { bench, faults, close } = await openPage(withPage(() => <p>here</p>));
  await bench.until(() => bench.text === 'here');
  const error = new Error('later');
  error.stack =
    'Error: later\n    at save (https://reelport.test/static/js/async/plugin-demo-web-index-ts.1a2b.js:1:99)';
  const event = new Event('unhandledrejection', { cancelable: true });
  window.dispatchEvent(Object.assign(event, { reason: error }));
  expect(faults).toMatchObject([{ plugin: 'demo', phase: 'promise', error }]);
  expect(event.defaultPrevented).toBe(true);
  const stranger = new Event('unhandledrejection', { cancelable: true });
  window.dispatchEvent(Object.assign(stranger, { reason: new Error('of the shell') }));
  expect(stranger.defaultPrevented).toBe(false);
  expect(faults.length).toBe(1);
  await close();
});

const CARDS = slot<() => string>('demo.cards');

test('showing a slot activates the plugins that add to it, and a broken item breaks alone', async () => {
  const cards = (id: string, card: () => string) => ({
    manifest: buildManifest({ id, slots: ['demo.cards'] }),
    web: defineWeb({ activate: (context) => context.contribute(CARDS, card) }),
  });
  const broken = (): string => {
    throw new Error('no card');
  };
  const { bench, kernel, close } = await openPage(
    withPage(() => <SlotItems slot={CARDS}>{(card) => <p>{card()}</p>}</SlotItems>),
    { partners: [cards('ships', () => 'ships'), cards('cranes', () => 'cranes'), cards('fog', broken)] },
  );
  await bench.until(() => bench.text.includes('ships') && bench.text.includes('这一页出错了'));
  expect(bench.text.startsWith('cranes')).toBe(true);
  await bench.doing(() => kernel.plugins.stop('cranes'));
  // It is shown, so the plugin comes back.
  await bench.until(() => bench.text.startsWith('cranes'));
  await close();
});

test('a slot item is drawn in the scope of the plugin that added it', async () => {
  const { bench, close } = await openPage(
    withPage(() => <SlotItems slot={CARDS}>{() => <Owner />}</SlotItems>),
    {
      partners: [
        {
          manifest: buildManifest({ id: 'ships', slots: ['demo.cards'], provides: ['ships.name@1'] }),
          web: defineWeb({
            activate(context) {
              context.provide(NAME, () => 'of the ships');
              context.contribute(CARDS, () => '');
            },
          }),
        },
      ],
    },
  );
  await bench.until(() => bench.text === 'of the ships');
  await close();
});

const NAME = token<string>('ships.name', 1);

function Owner() {
  return <p>{useService(NAME)}</p>;
}

test('a state of a page is lost when its plugin is blocked, and the page stays away', async () => {
  const Demo = () => {
    const [here] = useState('here');
    return <p>{here}</p>;
  };
  const plugin: Parameters<typeof fakeKernel>[0] = withPage(Demo);
  const fake = await fakeKernel(plugin, { services: [service(token<string>('extra', 1), () => 'extra')] });
  const bench = await openBench(
    <KernelProvider kernel={fake.kernel}>
      <PluginPage plugin="demo" page="Demo" />
    </KernelProvider>,
  );
  await bench.until(() => bench.text === 'here');
  plugin.state = { name: 'login' };
  await bench.doing(() => fake.kernel.plugins.load());
  await bench.until(() => bench.text !== 'here');
  expect(fake.kernel.plugins.find('demo')?.state.name).toBe('blocked');
  await bench.remove();
  await fake.kernel.dispose();
});

/** Opens the page of a plugin whose code comes to what is said. */
async function openFailing(web: WebPlugin, options?: FakeKernelOptions) {
  return await openPage(
    withPage(() => <p>here</p>, web),
    options,
  );
}

for (const [phase, told] of [
  ['integrity', '「映港」的文件和安装时不一致'],
  ['requires', '「映港」需要的东西这里没有'],
  ['import', '「映港」没有加载出来'],
] as const) {
  test(`code that is not run (${phase}) names the plugin and says why`, async () => {
    const plugin = withPage(() => <p>here</p>);
    const fake = await fakeKernel(plugin);
    const kernel = createKernel({
      services: [service(I18N, () => fake.i18n)],
      loadIndex: () => Promise.resolve({ plugins: [buildEntry(manifest)], build: 'one' }),
      loadCode: () => Promise.reject(new LoadFailure(phase, 'web.mjs is another file')),
      onFault: () => undefined,
    });
    await kernel.plugins.load();
    const bench = await openBench(
      <KernelProvider kernel={kernel}>
        <PluginPage plugin="demo" page="Demo" />
      </KernelProvider>,
    );
    await bench.until(() => bench.byRole('alert'));
    expect(bench.text).toContain(told);
    expect(bench.element.querySelector('details pre')?.textContent).toContain('web.mjs is another file');
    // Nobody who reads this may switch it off.
    expect(bench.allByRole('button').map(({ textContent }) => textContent)).toEqual(['重试']);
    await bench.click(bench.byRole('button', '重试'));
    await bench.click(bench.byRole('button', '重试'));
    await bench.until(() => bench.byRole('alert'));
    await bench.remove();
    await Promise.all([kernel.dispose(), fake.kernel.dispose()]);
  });
}

const noop = (): void => undefined;

test('a plugin that does not start three times within a minute says that it was stopped, and may be tried', async () => {
  let isBroken = true;
  const { bench, kernel, close } = await openFailing({
    activate() {
      if (isBroken) throw new Error('no rope');
    },
  });
  await bench.until(() => bench.byRole('alert'));
  for (let time = 0; time < 2; time += 1) {
    await bench.doing(() => kernel.plugins.ensure('demo', 'route:Demo').then(noop, noop));
  }
  await bench.until(() => bench.text.includes('「映港」一分钟内出错三次'));
  await expect(kernel.plugins.ensure('demo', 'route:Demo')).rejects.toMatchObject({ reason: 'quarantined' });
  isBroken = false;
  await bench.click(bench.byRole('button', '重试'));
  await bench.until(() => bench.text === 'here');
  await close();
});

for (const [reason, what, wait, advice] of [
  ['requires', '需要的东西这里没有，所以没有运行', '管理员更新它之后', '退回上一个版本'],
  ['update', '页面和服务器的版本对不上', '过一会儿再看', '相配的版本'],
  ['server', '的服务器部分没有运行', '联系管理员', '看它为什么停下'],
] as const) {
  test(`a plugin that runs for nobody (${reason}) says what to do, and its page opens when it runs again`, async () => {
    const plugin: Parameters<typeof fakeKernel>[0] = {
      ...withPage(() => <p>here</p>),
      state: { name: 'blocked', reason, details: ['dialogs@2'] },
    };
    for (const operator of [false, true]) {
      const care: PluginCare = {
        mayCare: operator,
        disable: () => Promise.resolve(),
        pageOf: (id) => `/operator/plugins/${id}`,
      };
      const fake = await fakeKernel(plugin, { services: [service(PLUGIN_CARE, () => care)] });
      const bench = await openBench(
        <KernelProvider kernel={fake.kernel}>
          <PluginPage plugin="demo" page="Demo" />
        </KernelProvider>,
      );
      await bench.until(() => bench.byRole('alert'));
      expect(bench.text).toContain(what);
      expect(bench.text).toContain(operator ? advice : wait);
      expect(bench.element.querySelector('details pre')?.textContent).toBe('dialogs@2');
      await expect(fake.kernel.plugins.ensure('demo', 'route:Demo')).rejects.toMatchObject({ reason: 'blocked' });
      const { state } = plugin;
      plugin.state = { name: 'ready' };
      await bench.click(bench.byRole('button', '再看一次'));
      await bench.until(() => bench.text === 'here');
      plugin.state = state;
      await bench.remove();
      await fake.kernel.dispose();
    }
  });
}

test('an operator may switch a broken plugin off where it broke, and find it in the manager', async () => {
  const disabled: string[] = [];
  const care: PluginCare = {
    mayCare: true,
    disable(id) {
      disabled.push(id);
      return Promise.resolve();
    },
    pageOf: (id) => `/operator/plugins/${id}`,
  };
  const { bench, close } = await openFailing(
    {
      activate() {
        throw new Error('no rope');
      },
    },
    { services: [service(PLUGIN_CARE, () => care)] },
  );
  await bench.until(() => bench.byRole('alert'));
  await bench.click(bench.byRole('button', '停用'));
  expect(disabled).toEqual(['demo']);
  expect(bench.byRole('link').getAttribute('href')).toBe('/operator/plugins/demo');
  await close();
});

test('a page asks what would open it when the tier has the plugin locked, and follows when that changes', async () => {
  const Demo = () => {
    const lock = useLocked();
    return <p>{lock === null ? 'open' : `from ${lock.level}`}</p>;
  };
  const plugin: Parameters<typeof fakeKernel>[0] = {
    ...withPage(Demo),
    state: { name: 'locked', feature: null, unlockedBy: 'level2' },
  };
  const fake = await fakeKernel(plugin);
  const bench = await openBench(
    <KernelProvider kernel={fake.kernel}>
      <PluginPage plugin="demo" page="Demo" />
    </KernelProvider>,
  );
  await bench.until(() => bench.text === 'from level2');
  plugin.state = { name: 'ready' };
  await bench.doing(() => fake.kernel.plugins.load());
  expect(bench.text).toBe('open');
  await bench.remove();
  await fake.kernel.dispose();
});

test('so does one page that its own gate locks', async () => {
  const paid = buildManifest({ routes: [{ path: '/demo', page: 'Demo', gate: { tiers: { level0: 'locked' } } }] });
  const Demo = () => <p>{useLocked()?.level ?? 'open'}</p>;
  const page = await mountPlugin({ ...withPage(Demo), manifest: paid });
  expect(page.text).toBe('level1');
  await page.doing(() => page.session.logIn({ fdRoleCode: 14 }));
  expect(page.text).toBe('open');
  await page.unmount();
});
