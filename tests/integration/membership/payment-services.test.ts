import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import type { Order, Shop } from '#plugins/membership/calls.ts';
import { reconcileDay } from '#plugins/membership/server/orders/reconcile-day.ts';

import { startShop, type OrderKit } from './order-kit.ts';
import { startPaySimulators, type PaySimulators } from './pay-simulators.ts';
import type { Mischief, Notice } from './simulated-service.ts';

const NAMES = ['wechat', 'alipay', 'stripe'] as const;
type Name = (typeof NAMES)[number];
const SERVICES = { wechat: 'membership.wechat-pay', alipay: 'membership.alipay', stripe: 'membership.stripe' } as const;
/** 900 publishes for 90 yuan, and WeChat's percent. */
const TOTALS = { wechat: 9_090, alipay: 9_000, stripe: 9_000 } as const;

const scope = lastFirst({ after });
let shop: OrderKit;
let services: PaySimulators;
before(async () => {
  services = await startPaySimulators(scope);
  shop = await startShop(scope, { PUBLIC_URL: 'https://reelport.example' });
  const { admin } = shop.composed.ctx.providers;
  for (const name of NAMES) await admin.writeSettings('payment', SERVICES[name], services[name].settings, 'test');
  await admin.choose('payment', { adapters: Object.values(SERVICES), orEmbedded: false }, 'test');
});

test('payers read how paying works, and nothing that is written for whoever connects a service', async () => {
  const { token } = await shop.member();
  const answer = await shop.call('GET', '/api/membership/shop', { token, headers: { 'accept-language': 'zh' } });
  const { ways } = answer.envelope.data as Shop;
  assert.deepEqual(
    ways.map(({ title, about }) => [title, about]).sort(),
    [
      ['微信支付', '用微信扫码付款'],
      ['支付宝', '跳转到支付宝付款'],
      ['银行卡（Stripe）', '跳转到 Stripe，用银行卡付款'],
    ].sort(),
  );
});

interface Bought {
  token: string;
  accountId: string;
  order: Order;
  number: string;
}

async function order(name: Name): Promise<Bought> {
  const member = await shop.member();
  const made = await shop.ordered(member.token, { item: 'publishes-900', service: SERVICES[name] });
  return { ...member, order: made, number: made.number };
}

async function tell(name: Name, { headers, body }: Notice) {
  const url = `${shop.address}/anon/membership/notices/${SERVICES[name]}`;
  const answer = await fetch(url, { method: 'POST', headers, body });
  return { status: answer.status, text: await answer.text() };
}
const publishes = async (accountId: string) => {
  const { ledger, db } = shop.composed.ctx;
  return (await ledger.balance(db, accountId, 'publishes')).available;
};
const stateOf = async ({ token, number }: Bought) => (await shop.read(token, number)).state;
const check = async ({ token, number }: Bought) =>
  ((await shop.call('POST', `/api/membership/orders/${number}/check`, { token })).envelope.data as Order).state;
async function reasonOf({ number }: Bought): Promise<unknown> {
  const { rows } = await shop.composed.ctx.db.pool.query('select reason from membership_orders where number = $1', [
    number,
  ]);
  return (rows as { reason: unknown }[])[0]?.reason;
}

test('each service opens an order in its own way, and says itself whether they work', async () => {
  const [wechat, alipay, stripe] = await Promise.all(NAMES.map(order));
  assert.deepEqual(wechat?.order.way, { show: 'qr-code', text: `weixin://wxpay/bizpayurl?pr=${wechat?.number}` });
  assert.equal(wechat?.order.fee, 90);
  assert.ok(alipay?.order.way?.show === 'page' && stripe?.order.way?.show === 'page');
  const page = new URL(alipay.order.way.url);
  assert.match(page.searchParams.get('biz_content') ?? '', /"total_amount":"90\.00"/);
  assert.match(stripe.order.way.url, /^https:\/\/checkout\.stripe\.example\/cs_/);
  for (const name of NAMES) {
    const { problem } = await shop.composed.ctx.providers.admin.check('payment', SERVICES[name]);
    assert.equal(problem, null, name);
  }
  assert.equal(services.badRequests, 0);
  assert.deepEqual(
    [services.orders.get(wechat?.number ?? '')?.total, wechat?.order.total],
    [TOTALS.wechat, TOTALS.wechat],
  );
});

