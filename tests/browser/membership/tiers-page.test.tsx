import { expect, test } from '@rstest/core';

import { answer, cycle, expectNoLeaks, mountPlugin } from '#core/web/testing/index.ts';
import { listTiers, readShop, type Shop, type Tier } from '#plugins/membership/calls.ts';
import manifest from '#plugins/membership/plugin.ts';
import web from '#plugins/membership/web/index.ts';

const membership = { manifest, web };

const none = { features: [], plugins: [] };
const TIERS: Tier[] = [
  { level: 'level0', gigabytes: 7, devices: 1, features: [], plugins: ['混剪'] },
  { level: 'level1', gigabytes: 10, devices: 2, features: ['largeMixBatch'], plugins: [] },
  { level: 'level2', gigabytes: 20, devices: 3, ...none },
  { level: 'level3', gigabytes: 50, devices: 5, creatorAccounts: 100, ...none },
  { level: 'level4', gigabytes: null, devices: 10, ...none },
];
/** Nothing can be paid. */
const SHOP: Shop = {
  ...{ hasMobile: true, isMain: true, level: 'level0', until: null, levels: [], packages: [], ways: [] },
  balance: { least: 1, most: 100, suggested: [] },
};
const CALLS = [answer(listTiers, TIERS), answer(readShop, SHOP)];

test('the plugin leaves nothing behind when it is opened and stopped fifty times', async () => {
  expectNoLeaks(await cycle(membership, { calls: CALLS, path: '/recharge/purchaseMember', pages: ['Tiers'] }));
});

test('each level stands with the limits that the server tells, and what it unlocks stands with it alone', async () => {
  const page = await mountPlugin(membership, { page: 'Tiers', calls: CALLS });
  await page.until(() => page.element.querySelector('.rp-tier'));
  const tiers = [...page.element.querySelectorAll('.rp-tier')].map(({ textContent }) => textContent ?? '');
  expect(tiers).toHaveLength(5);
  expect(tiers[0]).toContain('7 GB');
  expect(tiers[0]).toContain('混剪');
  expect(tiers[4]).toContain('不限');
  expect(tiers.filter((text) => text.includes('大批量混剪'))).toEqual([tiers[1]]);
  // Accounts of creators are named only where somebody publishes to them.
  expect(tiers.filter((text) => text.includes('创作者账号'))).toEqual([tiers[3]]);
  await page.unmount();
});

test('the account’s own level is marked, and whoever wants another is led to a person', async () => {
  const page = await mountPlugin(membership, { page: 'Tiers', calls: CALLS, session: { account: { fdRoleCode: 13 } } });
  await page.until(() => page.element.querySelector('.rp-tier'));
  const marked = [...page.element.querySelectorAll('.rp-tier[aria-current]')].map(({ textContent }) => textContent);
  expect(marked).toHaveLength(1);
  expect(marked[0]).toContain('青铜当前等级');
  await page.until(() => page.element.querySelector('.rp-notice'));
  expect(page.byRole('button', '联系客服开通').className).toContain('primary');
  await page.unmount();
});

test('a free account finds its tier under the name that its own page gives it', async () => {
  for (const [hadTier, name] of [
    [false, '标准版'],
    [true, '黑铁'],
  ] as const) {
    const page = await mountPlugin(membership, { page: 'Tiers', calls: CALLS, session: { account: { hadTier } } });
    await page.until(() => page.element.querySelector('.rp-tier'));
    const [own, next] = [...page.element.querySelectorAll('.rp-tier')].map(({ textContent }) => textContent);
    expect(own).toContain(`${name}当前等级`);
    expect(next).toContain(`包含${name}的全部功能`);
    await page.unmount();
  }
});
