import { expect, test } from '@rstest/core';

import { answer, cycle, expectNoLeaks, mountPlugin, refuse, type MountOptions } from '#core/web/testing/index.ts';
import {
  cancelOrder,
  checkOrder,
  createOrder,
  listOrders,
  listTiers,
  payOnTrial,
  readInvoice,
  readOrder,
  readShop,
  sendSlip,
  type Order,
  type Shop,
} from '#plugins/membership/calls.ts';
import { orderChanged } from '#plugins/membership/events.ts';
import manifest from '#plugins/membership/plugin.ts';
import web from '#plugins/membership/web/index.ts';

const membership = { manifest, web };
const DAY = 24 * 60 * 60 * 1000;
const NUMBER = '202611261200001234567890';

const SHOP: Shop = {
  ...{ hasMobile: true, isMain: true, level: 'level1', until: new Date(Date.now() + 19.5 * DAY).toISOString() },
  levels: [
    {
      level: 'level1',
      refusal: null,
      carried: null,
      isShort: false,
      offers: [{ item: 'level1-30', days: 30, fen: 3_900 }],
    },
    {
      ...{ level: 'level2', refusal: null, isShort: false },
      carried: {
        ...{ from: 'level1', daysLeft: 20, days: 8 },
        ...{ old: { days: 30, fen: 3_900 }, new: { days: 30, fen: 9_900 } },
      },
      offers: [
        { item: 'level2-30', days: 30, fen: 9_900 },
        { item: 'level2-90', days: 90, fen: 26_700 },
      ],
    },
    { level: 'level3', refusal: 'too-long', carried: null, isShort: false, offers: [] },
  ],
  packages: [{ unit: 'publishes', offers: [{ item: 'publishes-900', amount: 900, fen: 9_000 }] }],
  balance: { least: 100, most: 500_000, suggested: [5_000, 10_000] },
  ways: [
    { id: 'w.wechat', title: '微信支付', about: null, feeBasisPoints: 100, leastFee: 1, above: 0 },
    { id: 'w.bank', title: '银行', about: null, feeBasisPoints: 0, leastFee: 0, above: 100_000 },
  ],
};
const ORDER: Order = {
  ...{ number: NUMBER, purchase: { kind: 'level', level: 'level2', days: 90 }, carried: null, service: 'w.wechat' },
  ...{ price: 26_700, fee: 267, total: 26_967, state: 'waiting', way: { show: 'qr-code', text: 'weixin://pay' } },
  ...{ isSlipSent: false, note: null },
  ...{ createdAt: new Date().toISOString(), expiresAt: new Date(Date.now() + 30 * 60_000).toISOString() },
  ...{ paidAt: null, fulfilledAt: null },
};
const DONE: Order = { ...ORDER, state: 'fulfilled', way: null, fulfilledAt: ORDER.createdAt, paidAt: ORDER.createdAt };
const LIST = {
  items: [
    { ...DONE, invoice: 'issued' as const },
    { ...ORDER, number: '202611261200000000000001', invoice: null },
  ],
  ...{ nextCursor: null, total: 2 },
};
const NO_INVOICE = answer(readInvoice, { invoice: null, refusal: 'no-money' });
const CALLS = [
  answer(listTiers, []),
  answer(readShop, SHOP),
  answer(createOrder, ORDER),
  answer(readOrder, ORDER),
  answer(listOrders, LIST),
];
const open = (page: string, options: MountOptions = {}) => mountPlugin(membership, { page, calls: CALLS, ...options });
const atOrder = { path: `/recharge/orders/${NUMBER}` };

test('nothing of the pages is left behind when the plugin is opened and stopped', async () => {
  expectNoLeaks(await cycle(membership, { calls: CALLS, path: atOrder.path, times: 10 }));
});

