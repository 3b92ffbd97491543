import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';

import { checkLedger } from '#core/server/services/ledger/check-ledger.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import type { Adjustment, MemberStep, OneOperatorState, Prices, Shop } from '#plugins/membership/calls.ts';
import { eraseAccount } from '#plugins/account/server/accounts/erase-account.ts';

import { startShop, type OrderKit } from './order-kit.ts';

const scope = lastFirst({ after });
let shop: OrderKit;
let first: { token: string; accountId: string };
let second: { token: string; accountId: string };
before(async () => {
  shop = await startShop(scope);
  [first, second] = [await shop.signIn({ operator: true }), await shop.signIn({ operator: true })];
});

const ctx = () => shop.composed.ctx;
const OPERATOR = '/api/membership/operator';
const amount = (unit: string, of: number) => ({ kind: 'grant', benefit: { kind: 'amount', unit, amount: of } });

async function adjust(accountId: string, deed: unknown, { by = first, key = randomUUID() as string } = {}) {
  const body = { key, deed, reason: 'an outage of ours' };
  return await shop.call('POST', `${OPERATOR}/members/${accountId}/adjustments`, { token: by.token, body });
}
const done = async (...asked: Parameters<typeof adjust>) => (await adjust(...asked)).envelope.data as Adjustment;
const decide = (id: string, agreed: boolean, by = second) =>
  shop.call('POST', `${OPERATOR}/adjustments/${id}/decide`, { token: by.token, body: { agreed } });
const has = async (accountId: string, unit: 'fen' | 'mixes' | 'uses' | 'publishes') =>
  (await ctx().ledger.balance(ctx().db, accountId, unit)).available;
