import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import type { Order, OrderFile, Shop } from '#plugins/membership/calls.ts';
import { BANK_TRANSFER } from '#plugins/membership/server/transfer/bank-transfer.ts';
import type { Answer } from '#tests/integration/http/test-server.ts';

import { startShop, TILL, type OrderKit } from './order-kit.ts';

const scope = lastFirst({ after });
let shop: OrderKit;
let operator: { token: string; accountId: string };
before(async () => {
  shop = await startShop(scope);
  operator = await shop.signIn({ operator: true });
  const { admin } = shop.composed.ctx.providers;
  const settings = { holder: '映港科技', bank: '招商银行', account: '6225888800001234' };
  await admin.writeSettings('payment', BANK_TRANSFER, settings, 'test');
  await admin.choose('payment', { adapters: [TILL, BANK_TRANSFER], orEmbedded: false }, 'test');
});

/** The smallest PNG. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const YEAR = { item: 'level4-365', service: BANK_TRANSFER };

async function sendSlip(
  token: string,
  number: string,
  bytes: Uint8Array<ArrayBuffer> = new Uint8Array(PNG),
): Promise<Answer> {
  const body = new FormData();
  body.append('file', new Blob([bytes]), 'slip.png');
  return await shop.call('POST', `/api/membership/orders/${number}/slip`, { token, body });
}
async function asOperator(number: string, deed: string, body?: Record<string, unknown>): Promise<Answer> {
  return await shop.call('POST', `/api/membership/operator/orders/${number}/${deed}`, { token: operator.token, body });
}
async function withSlip(): Promise<{ token: string; accountId: string; number: string; total: number }> {
  const member = await shop.member();
  const { number, total } = await shop.ordered(member.token, YEAR);
  assert.equal((await sendSlip(member.token, number)).envelope.code, 1);
  return { ...member, number, total };
}

test('a transfer is offered above 1 000 yuan only, for a week, and says where to', async () => {
  const { token } = await shop.member();
  const { ways } = (await shop.call('GET', '/api/membership/shop', { token })).envelope.data as Shop;
  assert.equal(ways.find(({ id }) => id === BANK_TRANSFER)?.above, 100_000);
  const small = await shop.order(token, { item: 'balance', fen: 100_000, service: BANK_TRANSFER });
  assert.match(small.envelope.message, /1000\.00/);
  const order = await shop.ordered(token, { item: 'balance', fen: 100_001, service: BANK_TRANSFER });
  const days = (Date.parse(order.expiresAt) - Date.parse(order.createdAt)) / 86_400_000;
  assert.deepEqual([days, order.way?.show], [7, 'transfer']);
  // Nobody sent a slip: it closes like any other.
  await shop.look(order.number);
  assert.equal((await shop.read(token, order.number)).state, 'closed');
});

test('a confirmed transfer gives what was bought, once', async () => {
  const { token, accountId, number, total } = await withSlip();
  const waiting = await shop.read(token, number);
  assert.deepEqual([waiting.state, waiting.isSlipSent], ['review', true]);
  await shop.look(number);
  assert.equal((await shop.read(token, number)).state, 'review', 'no deadline closes it');

  const file = (await shop.call('GET', `/api/membership/operator/orders/${number}`, { token: operator.token })).envelope
    .data as OrderFile;
  assert.equal(file.slip?.type, 'image/png');
  assert.equal((await fetch(`${shop.address}${file.slip.url}`)).status, 200);

  assert.equal((await asOperator(number, 'decide', { decision: 'accepted', reason: 'looks fine' })).envelope.code, 0);
  const answers = await Promise.all(
    [1, 2].map(() => asOperator(number, 'confirm-transfer', { amount: total, reference: 'CMB-1' })),
  );
  assert.deepEqual(answers.map(({ envelope }) => envelope.code).sort(), [0, 1]);
  assert.equal((await shop.read(token, number)).state, 'fulfilled');
  assert.equal((await shop.role(accountId)).roleCode, 7);
  const [entry] = await shop.audited('order.transfer-confirmed', number);
  assert.equal(entry?.['actor'], operator.accountId);
});

test('another amount, and a transfer that was counted before, wait for an operator with the reason', async () => {
  const [first, second] = [await withSlip(), await withSlip()];
  const less = (await asOperator(first.number, 'confirm-transfer', { amount: first.total - 1, reference: 'CMB-2' }))
    .envelope.data as OrderFile;
  assert.deepEqual([less.order.state, less.order.isSlipSent], ['review', false]);
  assert.match(less.order.reason ?? '', /金额|amount/);
  const used = (await asOperator(second.number, 'confirm-transfer', { amount: second.total, reference: 'CMB-2' }))
    .envelope.data as OrderFile;
  assert.equal(used.order.state, 'review');
  assert.match(used.order.reason ?? '', /另一个订单|another order/);
  const given = (await asOperator(first.number, 'decide', { decision: 'accepted', reason: 'paid the rest in cash' }))
    .envelope.data as OrderFile;
  assert.ok(given.timeline.some(({ notes }) => notes.includes('paid the rest in cash')));
});

test('a refused slip tells the payer why, and another one can be sent', async () => {
  const { token, number } = await withSlip();
  await asOperator(number, 'refuse-slip', { note: '看不清金额' });
  const again = await shop.read(token, number);
  assert.deepEqual([again.state, again.note, again.way?.show], ['waiting', '看不清金额', 'transfer']);
  assert.equal((await sendSlip(token, number)).envelope.code, 1);
  assert.deepEqual((await shop.read(token, number)).note, null);
});

test('a slip whose sending broke off is refused in words, and the order still waits for one', async () => {
  const { token } = await shop.member();
  const { number } = await shop.ordered(token, YEAR);
  const head = '--part\r\ncontent-disposition: form-data; name="file"; filename="slip.png"\r\n\r\n';
  const answer = await fetch(`${shop.address}/api/membership/orders/${number}/slip`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=part' },
    body: Buffer.concat([Buffer.from(head), PNG]),
  });
  assert.equal(answer.status, 422);
  assert.equal(((await answer.json()) as { data: { error: string } }).data.error, 'core:file-interrupted');
  assert.equal((await shop.read(token, number)).state, 'waiting');
});

test('slips of others, of other services and of other types are refused, and members decide nothing', async () => {
  const { token, number } = await withSlip();
  const stranger = await shop.member();
  assert.equal((await sendSlip(stranger.token, number)).status, 404);
  const other = await shop.ordered(stranger.token, { item: 'publishes-900' });
  assert.equal((await sendSlip(stranger.token, other.number)).envelope.code, 0);
  const own: Order = await shop.ordered(stranger.token, YEAR);
  assert.equal((await sendSlip(stranger.token, own.number, new TextEncoder().encode('<svg/>'))).status, 415);
  for (const [method, path] of [
    ['GET', '/api/membership/operator/orders'],
    ['GET', `/api/membership/operator/orders/${number}`],
    ['GET', '/api/membership/operator/differences'],
  ] as const) {
    assert.equal((await shop.call(method, path, { token })).status, 403, path);
  }
  for (const [deed, body] of [
    ['confirm-transfer', { amount: 1, reference: 'mine' }],
    ['refuse-slip', { note: 'because' }],
    ['decide', { decision: 'accepted', reason: 'please' }],
    ['check', {}],
  ] as const) {
    const answer = await shop.call('POST', `/api/membership/operator/orders/${number}/${deed}`, { token, body });
    assert.equal(answer.status, 403, deed);
  }
});

test('operators find orders by number, account and mobile number', async () => {
  const { accountId, number } = await withSlip();
  const find = async (q: string) => {
    const path = `/api/membership/operator/orders?q=${encodeURIComponent(q)}`;
    const { items } = (await shop.call('GET', path, { token: operator.token })).envelope.data as { items: Order[] };
    return items.map((order) => order.number);
  };
  const { account } = (
    (await shop.call('GET', `/api/membership/operator/orders/${number}`, { token: operator.token })).envelope
      .data as OrderFile
  ).order;
  assert.equal(account.id, accountId);
  for (const words of [number, number.slice(0, 20), accountId, account.mobile ?? '']) {
    assert.ok((await find(words)).includes(number), words);
  }
  assert.deepEqual(await find('nobody is called so'), []);
});
