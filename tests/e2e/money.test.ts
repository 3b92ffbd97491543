import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import type { Page } from 'playwright-core';

import type { ToolRun } from '#core/contract/tool-run-calls.ts';
import { checkLedger } from '#core/server/services/ledger/check-ledger.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { compose } from '#host/server/compose.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import { press } from '#tests/fixtures/tool-runs/press-plugin.ts';
import { until } from '#tests/until.ts';

import { createBrowserKit, pageFaults, type Seat } from './browser-kit.ts';
import { startSite } from './site.ts';

const scope = lastFirst({ after });
const server = await startSite(scope, { beside: [press] });
const { ctx } = server.composed;
const kit = createBrowserKit(scope, server.address);
const folder = await mkdtemp(join(tmpdir(), 'reelport-money-'));
scope.after(() => rm(folder, { recursive: true, force: true }));

const [WIDE, PHONE] = [1440, 390];

/** How somebody looks who buys, and what they read. */
const VIEWS = [
  {
    ...({ width: WIDE, dark: true, language: 'zh' } as const),
    words: {
      ...{ silver: '白银', days: '90 天 · ¥267.00', order: '提交订单并付款', amount: '请付款 ¥267.00', open: '去付款' },
      ...{ noMoney: '这里不收真钱', pay: '模拟付款 ¥267.00', member: '白银会员', done: '白银会员 90 天已开通' },
      state: '已完成',
    },
  },
  {
    ...({ width: PHONE, dark: false, language: 'en' } as const),
    words: {
      ...{ silver: 'Silver', days: '90 days · ¥267.00', order: 'Order and pay', amount: 'Pay ¥267.00' },
      ...{ open: 'Go to payment', noMoney: 'No real money', pay: 'Pretend to pay ¥267.00', member: 'Silver member' },
      ...{ done: 'Silver membership, 90 days: active now', state: 'Done' },
    },
  },
];
type View = (typeof VIEWS)[number];

const use = (adapters: string[]) => ctx.providers.admin.choose('payment', { adapters, orEmbedded: false }, 'test');
let mobiles = 13_900_000_000;
async function buyer(): Promise<{ token: string; accountId: string }> {
  const session = await server.signIn({ level: 'level0' });
  await ctx.db.pool.query(
    `insert into account_identities (kind, value, account_id, created_at) values ('mobile', $1, $2, now())`,
    [String(mobiles++), session.accountId],
  );
  return session;
}

/** What is wrong with a page at its width, and at the other one, at which the next press is made. */
async function faultsTurned(page: Page): Promise<string[]> {
  const faults = await pageFaults(page);
  const width = page.viewportSize()?.width === WIDE ? PHONE : WIDE;
  await page.setViewportSize({ width, height: width === WIDE ? 900 : 844 });
  return [...faults, ...(await pageFaults(page)).map((fault) => `turned to ${width} px: ${fault}`)];
}

/**
 * Buys 90 days of silver, from page to page at another width, so that both languages are seen at both and each press is
 * made at both; another tab that shows a locked plugin follows without a reload.
 */
async function buy(seat: Seat, { words }: View): Promise<void> {
  const [page, other] = [seat.page, await kit.tab(seat)];
  await other.setViewportSize({ width: 1440, height: 900 });
  await other.goto(`${server.address}/video/segmentation`);
  const lock = other.locator('.rp-page-notice[data-kind="lock"]');
  await lock.waitFor();
  await page.goto(`${server.address}/recharge/purchaseMember`);
  // What is sold is known before a way to pay it.
  await page.getByRole('radio', { name: words.silver }).check();
  await page.getByRole('radio', { name: words.days }).check();
  assert.deepEqual(await faultsTurned(page), []);
  await page.getByRole('button', { name: words.order }).click();
  await page.getByRole('heading', { name: words.amount }).waitFor();
  assert.deepEqual(await faultsTurned(page), []);
  await page.getByRole('button', { name: words.open }).click();
  await page.getByText(words.noMoney).waitFor();
  assert.deepEqual(await faultsTurned(page), []);
  await page.getByRole('button', { name: words.pay }).click();
  const paidAt = Date.now();
  await lock.waitFor({ state: 'detached' });
  await other.locator('.rp-account .rp-account__tier').getByText(words.member).waitFor();
  assert.ok(Date.now() - paidAt < 2_000, `the other tab followed after ${Date.now() - paidAt} ms`);
  await page.getByRole('heading', { name: words.done }).waitFor();
  assert.deepEqual(await faultsTurned(page), []);
  await page.goto(`${server.address}/accountCenter/buy-member-record`);
  await page.getByText('267.00').waitFor();
  await page.getByText(words.state).waitFor();
  assert.deepEqual(await faultsTurned(page), []);
}

