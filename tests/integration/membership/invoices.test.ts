import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import type { Order, OrderFile, OrderInvoice, RequestedInvoice } from '#plugins/membership/calls.ts';
import { TRIAL_CASHIER } from '#plugins/membership/server/trial/trial-cashier.ts';
import type { Answer } from '#tests/integration/http/test-server.ts';

import { startShop, TILL, type OrderKit } from './order-kit.ts';

const scope = lastFirst({ after });
let shop: OrderKit;
let operator: { token: string; accountId: string };
before(async () => {
  shop = await startShop(scope);
  operator = await shop.signIn({ operator: true });
});

const TENCENT = { title: '深圳市腾讯计算机系统有限公司', taxNumber: '9144 0300 7152 6726 xg' };
/** The smallest PDF that is told by its first bytes. */
const PDF = new TextEncoder().encode('%PDF-1.4\n%%EOF\n');

/** An order that was paid and given. */
async function bought(): Promise<{ token: string; accountId: string; number: string; total: number }> {
  const member = await shop.member();
  const { number, total } = await shop.ordered(member.token, { item: 'publishes-900' });
  shop.pays(number);
  await shop.look(number);
  assert.equal((await shop.read(member.token, number)).state, 'fulfilled');
  return { ...member, number, total };
}
const request = (token: string, number: string, body: unknown = TENCENT) =>
  shop.call('POST', `/api/membership/orders/${number}/invoice`, { token, body });
const read = async (token: string, number: string) =>
  (await shop.call('GET', `/api/membership/orders/${number}/invoice`, { token })).envelope.data as OrderInvoice;
const decide = (id: string, deed: string, body: unknown, token = operator.token): Promise<Answer> =>
  shop.call('POST', `/api/membership/operator/invoices/${id}/${deed}`, { token, body });
function form(bytes: Uint8Array<ArrayBuffer>, name = 'fapiao.pdf'): FormData {
  const body = new FormData();
  body.append('file', new Blob([bytes]), name);
  return body;
}
async function requested(): Promise<Awaited<ReturnType<typeof bought>> & { id: string }> {
  const order = await bought();
  const { envelope } = await request(order.token, order.number);
  const { invoice } = envelope.data as OrderInvoice;
  return { ...order, id: invoice?.id ?? assert.fail(JSON.stringify(envelope)) };
}
async function listed(query: string): Promise<RequestedInvoice[]> {
  const path = `/api/membership/operator/invoices${query}`;
  const { envelope } = await shop.call('GET', path, { token: operator.token });
  return (envelope.data as { items: RequestedInvoice[] }).items;
}

test('a paid order gets one invoice, however often and at once it is requested', async () => {
  const { token, number, total } = await bought();
  assert.deepEqual(await read(token, number), { invoice: null, refusal: null });
  const answers = await Promise.all([1, 2, 3].map(() => request(token, number)));
  assert.deepEqual(answers.map(({ envelope }) => envelope.code).sort(), [0, 0, 1]);
  const { invoice, refusal } = await read(token, number);
  assert.deepEqual(
    [invoice?.state, invoice?.title, invoice?.taxNumber, invoice?.amount, refusal],
    ['requested', TENCENT.title, '9144030071526726XG', total, 'requested'],
  );
  const { items } = (await shop.call('GET', '/api/membership/orders', { token })).envelope.data as {
    items: (Order & { invoice: string | null })[];
  };
  assert.equal(items.find((order) => order.number === number)?.invoice, 'requested');
  assert.deepEqual(
    (await listed(`?q=${number}`)).map(({ order, isPaid }) => [order, isPaid]),
    [[number, true]],
  );
  assert.ok((await listed('?q=91440300715267')).some(({ order }) => order === number));
  assert.ok((await listed('?q=%E8%85%BE%E8%AE%AF&state=requested')).some(({ order }) => order === number));
  assert.deepEqual(await listed('?state=declined&q=' + number), []);
});

