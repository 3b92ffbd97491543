import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { INSTALLATION } from '#core/server/services/jobs/jobs.ts';
import { checkLedger } from '#core/server/services/ledger/check-ledger.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { runConsoleCommand } from '#host/server/console.ts';
import type { Order, Shop } from '#plugins/membership/calls.ts';
import { USUAL_PRICES } from '#plugins/membership/price-list.ts';
import { giveSoon } from '#plugins/membership/server/orders/ask-service.ts';
import { FOLLOW_ORDERS, sweepLooks } from '#plugins/membership/server/orders/follow-orders.ts';
import { takePaymentState } from '#plugins/membership/server/orders/move-order.ts';
import { planPrices } from '#plugins/membership/server/prices/price-lists.ts';
import { membershipOrders, type OrderRow } from '#plugins/membership/server/tables.ts';

import { startShop, TILL, type OrderKit } from './order-kit.ts';

const DAY = 24 * 60 * 60 * 1000;
const scope = lastFirst({ after });
let shop: OrderKit;
before(async () => {
  shop = await startShop(scope);
});

const ctx = () => shop.composed.ctx;
async function rowOf(number: string): Promise<OrderRow> {
  const rows = await ctx().db.orm.select().from(membershipOrders);
  return rows.find((row) => row.number === number) ?? assert.fail(number);
}
async function setLevel(accountId: string, roleCode: number, days: number): Promise<void> {
  await ctx().accounts.setRole(ctx().db, accountId, { roleCode, roleUntil: new Date(Date.now() + days * DAY) });
}
async function daysLeft(accountId: string): Promise<number> {
  return Math.round((((await shop.role(accountId)).roleUntil?.getTime() ?? 0) - Date.now()) / DAY);
}
const balance = async (accountId: string, unit: 'fen' | 'days' | 'publishes') =>
  (await ctx().ledger.balance(ctx().db, accountId, unit)).available;
const check = async (token: string, number: string) =>
  (await shop.call('POST', `/api/membership/orders/${number}/check`, { token })).envelope.data as Order;

test('a level is bought: priced by the server, paid, and in force at once', async () => {
  const { token, accountId } = await shop.member();
  const order = await shop.ordered(token, { item: 'level2-90' });
  assert.deepEqual([order.total, order.fee, order.state], [26_700, 0, 'waiting']);
  assert.deepEqual(order.way, { show: 'qr-code', text: `till:${order.number}` });
  const opened = shop.till.opened.get(order.number);
  assert.deepEqual([opened?.amount, opened?.currency], [26_700, 'CNY']);
  assert.equal((await check(token, order.number)).state, 'waiting', 'nothing was paid yet');

  shop.pays(order.number);
  const done = await check(token, order.number);
  assert.deepEqual([done.state, done.way], ['fulfilled', null]);
  assert.deepEqual([(await shop.role(accountId)).roleCode, await daysLeft(accountId)], [14, 90]);
  const me = await shop.call('GET', '/api/account', { token });
  assert.equal((me.envelope.data as { fdRoleCode: number }).fdRoleCode, 14, 'an open session has it');
  // The ledger knows of the days, and that they became a membership, which is nothing that was spent on jobs.
  assert.equal(await balance(accountId, 'days'), 0);
  const spent = async (path: string) =>
    (await shop.call('GET', `/api/membership/consumption${path}`, { token })).envelope.data;
  assert.deepEqual(await spent(''), { items: [], nextCursor: null, total: 0 });
  assert.deepEqual(await spent('/sums'), []);
  const audited = await shop.audited('order.fulfilled', order.number);
  assert.equal(audited.length, 1);
});

test('what was paid is given once, whoever says so at the same time and however often', async () => {
  const { token, accountId } = await shop.member();
  const { number } = await shop.ordered(token, { item: 'publishes-900' });
  shop.pays(number);
  await Promise.all([...Array.from({ length: 6 }, () => check(token, number)), shop.look(number), shop.look(number)]);
  await check(token, number);
  assert.equal(await balance(accountId, 'publishes'), 900);
});