test('what is told once, twice, late and out of order is given once', async () => {
  const expected = { wechat: [204, ''], alipay: [200, 'success'], stripe: [200, ''] };
  for (const name of NAMES) {
    const bought = await order(name);
    // Alipay knows of a trade once its page was opened.
    if (name === 'alipay') services.orders.set(bought.number, alipayOrder(bought.number));
    const early = services[name].notice(bought.number);
    services.pay(bought.number);
    const notice = services[name].notice(bought.number);
    const answers = await Promise.all(
      [notice, notice, services[name].notice(bought.number)].map((each) => tell(name, each)),
    );
    for (const { status, text } of answers) assert.deepEqual([status, text], expected[name], name);
    // What was so before comes last.
    assert.equal((await tell(name, early)).status, expected[name][0]);
    await shop.look(bought.number);
    assert.deepEqual([await stateOf(bought), await publishes(bought.accountId)], ['fulfilled', 900], name);
  }
});

test('whoever is never told asks the service before an order is given up', async () => {
  for (const name of NAMES) {
    const paid = await order(name);
    services.orders.set(paid.number, services.orders.get(paid.number) ?? alipayOrder(paid.number));
    services.pay(paid.number);
    await shop.look(paid.number);
    assert.equal(await stateOf(paid), 'fulfilled', name);
    const left = await order(name);
    services.orders.set(left.number, services.orders.get(left.number) ?? alipayOrder(left.number));
    await shop.look(left.number);
    assert.deepEqual([await stateOf(left), services.orders.get(left.number)?.state], ['closed', 'closed'], name);
    // Closed, and paid all the same.
    services.pay(left.number);
    await tell(name, services[name].notice(left.number));
    assert.deepEqual([await stateOf(left), await publishes(left.accountId)], ['fulfilled', 900], name);
  }
});

test('news that are not of the service are refused, change nothing, and are audited', async () => {
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const forged: Record<Name, (number: string) => Notice[]> = {
    wechat: (number) => [
      services.wechat.notice(number, { key: stranger }),
      services.wechat.notice(number, { serial: 'A-KEY-OF-LAST-YEAR' }),
      services.wechat.notice(number, { secondsAgo: 301 }),
      services.wechat.notice(number, { secondsAgo: -600 }),
      services.wechat.notice(number, { apiKey: 'another-api-v3-key-of-32-letters' }),
      services.wechat.notice(number, { tamper: (body) => body.replace('paid', 'PAID') }),
      services.wechat.notice(number, { transaction: { mchid: '1900000002' } }),
      services.wechat.notice(number, { transaction: { appid: 'wx0000000000000000' } }),
      { headers: { 'content-type': 'application/json' }, body: services.wechat.notice(number).body },
    ],
    alipay: (number) => [
      services.alipay.notice(number, { unsigned: JSON.stringify({ total_amount: '0.01' }) }),
      services.alipay.notice(number, { unsigned: JSON.stringify({ out_trade_no: '20260101000000' }) }),
      services.alipay.notice(number, { app_id: '2021000000000002' }),
      services.alipay.notice(number, { seller_id: '2088000000000002' }),
      {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `out_trade_no=${number}&trade_status=TRADE_SUCCESS`,
      },
    ],
    stripe: (number) => [
      services.stripe.notice(number, { secret: 'whsec_another' }),
      services.stripe.notice(number, { secondsAgo: 301 }),
      { ...services.stripe.notice(number), body: services.stripe.notice(number).body.replace('9000', '1') },
      { headers: { 'content-type': 'application/json' }, body: services.stripe.notice(number).body },
    ],
  };
  for (const name of NAMES) {
    const bought = await order(name);
    const { number } = bought;
    services.orders.set(number, services.orders.get(number) ?? alipayOrder(number));
    services.pay(number);
    for (const [index, notice] of forged[name](number).entries()) {
      assert.equal((await tell(name, notice)).status, 401, `${name} ${index}`);
    }
    assert.deepEqual([await stateOf(bought), await publishes(bought.accountId)], ['waiting', 0], name);
    assert.ok((await shop.audited('order.notice-refused', SERVICES[name])).length >= 4);
  }
  assert.equal((await tell('wechat', services.stripe.notice([...services.orders.keys()][0] ?? ''))).status, 401);
});