test('the sum, the fee, what is left of the old level and that nothing is given back stand before the button', async () => {
  const page = await open('Tiers');
  await page.until(() => page.byRole('radio', '白银'));
  await page.click(page.byRole('radio', '白银'));
  await page.click(page.byRole('radio', /^90 天/));
  const { text } = page;
  for (const words of [
    '¥267.00',
    '手续费¥2.67',
    '应付¥269.67',
    '20 天 × ¥39.00/30 天 ÷ ¥99.00/30 天 = 7.88 天，按 8 天计',
    '不退款',
  ]) {
    expect(text).toContain(words);
  }
  // A level that cannot be bought is not offered; a way only above its bound.
  expect(page.allByRole('radio', '黄金')).toHaveLength(0);
  expect((page.byRole('radio', /^银行/) as HTMLInputElement).disabled).toBe(true);
  await page.click(page.byRole('button', '提交订单并付款'));
  await page.until(() => page.router.place.path === atOrder.path);
  const sent = page.http.made.find(({ method }) => method === 'POST');
  expect(sent?.body).toEqual({ item: 'level2-90', service: 'w.wechat' });
  await page.unmount();
});

test.each([
  ['Tiers', '/recharge/purchaseMember'],
  ['Packages', '/recharge/number'],
  ['Balance', '/recharge/account'],
] as const)('a sub-account reads on %s that its main account buys, and is offered nothing', async (name, path) => {
  const page = await open(name, { path, calls: [answer(readShop, { ...SHOP, isMain: false }), ...CALLS] });
  await page.until(() => page.text.includes('子账号不能购买，请由主账号购买。'));
  expect([page.allByRole('radio'), page.allByRole('button', /付款/)]).toEqual([[], []]);
  expect(page.element.querySelector('.rp-checkout')).toBe(null);
  await page.unmount();
});

test('an upgrade with few days left is asked about first, and says so to the server', async () => {
  const levels = SHOP.levels.map((sale) => ({ ...sale, isShort: sale.level === 'level2' }));
  const page = await open('Tiers', { calls: [answer(readShop, { ...SHOP, levels }), ...CALLS] });
  await page.until(() => page.byRole('radio', '白银'));
  await page.click(page.byRole('radio', '白银'));
  page.dialogs.script(false, true);
  await page.click(page.byRole('button', '提交订单并付款'));
  expect(page.http.made.some(({ method }) => method === 'POST')).toBe(false);
  await page.click(page.byRole('button', '提交订单并付款'));
  await page.until(() => page.http.made.some(({ method }) => method === 'POST'));
  expect(page.http.made.at(-1)?.body).toEqual({ item: 'level2-30', service: 'w.wechat', confirmed: true });
  await page.unmount();
});

test('without a mobile number nothing can be ordered, and the way to bind one is there; a refusal is told in place', async () => {
  const unbound = await open('Packages', { calls: [answer(readShop, { ...SHOP, hasMobile: false }), ...CALLS] });
  await unbound.until(() => unbound.byRole('link', '去绑定'));
  expect((unbound.byRole('button', '提交订单并付款') as HTMLButtonElement).disabled).toBe(true);
  await unbound.unmount();

  const refused = await open('Packages', { calls: [refuse(createOrder, '价目变了'), ...CALLS] });
  await refused.until(() => refused.byRole('button', '提交订单并付款'));
  await refused.click(refused.byRole('button', '提交订单并付款'));
  await refused.until(() => refused.byRole('alert').textContent.includes('价目变了'));
  await refused.unmount();
});

test('a top-up is what is chosen or typed, within its bounds', async () => {
  const page = await open('Balance');
  await page.until(() => page.byRole('button', '¥100.00'));
  await page.click(page.byRole('button', '¥100.00'));
  expect(page.text).toContain('应付¥101.00');
  await page.click(page.byRole('button', '提交订单并付款'));
  await page.until(() => page.http.made.some(({ method }) => method === 'POST'));
  expect(page.http.made.at(-1)?.body).toEqual({ item: 'balance', service: 'w.wechat', fen: 10_000 });
  await page.unmount();
});