test('a server that dies after the payment was written down gives what was bought at the next look', async () => {
  const { token, accountId } = await shop.member();
  const { number } = await shop.ordered(token, { item: 'balance', fen: 12_345 });
  shop.pays(number);
  const row = await takePaymentState(ctx(), (await rowOf(number)).id, await shop.till.check(number));
  assert.equal(row.state, 'paid');
  assert.equal(await balance(accountId, 'fen'), 0);
  await shop.look(number);
  assert.equal(await balance(accountId, 'fen'), 12_345);
  // One that fails half-way leaves nothing behind, and is tried again.
  const broken = { ...ctx(), ledger: { ...ctx().ledger, issue: () => Promise.reject(new Error('gone')) } };
  const second = await shop.ordered(token, { item: 'level1-30' });
  shop.pays(second.number);
  const paid = await takePaymentState(ctx(), (await rowOf(second.number)).id, await shop.till.check(second.number));
  assert.deepEqual([(await giveSoon(broken, paid)).state, (await shop.role(accountId)).roleCode], ['paid', 12]);
  await shop.look(second.number);
  assert.deepEqual([(await shop.role(accountId)).roleCode, await daysLeft(accountId)], [13, 30]);
});

test('an order that nobody pays is ended at the service; one paid in the last moment, or later, is fulfilled', async () => {
  const { token, accountId } = await shop.member();
  const left = await shop.ordered(token, { item: 'publishes-900' });
  await shop.look(left.number);
  assert.equal((await shop.read(token, left.number)).state, 'closed');
  assert.deepEqual(shop.till.says.get(left.number), { state: 'closed' });
  shop.pays(left.number);
  await shop.look(left.number);
  assert.equal((await shop.read(token, left.number)).state, 'fulfilled');

  const last = await shop.ordered(token, { item: 'publishes-900' });
  shop.pays(last.number);
  const cancelled = await shop.call('POST', `/api/membership/orders/${last.number}/cancel`, { token });
  assert.equal((cancelled.envelope.data as Order).state, 'fulfilled');
  assert.equal(await balance(accountId, 'publishes'), 1_800);
});

test('payments that do not fit an order give nothing, and wait for an operator with the reason', async () => {
  const { token, accountId } = await shop.member();
  const cases = [
    [{ amount: 8_999 }, 'amount'],
    [{ amount: 1 }, 'amount'],
    [{ currency: 'USD' }, 'currency'],
    [{ transaction: 'shared' }, null],
    [{ transaction: 'shared' }, 'payment-used'],
  ] as const;
  for (const [other, reason] of cases) {
    const { number } = await shop.ordered(token, { item: 'publishes-900' });
    shop.pays(number, other);
    await check(token, number);
    const row = await rowOf(number);
    assert.deepEqual([row.state, row.reason], reason === null ? ['fulfilled', null] : ['review', reason]);
    const audited = await shop.audited('order.review', number);
    assert.deepEqual(
      audited.map(({ details }) => (details as { reason: unknown }).reason),
      reason === null ? [] : [reason],
    );
  }
  assert.equal(await balance(accountId, 'publishes'), 900);
  const { number } = await shop.ordered(token, { item: 'publishes-900' });
  shop.pays(number);
  await check(token, number);
  shop.pays(number, { transaction: 'again' });
  await takePaymentState(ctx(), (await rowOf(number)).id, await shop.till.check(number));
  assert.equal((await rowOf(number)).reason, 'paid-twice');
  assert.equal(await balance(accountId, 'publishes'), 1_800);
});

test('a service that is silent loses no payment', async () => {
  const { token, accountId } = await shop.member();
  shop.till.onOpen = () => {
    throw new Error('no answer');
  };
  const refused = await shop.order(token, { item: 'publishes-900' });
  assert.deepEqual([refused.status, refused.failure.error], [503, 'membership:order.not-opened']);
  const { rows } = await ctx().db.pool.query<{ number: string }>(
    'select number from membership_orders where account_id = $1',
    [accountId],
  );
  const number = rows[0]?.number ?? assert.fail();
  shop.till.isSilent = true;
  for (let tries = 0; tries < 3; tries += 1) await shop.look(number);
  assert.deepEqual([(await rowOf(number)).state, (await rowOf(number)).tries], ['waiting', 3]);
  shop.till.isSilent = false;
  // It had been opened all the same, and paid.
  shop.pays(number);
  await shop.look(number);
  assert.equal(await balance(accountId, 'publishes'), 900);
  const { number: lost } = await shop.ordered(token, { item: 'publishes-900' });
  shop.till.isSilent = true;
  for (let tries = 0; tries < 14; tries += 1) await shop.look(lost);
  assert.deepEqual([(await rowOf(lost)).state, (await rowOf(lost)).reason], ['review', 'service-silent']);
  shop.till.isSilent = false;
});