async function steps(accountId: string): Promise<MemberStep[]> {
  const found: MemberStep[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const path = `${OPERATOR}/members/${accountId}/timeline?limit=2${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
    const page = (await shop.call('GET', path, { token: first.token })).envelope.data as {
      items: MemberStep[];
      nextCursor: string | null;
    };
    found.push(...page.items);
    cursor = page.nextCursor;
  }
  return found;
}

test('a grant happens once by its key, and stands in the account’s timeline with who and why', async () => {
  const { accountId } = await shop.member();
  const key = randomUUID();
  for (let sent = 0; sent < 3; sent += 1)
    assert.equal((await done(accountId, amount('mixes', 20), { key })).state, 'done');
  assert.equal(await has(accountId, 'mixes'), 20);
  const [grant] = (await steps(accountId)).filter(({ movement }) => movement !== null);
  assert.deepEqual([grant?.movement?.change, grant?.movement?.after], [20, 20]);
  assert.ok(grant?.notes.includes('an outage of ours'));
});

test('what is above the limit, alone or in sum, waits for a second operator, who is not the first', async () => {
  const [one, other] = [await shop.member(), await shop.member()];
  assert.equal((await done(one.accountId, amount('uses', 900))).state, 'done');
  const beyond = await done(other.accountId, amount('uses', 101));
  assert.equal(beyond.state, 'waiting');
  assert.equal(await has(other.accountId, 'uses'), 0);
  assert.equal((await decide(beyond.id, true, first)).status, 403);
  const answers = await Promise.all([decide(beyond.id, true), decide(beyond.id, true)]);
  assert.deepEqual(answers.map(({ envelope }) => envelope.code).sort(), [0, 1]);
  assert.equal(await has(other.accountId, 'uses'), 101);
  const refused = await done(other.accountId, amount('fen', 100_001));
  await decide(refused.id, false);
  assert.equal(await has(other.accountId, 'fen'), 0);
});

test('an operator neither gives to themselves alone nor agrees to what they receive', async () => {
  assert.equal((await done(first.accountId, amount('mixes', 1))).state, 'waiting');
  const forSecond = await done(second.accountId, amount('publishes', 901));
  assert.equal((await decide(forSecond.id, true)).status, 403);
  await assert.rejects(
    ctx().db.pool.query('update membership_adjustments set decided_by = asked_by where id = $1', [forSecond.id]),
    /four_eyes/,
  );
});

test('a movement is put right by another one, of its own account and never below nothing', async () => {
  const [one, other] = [await shop.member(), await shop.member()];
  await done(one.accountId, amount('publishes', 50));
  const movement = (await steps(one.accountId)).find((step) => step.movement !== null)?.movement?.id ?? '';
  const correction = (of: number) => ({ kind: 'correction', movement, unit: 'publishes', amount: of });
  assert.equal((await adjust(one.accountId, correction(-51))).envelope.code, 0);
  assert.equal((await adjust(other.accountId, correction(-10))).envelope.code, 0);
  assert.equal((await done(one.accountId, correction(-10))).state, 'done');
  assert.equal(await has(one.accountId, 'publishes'), 40);
  assert.deepEqual((await checkLedger(ctx().db)).faults, []);
});

test('the timeline is whole over its pages, newest first', async () => {
  const { token, accountId } = await shop.member();
  const { number } = await shop.ordered(token, { item: 'publishes-900' });
  shop.pays(number);
  await shop.call('POST', `/api/membership/orders/${number}/check`, { token });
  await done(accountId, amount('mixes', 5));
  await done(accountId, { kind: 'grant', benefit: { kind: 'level', level: 'level1', days: 7 } });
  await shop.order(token, { item: 'balance', fen: -1 });
  const all = await steps(accountId);
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  assert.deepEqual(
    all.map(({ at }) => at),
    all
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  const moved = all.filter(({ movement }) => movement !== null);
  assert.deepEqual(
    moved.map(({ title, movement }) => [title, movement?.change]),
    [
      ['Membership activated', -7],
      ['Granted', 7],
      ['Granted', 5],
      ['Bought', 900],
    ],
  );
  assert.deepEqual(
    all.filter((step) => step.order === number).map(({ title }) => title),
    ['Given', 'Bought', 'Payment arrived', 'Ordered'],
  );
  const made = all.find(({ title }) => title.startsWith('Given or corrected'));
  assert.deepEqual(made?.notes, ['Bronze membership, 7 days', 'an outage of ours']);
  assert.ok(all.length >= 9, 'ordered, paid, given, adjusted and refused, and what moved');
  assert.match(all[0]?.notes.join() ?? '', /0\.01.*50000\.00/, 'a refusal says within what bounds');
});

test('prices that an operator plans hold from their time, and not earlier', async () => {
  const { token } = await shop.member();
  const read = async () =>
    (await shop.call('GET', `${OPERATOR}/prices`, { token: first.token })).envelope.data as Prices;
  const { prices } = (await read()).held;
  const dearer = { ...prices, levels: { level1: [{ days: 30, fen: 99_900 }] } };
  const plan = (holdsFrom: string | null, list: unknown, by = first.token) =>
    shop.call('POST', `${OPERATOR}/prices`, { token: by, body: { holdsFrom, prices: list } });
  const later = await plan(new Date(Date.now() + 3_600_000).toISOString(), dearer);
  assert.equal((later.envelope.data as Prices).planned.length, 1);
  const sold = async () => ((await shop.call('GET', '/api/membership/shop', { token })).envelope.data as Shop).levels;
  assert.equal((await sold())[0]?.offers[0]?.fen, 3_900);
  assert.equal((await plan(new Date(Date.now() - 1000).toISOString(), dearer)).envelope.code, 0);
  assert.equal((await plan(null, { ...dearer, levels: { level1: [{ days: 30, fen: -1 }] } })).status, 422);
  assert.equal((await plan(null, dearer, token)).status, 403);
  await plan(null, dearer);
  assert.equal((await sold())[0]?.offers[0]?.fen, 99_900);
});

test('what one operator may move alone is lowered by one and raised by two', async () => {
  const path = `${OPERATOR}/one-operator`;
  const state = async (method: string, by = first, body?: object, to = path) =>
    (await shop.call(method, to, { token: by.token, body })).envelope.data as OneOperatorState;
  const before = (await state('GET')).limits;
  const lowered = { ...before, mixes: 10 };
  assert.deepEqual(await state('PUT', first, { limits: lowered }), { limits: lowered, wish: null });
  const { accountId } = await shop.member();
  assert.equal((await done(accountId, amount('mixes', 11))).state, 'waiting');
  const raised = { ...lowered, mixes: 5_000, fen: 5 };
  const asked = await state('PUT', first, { limits: raised });
  assert.deepEqual([asked.limits, asked.wish?.limits], [{ ...lowered, fen: 5 }, raised]);
  assert.deepEqual([asked.wish?.isOwn, (await state('GET', second)).wish?.isOwn], [true, false]);
  const wanted = { agreed: true, limits: raised };
  const agree = (by: typeof first, body = wanted) =>
    shop.call('POST', `${path}/decide`, { token: by.token, body }).then(({ status }) => status);
  assert.equal(await agree(first), 403);
  // Not what was shown.
  assert.equal(await agree(second, { ...wanted, limits: lowered }), 409);
  assert.deepEqual((await Promise.all([agree(second), agree(second)])).toSorted(), [200, 409]);
  assert.deepEqual(await state('GET'), { limits: raised, wish: null });
  assert.equal((await done(accountId, amount('mixes', 4_000))).state, 'done');
  await state('PUT', first, { limits: { ...raised, uses: 9_999 } });
  const withdrawn = { agreed: false, limits: { ...raised, uses: 9_999 } };
  assert.deepEqual(await state('POST', first, withdrawn, `${path}/decide`), { limits: raised, wish: null });
  const [entry] = (await shop.audited('settings.change', 'membership.one-operator')).slice(-1);
  assert.equal(entry?.['actor'], second.accountId);
});

test('amounts below one, and beyond what anybody counts, are refused', async () => {
  const { accountId } = await shop.member();
  for (const fen of [0, -5, 1.5, 1e13]) {
    assert.equal((await adjust(accountId, amount('fen', fen))).status, 422, String(fen));
  }
  assert.equal(await has(accountId, 'fen'), 0);
});

test('members see and adjust nothing', async () => {
  const { token, accountId } = await shop.member();
  for (const path of [
    'members?q=a',
    `members/${accountId}`,
    `members/${accountId}/timeline`,
    'adjustments',
    'one-operator',
    'prices',
  ]) {
    assert.equal((await shop.call('GET', `${OPERATOR}/${path}`, { token })).status, 403, path);
  }
  assert.equal((await adjust(accountId, amount('fen', 1), { by: { token, accountId } })).status, 403);
});

test('closing an account keeps its orders and what it was given', async () => {
  const { token, accountId } = await shop.member();
  await shop.ordered(token, { item: 'publishes-900' });
  await done(accountId, amount('mixes', 5));
  await eraseAccount(ctx(), accountId, (erase) => ctx().db.transaction(erase));
  const { rows } = await ctx().db.pool.query<{ count: string }>(
    `select (select count(*) from membership_orders where account_id = $1)
      + (select count(*) from membership_adjustments where account_id = $1) as count`,
    [accountId],
  );
  assert.equal(rows[0]?.count, '2');
});
