import { expect, test } from '@rstest/core';

import { pluginsChanged } from '#core/contract/kernel-events.ts';
import { cycle, expectNoLeaks, mountPlugin, refuse } from '#core/web/testing/index.ts';
import { changeExtension, listExtensions } from '#plugins/extensions/calls.ts';
import { TIMES } from '#tests/browser/cycle-times.ts';

import { brandKit, extensions, FakeExtensions, shipped } from './extensions-plugin.ts';

const MIXING = shipped({ id: 'mixing', title: 'mixing:title', gate: { tiers: { level0: 'locked' } } });

function open(server: FakeExtensions, path = '/operator/plugins') {
  return mountPlugin(extensions, { page: 'Extensions', path, calls: server.calls });
}

function rows(page: { element: HTMLElement }): string[] {
  return [...page.element.querySelectorAll<HTMLElement>('.rp-ext-row')].map((row) => row.dataset['extension'] ?? '');
}

test('the plugin leaves nothing behind when it is opened and stopped again and again', async () => {
  const server = new FakeExtensions([shipped(), MIXING, brandKit()]);
  const report = await cycle(extensions, {
    calls: server.calls,
    path: '/operator/plugins/brand-kit',
    dialogs: { install: {}, developer: {} },
    times: TIMES,
  });
  expectNoLeaks(report);
});

test('each plugin says where it stands, where it comes from and what went wrong', async () => {
  const page = await open(new FakeExtensions([shipped(), MIXING, brandKit()]));
  const text = (id: string): string => page.element.querySelector(`[data-extension="${id}"]`)?.textContent ?? '';
  await page.until(() => text('brand-kit').includes('品牌套件'));
  expect(text('brand-kit')).toContain('隔离运行');
  expect(text('brand-kit')).toContain('2 次');
  expect(text('brand-kit')).toContain('给了 2 / 2');
  expect(text('brand-kit')).toContain('用过 1 项');
  expect(text('mixing')).toContain('对黑铁上锁');
  expect(text('workbench')).toContain('随产品提供');
  await page.unmount();
});

test('grants that wait are told in the list', async () => {
  const page = await open(
    new FakeExtensions([brandKit({ faults: 0, waiting: { grants: ['GET /api/materials/:id'], calls: [] } })]),
  );
  await page.until(() => page.text.includes('1 项待确认'));
  expect(page.text).not.toContain('用过 1 项');
  expect(page.byRole('button', /^需要看/).textContent).toContain('1');
  await page.unmount();
});

test('what cannot run says why and what to do', async () => {
  const blocked = brandKit({ blocked: { reason: 'requires', details: ['dialogs@2'] } });
  const page = await open(new FakeExtensions([blocked]));
  await page.until(() => page.text.includes('缺少 dialogs@2：更新插件或工作台'));
  await page.unmount();
});

test('a search and a filter narrow the list, and clearing shows all of it again', async () => {
  const page = await open(new FakeExtensions([shipped(), MIXING, brandKit()]));
  await page.until(() => rows(page).length === 3);
  await page.fill(page.byRole('searchbox'), 'BRAND');
  expect(rows(page)).toEqual(['brand-kit']);
  await page.fill(page.byRole('searchbox'), 'nothing');
  await page.click(page.byRole('button', '显示全部'));
  expect(rows(page)).toHaveLength(3);
  await page.click(page.byRole('button', /^来自外部/));
  expect(rows(page)).toEqual(['brand-kit']);
  await page.unmount();
});

test('where nothing comes from outside the page says how to come by a plugin', async () => {
  const page = await open(new FakeExtensions([shipped()]));
  await page.until(() => page.text.includes('还没有从外部安装插件'));
  expect(page.text).toContain('npx reelport plugin new');
  expect(page.byRole('link', '插件开发文档').getAttribute('href')).toBe('/docs/plugins/tutorial.md');
  await page.unmount();
});

test('a change somewhere else shows without a reload', async () => {
  const server = new FakeExtensions([shipped(), brandKit()]);
  const page = await open(server);
  await page.until(() => rows(page).length === 2);
  server.put('brand-kit', { disabled: true });
  await page.doing(() => page.events.send(pluginsChanged));
  await page.until(() => page.text.includes('已停用，谁也看不到'));
  await page.unmount();
});

test('when the list cannot be read the page says why and reads it again', async () => {
  const server = new FakeExtensions([shipped()]);
  const page = await mountPlugin(extensions, {
    ...{ page: 'Extensions', path: '/operator/plugins' },
    calls: [refuse(listExtensions, '服务器正忙'), ...server.calls],
  });
  await page.until(() => page.text.includes('服务器正忙'));
  await page.click(page.byRole('button', '重试'));
  await page.until(() => rows(page).length === 1);
  await page.unmount();
});