test('an upgrade says first what the rest of the old level becomes, and does that; it counts once', async () => {
  const { token, accountId } = await shop.member();
  await setLevel(accountId, 13, 19.5);
  const { data } = (await shop.call('GET', '/api/membership/shop', { token })).envelope as { data: Shop };
  const silver = data.levels.find(({ level }) => level === 'level2');
  assert.deepEqual([silver?.carried?.daysLeft, silver?.carried?.days, silver?.isShort], [20, 8, false]);
  const [first, second] = [
    await shop.ordered(token, { item: 'level2-30' }),
    await shop.ordered(token, { item: 'level2-30' }),
  ];
  assert.deepEqual(first.carried, silver?.carried);
  for (const { number } of [first, second]) {
    shop.pays(number);
    await check(token, number);
  }
  assert.equal(await daysLeft(accountId), 30 + 8 + 30);
  // What was ordered before a higher level was bought cannot be given any more.
  const lower = await shop.ordered(token, { item: 'level2-30' });
  const higher = await shop.ordered(token, { item: 'level4-30' });
  for (const { number } of [higher, lower]) {
    shop.pays(number);
    await check(token, number);
  }
  assert.deepEqual([(await rowOf(lower.number)).state, (await rowOf(lower.number)).reason], ['review', 'level-lower']);
  assert.equal((await shop.role(accountId)).roleCode, 7);
});

test('what may not be bought is refused, opens nothing, and is audited', async () => {
  const { token, accountId } = await shop.member();
  await setLevel(accountId, 14, 3);
  const opened = shop.till.opened.size;
  const refusals: [Record<string, unknown>, string][] = [
    [{ item: 'level1-30' }, 'membership:order.level-lower'],
    [{ item: 'level3-30' }, 'membership:order.confirm-short'],
    [{ item: 'level3-30', confirmed: true, price: 1 }, 'membership:order.strange-field'],
    [{ item: 'level2-30', level: 'level4' }, 'membership:order.strange-field'],
    [{ item: 'level2-30', fen: 1 }, 'membership:order.no-item'],
    [{ item: 'level2-36500' }, 'membership:order.no-item'],
    [{ item: 'balance' }, 'membership:order.wrong-amount'],
    [{ item: 'balance', fen: 0 }, 'membership:order.wrong-amount'],
    [{ item: 'balance', fen: -5_000 }, 'membership:order.wrong-amount'],
    [{ item: 'balance', fen: 1e300 }, 'membership:order.wrong-amount'],
    [{ item: 'balance', fen: 10.5 }, 'membership:order.wrong-amount'],
    [{ item: 'level2-30', service: 'account.outbox' }, 'membership:order.no-service'],
  ];
  for (const [wish, code] of refusals) {
    const { failure, envelope } = await shop.order(token, wish);
    assert.deepEqual([envelope.code, failure.error], [0, code], JSON.stringify(wish));
  }
  const audited = (await shop.audited('order.refused')).filter((row) => row['accountId'] === accountId);
  assert.equal(audited.length, refusals.length);
  assert.equal(shop.till.opened.size, opened);
  assert.equal((await shop.ordered(token, { item: 'level3-30', confirmed: true })).total, 19_900);

  const { token: unbound } = await shop.signIn();
  assert.equal((await shop.order(unbound, { item: 'level1-30' })).failure.error, 'membership:order.no-mobile');
  assert.equal(
    (await shop.call('POST', '/api/membership/orders', { body: { item: 'level1-30', service: TILL } })).status,
    401,
  );
});

test('an order belongs to its account; asking for another one’s is audited', async () => {
  const { token } = await shop.member();
  const { number } = await shop.ordered(token, { item: 'level1-30' });
  const other = await shop.member();
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/check'],
    ['POST', '/cancel'],
    ['POST', '/pay-on-trial'],
  ] as const) {
    const answer = await shop.call(method, `/api/membership/orders/${number}${path}`, { token: other.token });
    assert.deepEqual([answer.status, answer.failure.error], [404, 'membership:order.missing']);
  }
  assert.equal((await shop.audited('order.refused', number)).length, 4);
  const list = await shop.call('GET', '/api/membership/orders', { token: other.token });
  assert.deepEqual(list.envelope.data, { items: [], nextCursor: null, total: 0 });
});

