import { expect, test } from '@rstest/core';

import { answer, cycle, expectNoLeaks, mountPlugin } from '#core/web/testing/index.ts';
import { listConsumption, sumConsumption, type Consumption } from '#plugins/membership/calls.ts';
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
];
const open = { page: 'Consumption', path: '/consumption/records', calls: CALLS };

test('the page leaves nothing behind when it is opened and stopped fifty times', async () => {
  expectNoLeaks(await cycle(membership, { calls: CALLS, path: open.path, pages: ['Consumption'] }));
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