test('an invoice that was issued as a file is the member’s to fetch, and its number is told', async () => {
  const { token, number, id } = await requested();
  const answers = await Promise.all([1, 2].map(() => decide(id, 'file?invoiceNumber=25442000000012345678', form(PDF))));
  assert.deepEqual(answers.map(({ envelope }) => envelope.code).sort(), [0, 1]);
  const { invoice } = await read(token, number);
  assert.deepEqual(
    [invoice?.state, invoice?.invoiceNumber, invoice?.file?.name],
    ['issued', '25442000000012345678', 'fapiao.pdf'],
  );
  const file = await fetch(shop.address + (invoice?.file?.url ?? ''));
  assert.equal(await file.text(), new TextDecoder().decode(PDF));
  // Of the two that were sent one is kept.
  const { rowCount } = await shop.composed.ctx.db.pool.query(`select from core_files where name = 'fapiao.pdf'`);
  assert.equal(rowCount, 1);
  const { timeline } = (await shop.call('GET', `/api/membership/operator/orders/${number}`, { token: operator.token }))
    .envelope.data as OrderFile;
  assert.deepEqual(
    timeline.slice(-2).map(({ title, notes }) => [title, notes]),
    [
      ['Invoice requested', []],
      ['Invoice issued', ['25442000000012345678']],
    ],
  );
});

test('a declined request says why, and another one can be made', async () => {
  const { token, number, id } = await requested();
  assert.equal((await decide(id, 'decline', { note: '抬头与付款单位不符' })).envelope.code, 1);
  const declined = await read(token, number);
  assert.deepEqual(
    [declined.invoice?.state, declined.invoice?.note, declined.refusal],
    [...['declined', '抬头与付款单位不符'], null],
  );
  assert.equal((await decide(id, 'issue', { invoiceNumber: '12345678' })).failure.error, 'membership:operator.decided');
  const again = await request(token, number, { title: '王小明', taxNumber: null });
  const { invoice } = again.envelope.data as OrderInvoice;
  assert.deepEqual([invoice?.state, invoice?.taxNumber], ['requested', null]);
  assert.equal((await decide(invoice?.id ?? '', 'issue', { invoiceNumber: '12345678' })).envelope.code, 1);
  assert.equal((await read(token, number)).invoice?.invoiceNumber, '12345678');
});

test('no invoice is requested or issued over money that was not paid, never moved, or went back', async () => {
  const member = await shop.member();
  const open = await shop.ordered(member.token, { item: 'publishes-900' });
  assert.equal((await request(member.token, open.number)).failure.error, 'membership:invoice.refused-unpaid');

  const { token, number, id } = await requested();
  await shop.composed.ctx.db.pool.query(`update membership_orders set state = 'review' where number = $1`, [number]);
  const late = await decide(id, 'issue', { invoiceNumber: '12345678' });
  assert.equal(late.failure.error, 'membership:invoice.refused-unpaid');
  assert.equal((await decide(id, 'decline', { note: 'the money went back' })).envelope.code, 1);
  assert.equal((await read(token, number)).refusal, 'unpaid');

  const { admin } = shop.composed.ctx.providers;
  await admin.choose('payment', { adapters: [TRIAL_CASHIER], orEmbedded: false }, 'test');
  const trial = await shop.ordered(member.token, { item: 'publishes-900', service: TRIAL_CASHIER });
  await shop.call('POST', `/api/membership/orders/${trial.number}/pay-on-trial`, { token: member.token });
  assert.equal((await shop.read(member.token, trial.number)).state, 'fulfilled');
  assert.equal((await request(member.token, trial.number)).failure.error, 'membership:invoice.refused-no-money');
  await admin.choose('payment', { adapters: [TILL], orEmbedded: false }, 'test');
});

test('wrong numbers, files of other types, strangers and members who decide are refused', async () => {
  const { token, number } = await bought();
  const mistyped = await request(token, number, { ...TENCENT, taxNumber: '9144030071526726XH' });
  assert.deepEqual([mistyped.status, mistyped.failure.error], [422, 'membership:invoice.tax-number']);
  assert.equal((await request(token, number, { title: ' ', taxNumber: null })).status, 422);
  const stranger = await shop.member();
  assert.equal((await request(stranger.token, number)).status, 404);
  assert.equal((await shop.call('GET', `/api/membership/orders/${number}/invoice`, {})).status, 401);

  const { id } = await requested();
  assert.equal((await decide(id, 'issue', { invoiceNumber: '123' })).status, 422);
  assert.equal((await decide(id, 'file', form(new TextEncoder().encode('<svg/>'), 'x.svg'))).status, 415);
  assert.equal((await decide(operator.accountId, 'issue', { invoiceNumber: '12345678' })).status, 404);
  for (const [deed, body] of [
    ['issue', { invoiceNumber: '12345678' }],
    ['file', form(PDF)],
    ['decline', { note: 'because' }],
  ] as const) {
    assert.equal((await decide(id, deed, body, token)).status, 403, deed);
  }
  assert.equal((await shop.call('GET', '/api/membership/operator/invoices', { token })).status, 403);
});