test('a planned price holds from its day on, and an order keeps the price that it was made with', async () => {
  const { token, accountId } = await shop.member();
  const before = await shop.ordered(token, { item: 'level1-30' });
  const dearer = {
    ...USUAL_PRICES,
    levels: { level1: [{ days: 30, fen: 5_000 }] },
    ways: { [TILL]: { feeBasisPoints: 100, leastFee: 1, above: 1_000 } },
  };
  const { clock } = ctx();
  await planPrices(ctx(), { holdsFrom: new Date(clock.now().getTime() + DAY), prices: dearer, by: 'test' });
  assert.equal((await shop.ordered(token, { item: 'level1-30' })).total, 3_900, 'it does not hold yet');
  await planPrices(ctx(), { holdsFrom: clock.now(), prices: dearer, by: 'test' });
  const later = await shop.ordered(token, { item: 'level1-30' });
  assert.deepEqual([later.price, later.fee, later.total], [5_000, 50, 5_050]);
  assert.equal((await shop.order(token, { item: 'balance', fen: 1_000 })).failure.error, 'membership:order.too-little');
  assert.equal((await shop.order(token, { item: 'level2-30' })).failure.error, 'membership:order.no-item');
  assert.equal((await shop.read(token, before.number)).total, 3_900);
  shop.pays(before.number);
  assert.equal((await check(token, before.number)).state, 'fulfilled');
  assert.equal(await daysLeft(accountId), 30);
  await assert.rejects(
    ctx().db.pool.query('update membership_price_lists set prices = $1', ['{}']),
    /append-only/,
    'a price list is never changed',
  );
});

test('an operator looks at what waits at the console, and plans prices there', async () => {
  const { token, accountId } = await shop.member();
  const wrong = [];
  for (const other of [{ amount: 9_001 }, { amount: 8_999 }]) {
    const { number } = await shop.ordered(token, { item: 'publishes-900' });
    shop.pays(number, other);
    await check(token, number);
    wrong.push(number);
  }
  const configuration = readConfiguration({ DATA_DIR: shop.dataDir, DATABASE_URL: ctx().db.connectionString });
  const run = async (command: string, words: string[], input = '') => {
    const lines: string[] = [];
    const code = await runConsoleCommand(configuration, {
      ...{ plugin: 'membership', command, arguments: words, address: 'http://localhost' },
      ...{ print: (line: string) => void lines.push(line), readInput: async () => input },
    });
    return { code, text: lines.join('\n') };
  };
  const { text } = await run('orders', ['review']);
  for (const number of wrong) assert.match(text, new RegExp(`${number}.*${accountId}.*90\\.0[01]|${number}.*89\\.99`));
  const [more = '', less = ''] = wrong;
  await run('orders', ['accept', '--number', more, '--reason', 'the rest is given back']);
  await run('orders', ['give-up', '--number', less, '--reason', 'all of it is given back']);
  await assert.rejects(run('orders', ['accept', '--number', less, '--reason', 'again']), {
    code: 'membership:orders.not-in-review',
  });
  await assert.rejects(run('orders', ['accept', '--number', more]), { code: 'membership:orders.help' });
  await shop.look(more);
  assert.deepEqual([(await rowOf(more)).state, (await rowOf(less)).state], ['fulfilled', 'closed']);
  assert.equal(await balance(accountId, 'publishes'), 900);
  assert.match(JSON.stringify(await shop.audited('order.late-paid', more)), /the rest is given back/);

  const shown = await run('prices', ['show']);
  const planned = shown.text.replace('"fen": 5000', '"fen": 5100');
  await run('prices', ['plan', '--from', '2099-01-01T00:00:00+08:00'], planned);
  assert.match((await run('prices', ['show'])).text, /2098-12-31T16:00:00\.000Z[\s\S]*5100/);
  await assert.rejects(run('prices', ['plan', '--from', '2020-01-01T00:00:00Z'], planned), {
    code: 'membership:prices.past',
  });
  await assert.rejects(run('prices', ['plan', '--from', '2099-01-01'], planned), { code: 'membership:prices.help' });
  const broken = planned.replace('"fen": 5100', '"fen": -1');
  await assert.rejects(run('prices', ['plan', '--from', '2099-01-01T00:00:00Z'], broken), {
    code: 'membership:prices.wrong',
  });
});

test('looks at orders of days ago are forgotten, and those of now are kept', async () => {
  const { db, jobs } = ctx();
  for (const days of [3, 0]) {
    const { id } = await jobs.enqueue(db, FOLLOW_ORDERS, { accountId: INSTALLATION, payload: {} });
    await db.pool.query(
      `update core_tasks set state = 'succeeded', updated_at = now() - make_interval(days => $2) where id = $1`,
      [id, days],
    );
  }
  assert.equal(await sweepLooks(ctx()), 1);
});

test('the ledger adds up after all of it', async () => {
  assert.deepEqual((await checkLedger(ctx().db)).faults, []);
});
