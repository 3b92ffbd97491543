import { expect, test } from '@rstest/core';

import { listSubAccounts } from '#core/contract/account-calls.ts';
import { taskChanged } from '#core/contract/kernel-events.ts';
import { cancelTask } from '#core/contract/task-calls.ts';
import { answer, cycle, expectNoLeaks, mountPlugin } from '#core/web/testing/index.ts';
import {
  createConsumptionExport,
  EXPORT_CONSUMPTION,
  listConsumption,
  listConsumptionExports,
  sumConsumption,
  type Consumption,
  type ConsumptionExport,
} from '#plugins/membership/calls.ts';
import manifest from '#plugins/membership/plugin.ts';
import web from '#plugins/membership/web/index.ts';

const membership = { manifest, web };

const idOf = (number: number): string => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const MAIN = { id: idOf(1), name: '店铺' };
const SUB = { id: idOf(2), name: '剪辑小王' };

const row = (number: number, overrides: Partial<Consumption>): Consumption => ({
  ...{ id: idOf(number), account: SUB, at: '2026-11-20T08:00:00.000Z', state: 'consumed', isOpen: false },
  ...{ service: '混剪', name: '春季上新', seconds: 90, unit: 'mixes', change: -20, before: 340, after: 320 },
  ...overrides,
});
const ROWS = [row(12, { state: 'returned', seconds: null, change: 8, before: 320, after: 328 }), row(11, {})];
const CALLS = [
  answer(listConsumption, { items: ROWS, nextCursor: null, total: 2 }),
  answer(sumConsumption, [
    { account: MAIN, unit: 'uses', spent: 3 },
    { account: SUB, unit: 'mixes', spent: 12 },
  ]),
  answer(listSubAccounts, [{ label: SUB.name, value: SUB.id }]),
  answer(listConsumptionExports, []),
];
const open = { page: 'Consumption', path: '/consumption/records', calls: CALLS };

test('the page leaves nothing behind when it is opened and stopped fifty times', async () => {
  expectNoLeaks(await cycle(membership, { calls: CALLS, path: open.path, pages: ['Consumption'] }));
});

test('the bar of the pages about money marks the page at either of its addresses', async () => {
  for (const path of ['/consumption/records', '/accountCenter/used-record']) {
    const page = await mountPlugin(membership, { ...open, path });
    const current = await page.until(() => document.querySelector('.rp-shop-nav [aria-current="page"]'));
    expect(current?.textContent).toBe('消费记录');
    await page.unmount();
  }
});

test('records say who spent what, and a total lists just the rows that it sums', async () => {
  const page = await mountPlugin(membership, open);
  await page.until(() => page.text.includes('春季上新'));
  for (const words of ['剪辑小王', '已消费', '已退回', '−20 条混剪', '+8 条混剪', '340 → 320', '90 秒']) {
    expect(page.text).toContain(words);
  }
  const total = await page.until(() => page.byRole('button', '剪辑小王 · 12 条混剪'));
  await page.click(total);
  await page.until(() => page.http.callsOf(listConsumption).length === 2);
  expect(page.http.callsOf(listConsumption)[1]?.query).toMatchObject({ account: SUB.id, unit: 'mixes' });
  expect(total.getAttribute('aria-pressed')).toBe('true');
  await page.click(page.byRole('button', '剪辑小王 · 12 条混剪'));
  await page.until(() => page.http.callsOf(listConsumption).length === 3);
  expect(page.http.callsOf(listConsumption)[2]?.query).toMatchObject({ account: undefined, unit: undefined });
  await page.unmount();
});

test('an address lists one account, which the filter names even if it has spent nothing', async () => {
  const page = await mountPlugin(membership, {
    ...{ ...open, path: `${open.path}?account=${SUB.id}` },
    calls: [answer(sumConsumption, []), ...CALLS.filter(({ path }) => path !== sumConsumption.path)],
  });
  await page.until(() => page.text.includes('春季上新'));
  expect(page.http.callsOf(listConsumption).at(-1)?.query).toMatchObject({ account: SUB.id });
  const filter = await page.until(() => page.byRole('combobox', '账号'));
  await page.until(() => filter.textContent?.includes('剪辑小王'));
  await page.unmount();
});

test('an export asks for just what is listed, shows how far it is, can be cancelled, and becomes a file to fetch', async () => {
  let exports: ConsumptionExport[] = [];
  const working: ConsumptionExport = {
    ...{ id: idOf(21), format: 'xlsx', state: 'running', progress: 0.34, error: null, file: null },
    ...{ createdAt: '2026-11-20T08:00:00.000Z', expiresAt: '2026-11-21T08:00:00.000Z' },
  };
  const task = {
    ...{ ...working, job: EXPORT_CONSUMPTION, subjectId: null, secondsLeft: null, attempt: 1 },
    updatedAt: working.createdAt,
  };
  const page = await mountPlugin(membership, {
    ...open,
    calls: [
      answer(createConsumptionExport, { ...working, state: 'queued', progress: 0 }),
      answer(cancelTask, { ...task, state: 'cancelling', error: null }),
      answer(listConsumptionExports, () => exports),
      ...CALLS.slice(0, 3),
    ],
  });
  await page.click(await page.until(() => page.byRole('button', '剪辑小王 · 12 条混剪')));
  await page.click(page.byRole('button', '导出'));
  await page.click(await page.until(() => page.byRole('menuitem', 'Excel 表格（.xlsx）')));
  await page.until(() => page.text.includes('排队导出 Excel'));
  expect(page.http.callsOf(createConsumptionExport)[0]?.body).toMatchObject({
    ...{ format: 'xlsx', account: SUB.id, unit: 'mixes', zone: new Intl.DateTimeFormat().resolvedOptions().timeZone },
  });

  exports = [working];
  await page.doing(() => page.events.send(taskChanged, task));
  await page.until(() => page.text.includes('正在导出 Excel，34%'));
  await page.click(page.byRole('button', '取消导出'));
  await page.until(() => page.http.callsOf(cancelTask).length === 1);

  const file = { rows: 12, name: '消费记录 2026-11-20.xlsx', url: '/files/signed' };
  exports = [{ ...working, state: 'succeeded', progress: 1, file }];
  await page.doing(() => page.events.send(taskChanged, { ...task, state: 'succeeded' as const }));
  const link = await page.until(() => page.byRole('link', '下载消费记录 2026-11-20.xlsx'));
  expect(link.getAttribute('href')).toBe(file.url);
  expect(page.text).toContain('12 条');
  await page.unmount();
});
