import { expect, test } from '@rstest/core';

import { providersChanged } from '#core/contract/providers-changed.ts';
import { answer, cycle, expectNoLeaks, mountPlugin, refuse } from '#core/web/testing/index.ts';
import {
  checkService,
  chooseService,
  listServices,
  readServiceSettings,
  readTryOut,
  tryService,
  writeServiceSettings,
  type Service,
  type ServiceAdapter,
} from '#plugins/providers/calls.ts';
import manifest from '#plugins/providers/plugin.ts';
import web from '#plugins/providers/web/index.ts';

const providers = { manifest, web };

const adapter = (id: string, facts: Partial<ServiceAdapter> = {}): ServiceAdapter => ({
  ...{ id, plugin: id.split('.')[0] ?? '', pluginTitle: '港口', title: id, about: null, access: null, embedded: false },
  ...{ state: 'ready', missing: [], shape: null, rest: null },
  ...facts,
});
const single = (facts: Partial<Service> = {}): Service => ({
  ...{ kind: 'captcha', several: false, ordered: false, chosen: true, inUse: ['engines.plain'], orEmbedded: false },
  triable: true,
  adapters: [
    adapter('engines.plain', { embedded: true }),
    adapter('harbour.horn', {
      shape: { type: 'object', properties: { key: { type: 'string', secret: true, title: '密钥' } } },
    }),
    adapter('quay.bell', { state: 'incomplete', missing: ['密钥'] }),
  ],
  ...facts,
});
const payment: Service = { ...single(), kind: 'payment', several: true, inUse: [], triable: false, adapters: [] };

const healthy = { healthy: true, probed: true, problem: null, languages: ['en-US'], granted: {}, milliseconds: 12 };
function calls(services: () => Service[], chosen: (body: unknown) => void = () => undefined) {
  return [
    answer(listServices, () => ({ services: services() })),
    answer(chooseService, ({ body }) => {
      chosen(body);
      return { services: services() };
    }),
    answer(checkService, ({ params }) =>
      (params as { id: string }).id === 'harbour.horn'
        ? { ...healthy, healthy: false, problem: '密钥不对', languages: null }
        : healthy,
    ),
    answer(readServiceSettings, () => ({ values: {} })),
    answer(writeServiceSettings, () => ({ values: { key: { set: true as const } } })),
  ];
}
const open = (given: ReturnType<typeof calls>, path = '/operator/services/captcha') =>
  mountPlugin(providers, { page: path.split('/').length > 3 ? 'Service' : 'Services', path, calls: given });

test('the plugin leaves nothing behind when it is opened and stopped fifty times', async () => {
  const report = await cycle(providers, { calls: calls(() => [single()]), path: '/operator/services/captcha' });
  expectNoLeaks(report);
});

test('what is in use is looked at by itself, and kinds without an adapter say that one is needed', async () => {
  const page = await open(
    calls(() => [single(), payment]),
    '/operator/services',
  );
  await page.until(() => page.text.includes('可用'));
  expect(page.http.callsOf(checkService)).toHaveLength(1);
  expect(page.element.querySelector('[data-kind=payment]')?.textContent).toContain('需要安装');
  await page.unmount();
});

test('what a service has to grant is listed, and what it has not granted is named once it was asked', async () => {
  const scopes = ['basic_info', 'post_clips'].map((name) => ({ name, about: `${name} 的用处`, isOptional: false }));
  const posts = single({
    kind: 'channels',
    ...{ inUse: ['quay.posts'], triable: false },
    adapters: [adapter('quay.posts', { access: { scopes, review: '通过审核之前只有测试人员能授权。' } })],
  });
  const told = { ...healthy, languages: null, granted: { basic_info: true, post_clips: false } };
  const given = calls(() => [posts]).map((each) =>
    each.path === checkService.path ? answer(checkService, () => told) : each,
  );
  const page = await open(given, '/operator/services/channels');
  await page.until(() => page.text.includes('还没有获准：post_clips'));
  for (const text of ['basic_info 的用处', '已获准', '未获准', '通过审核之前只有测试人员能授权']) {
    expect(page.text).toContain(text);
  }
  await page.unmount();
});

