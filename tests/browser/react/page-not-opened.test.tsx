import { expect, test } from '@rstest/core';

import { defineWeb, type WebPlugin } from '#core/web/define-web.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { createKernel } from '#core/web/kernel/create-kernel.ts';
import { service } from '#core/web/service.ts';
import { LoadFailure } from '#core/web/plugins/load-failure.ts';
import { PLUGIN_ADMIN, type PluginAdmin } from '#core/web/plugins/plugin-admin.ts';
import { ROUTER } from '#core/web/router/router.ts';
import {
  buildEntry,
  FakeI18n,
  FakeRouter,
  type FakeKernelOptions,
  type TestedPlugin,
} from '#core/web/testing/index.ts';

import { manifest, openPage, showPage, withPage } from './open-page.tsx';

/** Opens the page of a plugin whose code comes to what is said. */
async function openFailing(web: WebPlugin, options?: FakeKernelOptions) {
  return await openPage(
    withPage(() => <p>here</p>, web),
    options,
  );
}

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

for (const [phase, told] of [
  ['integrity', '「映港」的文件和安装时不一致'],
  ['requires', '「映港」需要的东西这里没有'],
  ['import', '「映港」没有加载出来'],
] as const) {
  test(`code that is not run (${phase}) names the plugin and says why`, async () => {
    const i18n = new FakeI18n();
    const kernel = createKernel({
      services: [service(I18N, () => i18n), service(ROUTER, () => new FakeRouter(manifest, '/demo'))],
      loadIndex: () => Promise.resolve({ plugins: [buildEntry(manifest)], build: 'one' }),
      loadCode: () => Promise.reject(new LoadFailure(phase, 'web.mjs is another file')),
      onFault: () => undefined,
    });
    await kernel.plugins.load();
    const bench = await showPage(kernel);
    await bench.until(() => bench.byRole('alert'));
    expect(bench.text).toContain(told);
    expect(bench.element.querySelector('details pre')?.textContent).toContain('web.mjs is another file');
    // Nobody who reads this may switch it off.
    expect(bench.allByRole('button').map(({ textContent }) => textContent)).toEqual(['重试']);
    await bench.click(bench.byRole('button', '重试'));
    await bench.click(bench.byRole('button', '重试'));
    await bench.until(() => bench.byRole('alert'));
    await bench.remove();
    await kernel.dispose();
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
    const plugin: TestedPlugin = {
      ...withPage(() => <p>here</p>),
      state: { name: 'blocked', reason, details: ['dialogs@2'] },
    };
    for (const operator of [false, true]) {
      const care: PluginAdmin = {
        isOperator: operator,
        disable: () => Promise.resolve(),
        pageOf: (id) => `/operator/plugins/${id}`,
      };
      const { bench, kernel, close } = await openPage(plugin, { services: [service(PLUGIN_ADMIN, () => care)] });
      await bench.until(() => bench.byRole('alert'));
      expect(bench.text).toContain(what);
      expect(bench.text).toContain(operator ? advice : wait);
      expect(bench.element.querySelector('details pre')?.textContent).toBe('dialogs@2');
      await expect(kernel.plugins.ensure('demo', 'route:Demo')).rejects.toMatchObject({ reason: 'blocked' });
      const { state } = plugin;
      plugin.state = { name: 'ready' };
      await bench.click(bench.byRole('button', '再看一次'));
      await bench.until(() => bench.text === 'here');
      plugin.state = state;
      await close();
    }
  });
}

test('an operator may switch a broken plugin off where it broke, and find it in the manager', async () => {
  const disabled: string[] = [];
  const care: PluginAdmin = {
    isOperator: true,
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
    { services: [service(PLUGIN_ADMIN, () => care)] },
  );
  await bench.until(() => bench.byRole('alert'));
  await bench.click(bench.byRole('button', '停用'));
  expect(disabled).toEqual(['demo']);
  expect(bench.byRole('link').getAttribute('href')).toBe('/operator/plugins/demo');
  await close();
});