test('another amount, another currency, and a payment of another order wait for an operator', async () => {
  for (const name of NAMES) {
    const [cheap, foreign, first, second] = await Promise.all([order(name), order(name), order(name), order(name)]);
    for (const { number } of [cheap, foreign, first, second]) {
      services.orders.set(number, services.orders.get(number) ?? alipayOrder(number));
    }
    services.pay(cheap.number, { total: 1 });
    assert.deepEqual([await check(cheap), await reasonOf(cheap)], ['review', 'amount'], name);
    if (name !== 'alipay') {
      services.pay(foreign.number, { currency: 'JPY' });
      await tell(name, services[name].notice(foreign.number));
      assert.deepEqual([await stateOf(foreign), await reasonOf(foreign)], ['review', 'currency'], name);
    }
    services.pay(first.number, { transaction: `shared-${name}` });
    services.pay(second.number, { transaction: `shared-${name}` });
    assert.deepEqual([await check(first), await check(second)], ['fulfilled', 'review'], name);
    assert.equal(await reasonOf(second), 'payment-used');
    assert.equal(await publishes(cheap.accountId), 0);
  }
});

test('an answer that is lost, late or not of the service loses no payment and opens nothing twice', async () => {
  const ways: Mischief[] = ['lose-request', 'lose-answer', 'error-500'];
  for (const name of ['wechat', 'stripe'] as const) {
    for (const way of ways) {
      services.mischief = way;
      const bought = await order(name);
      assert.equal(services.orders.get(bought.number)?.total, TOTALS[name], `${name} ${way}`);
      services.mischief = way;
      assert.equal(await check(bought), 'waiting');
      services.pay(bought.number);
      services.mischief = way;
      await shop.look(bought.number);
      assert.equal(await stateOf(bought), 'waiting', 'nothing is given up while the service is silent');
      await shop.look(bought.number);
      assert.equal(await stateOf(bought), 'fulfilled', `${name} ${way}`);
    }
  }
  for (const [name, way] of [
    ['wechat', 'wrong-signature'],
    ['wechat', 'old-signature'],
    ['alipay', 'wrong-signature'],
  ] as const) {
    const bought = await order(name);
    services.orders.set(bought.number, services.orders.get(bought.number) ?? alipayOrder(bought.number));
    services.pay(bought.number);
    services.mischief = way;
    assert.equal(await check(bought), 'waiting', `${name} ${way}`);
    assert.equal(await check(bought), 'fulfilled', `${name} ${way}`);
  }
});

test('news that come before the answer to the order, and news of no order of ours', async () => {
  const { token } = await shop.member();
  const seen = new Set(services.orders.keys());
  const asking = shop.ordered(token, { item: 'publishes-900', service: SERVICES.wechat });
  let number: string | undefined;
  while (number === undefined) {
    number = [...services.orders.keys()].find((known) => !seen.has(known));
    await new Promise(setImmediate);
  }
  services.pay(number);
  assert.equal((await tell('wechat', services.wechat.notice(number))).status, 204);
  const answered = await asking;
  assert.deepEqual([answered.number, (await shop.read(token, number)).state], [number, 'fulfilled']);

  services.orders.set('99999999', { ...alipayOrder('99999999'), state: 'paid' });
  for (const name of NAMES) assert.ok((await tell(name, services[name].notice('99999999'))).status < 300);
  assert.equal((await shop.audited('order.unknown', '99999999')).length, NAMES.length);
});

test('a day’s orders are compared with what the services say, and a payment that was never told is taken', async () => {
  const { ctx } = shop.composed;
  const [untold, gone, back, fine] = await Promise.all([
    order('wechat'),
    order('wechat'),
    order('wechat'),
    order('stripe'),
  ]);
  for (const paid of [gone, back, fine]) {
    services.pay(paid.number);
    assert.equal(await check(paid), 'fulfilled');
  }
  services.pay(untold.number);
  Object.assign(services.orders.get(gone.number) ?? {}, { state: 'closed' });
  Object.assign(services.orders.get(back.number) ?? {}, { state: 'refunded' });
  const today = new Date(Date.now() + 8 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const found = await reconcileDay(ctx, today);
  const kindOf = ({ number }: Bought) => found.find((difference) => difference.number === number)?.kind;
  assert.deepEqual([untold, gone, back, fine].map(kindOf), ['found', 'missing', 'refunded', undefined]);
  assert.deepEqual([await stateOf(untold), await publishes(untold.accountId)], ['fulfilled', 900]);
  assert.deepEqual([await stateOf(back), await reasonOf(back)], ['review', 'refunded']);
  const { token } = await shop.signIn({ operator: true });
  const listed = await shop.call('GET', '/api/membership/operator/differences', { token });
  assert.match(JSON.stringify(listed.envelope.data), new RegExp(`"${untold.number}","service":"WeChat Pay"`));
  assert.deepEqual(await reconcileDay(ctx, '2020-01-01'), []);
});

function alipayOrder(number: string) {
  return { number, total: TOTALS.alipay, currency: 'CNY', state: 'open', transaction: `28${number}` } as const;
}