const isUsable = async (page: Page, path: string): Promise<void> => {
  await page.goto(server.address + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('[aria-busy="true"], [data-unread], .rp-skeleton').first().waitFor({ state: 'detached' });
  assert.deepEqual(await pageFaults(page), [], path);
};

test('a member buys a level at the trial cashier, on a wide screen and on a phone in both languages, and other tabs follow at once', async () => {
  await use(['membership.trial']);
  await ctx.plugins.setTier('segmentation', 'level0', 'locked', 'test');
  for (const view of VIEWS) {
    const seat = await kit.open({ ...view, token: (await buyer()).token });
    await buy(seat, view);
    await seat.close();
  }
});

test('a batch holds what it costs, a cancelled half comes back, and the records add up, on the page and in a file', async () => {
  const configuration = readConfiguration({ DATA_DIR: server.dataDir, DATABASE_URL: ctx.db.connectionString });
  const plugins = [...(await discoverPlugins()), press];
  const worker = await compose(configuration, 'worker', { concurrency: 1, plugins, log: testLog });
  scope.after(() => worker.close());
  const { token, accountId } = await server.signIn({ level: 'level2' });
  const give = { accountId, kind: 'grant', unit: 'uses', amount: 10, key: 'given', facts: {} } as const;
  await ctx.ledger.issue(ctx.db, give);
  const clip = join(folder, 'clip');
  await writeFile(clip, 'a clip');
  const { id: input } = await ctx.files.addLocal(ctx.db, accountId, clip, { name: 'clip.mp4', type: 'video/mp4' });
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const { envelope } = await server.call(method, path, { token, body });
    assert.equal(envelope.code, 1, JSON.stringify(envelope));
    return envelope.data as T;
  };

  const { page, close } = await kit.open({ token });
  await page.goto(`${server.address}/consumption/records`);
  await page.getByText('还没有消费').waitFor();
  // The third of four copies waits, so that half of the batch is made when it is cancelled.
  await writeFile(join(folder, 'hold-2'), '');
  const { id } = await call<ToolRun>('POST', '/api/tool-runs', {
    ...{ tool: 'press.sold', name: '春季上新', inputs: [input], settings: { folder, copies: 4 } },
  });
  const table = page.getByRole('table');
  await table.getByRole('row').filter({ hasText: '春季上新' }).filter({ hasText: '−8 次' }).waitFor();
  await page.getByRole('button', { name: '8 次', exact: true }).waitFor();
  await until(async () => (await call<ToolRun>('GET', `/api/tool-runs/${id}`)).made === 2);
  await call('POST', `/api/tool-runs/${id}/cancel`);
  await table.getByRole('row').filter({ hasText: '+4 次' }).filter({ hasText: '2 → 6' }).waitFor();
  const sum = page.getByRole('button', { name: '4 次', exact: true });
  await sum.click();
  assert.deepEqual(await pageFaults(page), []);
  assert.deepEqual((await checkLedger(ctx.db)).faults, []);

  await page.getByRole('button', { name: '导出' }).click();
  await page.getByRole('menuitem', { name: 'CSV（.csv）' }).click();
  const link = page.getByRole('link', { name: /^下载消费记录 .*\.csv$/ });
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n').slice(1);
  assert.deepEqual(
    lines.map((line) => line.split(',').slice(-3)),
    [
      ['4', '2', '6'],
      ['-8', '10', '2'],
    ],
  );
  assert.deepEqual(await pageFaults(page), []);
  await close();
});

test('operators find an order, plan prices, make codes, and give with the consent of a second one', async () => {
  const [one, another] = [await server.signIn({ operator: true }), await server.signIn({ operator: true })];
  const member = await server.signIn({ level: 'level0' });
  const first = await kit.open({ token: one.token });
  const { page } = first;
  await isUsable(page, '/operator/money');
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('heading', { name: '经过' }).waitFor();
  await page.getByText('已发放').first().waitFor();
  assert.deepEqual(await pageFaults(page), []);

  // Two months of gold are more than one operator may give alone.
  await page.goto(`${server.address}/operator/money/members/${member.accountId}`);
  await page.getByRole('spinbutton', { name: '天数' }).fill('60');
  await page.getByRole('textbox', { name: '原因' }).fill('活动奖励');
  await page.getByRole('button', { name: '发放', exact: true }).click();
  await page.getByText('超过单人额度，等另一位运营人员批准。').waitFor();
  await isUsable(page, '/operator/money/adjustments');
  assert.equal(await page.getByRole('button', { name: '批准', exact: true }).count(), 0);
  const second = await kit.open({ token: another.token, width: 390, dark: false });
  await isUsable(second.page, '/operator/money/adjustments');
  await second.page.getByRole('button', { name: '批准', exact: true }).click();
  await second.page.getByText('已生效').waitFor();
  const { roleCode } = (await ctx.accounts.find(ctx.db, member.accountId)) ?? assert.fail();
  assert.notEqual(roleCode, 12);

  await isUsable(page, '/operator/money/prices');
  const price = page.getByRole('spinbutton', { name: '价格' }).first();
  await price.fill('49');
  await page.getByRole('button', { name: '保存为新价目' }).click();
  await page.getByText('新价目已保存。').waitFor();
  const { token } = await buyer();
  const shop = await server.call('GET', '/api/membership/shop', { token });
  assert.match(JSON.stringify(shop.envelope.data), /"item":"level1-30","days":30,"fen":4900/);

  await isUsable(page, '/operator/money/codes');
  for (const path of ['', '/members', '/invoices', '/differences', '/codes', '/prices']) {
    await isUsable(second.page, `/operator/money${path}`);
    const current = await second.page.locator('.rp-money-nav [aria-current="page"]').boundingBox();
    assert.ok(current !== null && current.x >= 0 && current.x + current.width <= 390, `${path} is in sight among all`);
  }
  await isUsable(page, '/operator/money/differences');
  await isUsable(page, '/operator/money/invoices');
  await Promise.all([first.close(), second.close()]);
});

test('without a way to pay, a person sells', async () => {
  await use([]);
  const seat = await kit.open({ token: (await server.signIn()).token });
  await seat.page.goto(`${server.address}/recharge/number`);
  await seat.page.getByRole('button', { name: '联系客服开通' }).waitFor();
  assert.equal(await seat.page.getByRole('radio').count(), 0);
  await seat.close();
});

test('no page complained', () => assert.deepEqual(kit.takeComplaints(), []));