test('a choice that is refused goes back to what is in use, and says so', async () => {
  const given = calls(() => [single()]).map((each) =>
    each.path === chooseService.path && each.method === 'PUT' ? refuse(chooseService, '不行', { status: 422 }) : each,
  );
  const page = await open(given);
  await page.until(() => page.allByRole('radio').length === 4);
  expect((page.byRole('radio', 'quay.bell') as HTMLInputElement).disabled).toBe(true);
  await page.click(page.byRole('radio', 'harbour.horn'));
  await page.until(() => page.http.callsOf(chooseService).length === 1);
  await page.until(() => (page.byRole('radio', 'engines.plain') as HTMLInputElement).checked);
  await page.unmount();
});

test('what another operator chose shows, with a switch for the built-in one to stand in', async () => {
  let service = single();
  const heard: unknown[] = [];
  const page = await open(
    calls(
      () => [service],
      (body) => heard.push(body),
    ),
  );
  await page.until(() => page.allByRole('radio').length === 4);
  expect(page.allByRole('switch')).toHaveLength(0);
  service = single({ inUse: ['harbour.horn'] });
  await page.doing(() => page.events.send(providersChanged));
  await page.until(() => page.allByRole('switch').length === 1);
  await page.until(() => page.text.includes('密钥不对'));
  await page.click(page.byRole('switch'));
  await page.until(() => heard.length === 1);
  expect(heard[0]).toEqual({ adapters: ['harbour.horn'], orEmbedded: true });
  await page.unmount();
});

test('services of a kind with an order are moved by keys, taken out and added, each time in one call', async () => {
  let service = single({ kind: 'speech', ordered: true, inUse: ['harbour.horn', 'engines.plain'] });
  const rest = { until: '2026-11-28T10:42:00.000Z', problem: '额度用完了。', message: 'horn.example: 402' };
  service = {
    ...service,
    adapters: [
      ...service.adapters.map((each) => (each.id === 'harbour.horn' ? { ...each, rest } : each)),
      adapter('quay.gong'),
    ],
  };
  const heard: string[][] = [];
  const page = await open(
    calls(
      () => [service],
      (body) => {
        const { adapters } = body as { adapters: string[] };
        heard.push(adapters);
        service = { ...service, inUse: adapters };
      },
    ),
    '/operator/services/speech',
  );
  const order = () => [...page.element.querySelectorAll<HTMLElement>('ol > li')].map((row) => row.dataset['id']);
  await page.until(() => order().length === 2);
  expect(page.text).toContain('额度用完了。');
  expect(page.text).toContain('最近失败过');
  expect((page.byRole('button', '把“harbour.horn”往前移') as HTMLButtonElement).disabled).toBe(true);
  expect((page.byRole('button', '加入“quay.bell”') as HTMLButtonElement).disabled).toBe(true);
  const press = async (label: string) => {
    const before = heard.length;
    page.byRole('button', label).focus();
    await page.click(page.byRole('button', label));
    await page.until(() => heard.length === before + 1);
  };
  await press('把“engines.plain”往前移');
  await page.until(() => order()[0] === 'engines.plain');
  // It cannot go further up, so its next button has the focus.
  await page.until(() => document.activeElement?.getAttribute('aria-label') === '把“engines.plain”往后移');
  await press('加入“quay.gong”');
  await press('不再用“harbour.horn”');
  expect(heard).toEqual([
    ['engines.plain', 'harbour.horn'],
    ['engines.plain', 'harbour.horn', 'quay.gong'],
    ['engines.plain', 'quay.gong'],
  ]);
  await page.until(() => document.activeElement?.closest('li')?.dataset['id'] === 'quay.gong');
  await page.unmount();
});

test('a picture that a service has filled is shown', async () => {
  const filling = single({ kind: 'inpainting', inUse: ['quay.filler'], adapters: [adapter('quay.filler')] });
  const page = await open(
    [
      ...calls(() => [filling]),
      answer(readTryOut, { shape: { type: 'object', properties: {} } }),
      answer(tryService, { kind: 'picture', base64: 'AAAA' }),
    ],
    '/operator/services/inpainting',
  );
  await page.until(() => page.allByRole('button').some((button) => button.textContent === '试用'));
  await page.click(page.byRole('button', '试用'));
  await page.until(() => page.element.querySelector('form [type=submit]') !== null);
  await page.click(page.element.querySelector('form [type=submit]') as HTMLElement);
  await page.until(() => page.element.querySelector('form img') !== null);
  expect(page.text).toContain('服务补全后是这样');
  await page.unmount();
});