test('the matrix offers no tiers for what is always on, and says why', async () => {
  const account = shipped({ id: 'account', title: 'account:title' }, { needed: true });
  const page = await open(new FakeExtensions([account, shipped()]), '/operator/plugins?view=tiers');
  const row = (id: string) => page.element.querySelector(`.rp-ext-matrix [data-extension="${id}"]`);
  await page.until(() => row('account') !== null);
  expect(row('account')?.textContent).toContain('始终开放：没有它，谁也无法登录或管理插件');
  expect([
    row('account')?.querySelectorAll('input').length,
    row('workbench')?.querySelectorAll('input').length,
  ]).toEqual([0, 15]);
  await page.unmount();
});

test('what is kept from a tier stands out in the matrix, and so does what an operator chose', async () => {
  const chosen = shipped({ id: 'landing', title: 'landing:title' }, { tiers: { level3: 'hidden' } });
  const page = await open(new FakeExtensions([MIXING, chosen]), '/operator/plugins?view=tiers');
  await page.until(() => page.element.querySelectorAll('.rp-ext-tier').length === 10);
  const cells = [...page.element.querySelectorAll<HTMLElement>('.rp-ext-tier')].map(
    ({ dataset }) => `${dataset['mode']}${dataset['chosen'] === undefined ? '' : ' chosen'}`,
  );
  expect(cells).toEqual([...['locked', 'on', 'on', 'on', 'on'], ...['on', 'on', 'on', 'hidden chosen', 'on']]);
  await page.unmount();
});

test('a cell of the matrix is written at once and can be taken back', async () => {
  const server = new FakeExtensions([MIXING]);
  const page = await open(server, '/operator/plugins?view=tiers');
  const cell = await page.until(() => page.byRole('radiogroup', /对白银$/));
  const choice = (name: string) => choiceOf(cell, name);
  expect(choice('开放').checked).toBe(true);
  await page.click(choice('隐藏'));
  expect(choice('隐藏').checked).toBe(true);
  await page.until(() => page.toasts.shown.length === 1);
  expect(page.http.callsOf(changeExtension)[0]?.body).toEqual({ tiers: { level2: 'hidden' } });
  expect(page.toasts.shown[0]?.text).toContain('已对白银隐藏');
  await page.doing(() => page.toasts.shown[0]?.action?.run());
  await page.until(() => page.http.callsOf(changeExtension).length === 2);
  expect(page.http.callsOf(changeExtension)[1]?.body).toEqual({ tiers: { level2: null } });
  await page.until(() => choice('开放').checked);
  await page.unmount();
});

test('a cell that was not saved goes back and says so', async () => {
  const server = new FakeExtensions([MIXING]);
  const page = await open(server, '/operator/plugins?view=tiers');
  page.http.script(refuse(changeExtension, '数据库暂时不可用'));
  const cell = await page.until(() => page.byRole('radiogroup', /对钻石$/));
  await page.click(choiceOf(cell, '上锁'));
  await page.until(() => page.toasts.shown.length === 1);
  expect(page.toasts.shown[0]).toMatchObject({ kind: 'error' });
  expect(page.toasts.shown[0]?.text).toContain('数据库暂时不可用');
  expect(choiceOf(cell, '开放').checked).toBe(true);
  expect(cell.closest('[aria-busy]')).toBeNull();
  await page.unmount();
});

test('of quick choices for one cell the last one holds, and the note takes back all of them', async () => {
  const server = new FakeExtensions([MIXING]);
  const page = await open(server, '/operator/plugins?view=tiers');
  const cell = await page.until(() => page.byRole('radiogroup', /对黄金$/));
  await page.doing(() => {
    for (const name of ['上锁', '隐藏']) choiceOf(cell, name).click();
  });
  await page.until(() => page.toasts.shown.length === 1);
  expect(server.find('mixing').tiers).toEqual({ level3: 'hidden' });
  await page.doing(() => page.toasts.shown[0]?.action?.run());
  await page.until(() => Object.keys(server.find('mixing').tiers).length === 0);
  await page.unmount();
});

/** One choice of a cell of the matrix, by its name. */
function choiceOf(cell: HTMLElement, name: string): HTMLInputElement {
  const found = [...cell.querySelectorAll('label')].find(({ textContent }) => textContent === name);
  const radio = found?.querySelector('input');
  if (radio === null || radio === undefined) throw new Error(`no choice ${name}`);
  return radio;
}