test('an order shows its code and how long it can be paid, and becomes what was bought by itself', async () => {
  let order = ORDER;
  const page = await open('Order', {
    ...atOrder,
    calls: [answer(readOrder, () => order), answer(checkOrder, ORDER), NO_INVOICE],
  });
  await page.until(() => page.byRole('img', '付款二维码'));
  expect(page.text).toMatch(/请付款 ¥269\.67/);
  expect(page.text).toMatch(/请在 (30:00|29:\d\d) 内付款/);
  await page.click(page.byRole('button', '我已付款'));
  await page.until(() => page.text.includes('付款服务还没有收到这笔付款'));
  order = DONE;
  await page.doing(() => page.events.send(orderChanged, { number: NUMBER }));
  await page.until(() => page.byRole('heading', /白银会员 90 天已开通/));
  await page.click(page.byRole('button', '去工作台'));
  await page.until(() => page.router.place.path === '/workbench');
  await page.unmount();
});

test('an order that is cancelled, or waits for a person, says so and what to do', async () => {
  const closed: Order = { ...ORDER, state: 'closed', way: null };
  const page = await open('Order', { ...atOrder, calls: [answer(readOrder, ORDER), answer(cancelOrder, closed)] });
  await page.until(() => page.byRole('button', '取消订单'));
  await page.click(page.byRole('button', '取消订单'));
  await page.until(() => page.byRole('heading', '订单已关闭'));
  await page.unmount();
  const review: Order = { ...ORDER, state: 'review', way: null };
  const other = await open('Order', { ...atOrder, calls: [answer(readOrder, review)] });
  await other.until(() => other.byRole('heading', '这笔付款需要人工核对'));
  expect(other.text).toContain(NUMBER);
  await other.unmount();
});

test('a bank transfer says where to and with what purpose, takes the slip, and why the last one was refused', async () => {
  const way = { show: 'transfer', holder: '映港科技', bank: '招商银行', account: '6225 8888 0000' } as const;
  const order: Order = { ...ORDER, way, service: 'membership.bank-transfer', note: '看不清金额' };
  const sent: Order = { ...order, state: 'review', way: null, isSlipSent: true, note: null };
  const page = await open('Order', { ...atOrder, calls: [answer(readOrder, order), answer(sendSlip, sent)] });
  await page.until(() => page.byRole('button', '上传回单'));
  for (const words of ['映港科技', '招商银行', '6225 8888 0000', NUMBER, '看不清金额'])
    expect(page.text).toContain(words);
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  const slip = Object.assign(new File(['slip'], 'slip.png', { type: 'image/png' }), { webkitRelativePath: '' });
  Object.defineProperty(input, 'files', { value: [slip] });
  await page.doing(() => input?.dispatchEvent(new Event('change', { bubbles: true })));
  await page.until(() => page.byRole('heading', /回单已收到/));
  await page.unmount();
});

test('the trial cashier says that it takes no money, and leads back to the order', async () => {
  const calls = [answer(readOrder, { ...ORDER, service: 'membership.trial' }), answer(payOnTrial, DONE)];
  const page = await open('Trial', { path: `/recharge/trial/${NUMBER}`, calls });
  await page.until(() => page.byRole('button', '模拟付款 ¥269.67'));
  expect(page.text).toContain('这里不收真钱');
  await page.click(page.byRole('button', '模拟付款 ¥269.67'));
  await page.until(() => page.router.place.path === atOrder.path);
  await page.unmount();
});

test('purchases are listed with number, time, type, amount and status', async () => {
  const page = await open('Orders');
  await page.until(() => page.byRole('link', NUMBER));
  const rows = page.allByRole('row').map(({ textContent }) => textContent ?? '');
  expect(rows[1]).toMatch(new RegExp(`${NUMBER}.*白银会员 90 天¥269\\.67已完成已开具`));
  expect(rows[2]).toContain('待付款');
  await page.unmount();
});
