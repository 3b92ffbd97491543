import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { CallData } from '#core/contract/call.ts';
import { checkLedger } from '#core/server/services/ledger/check-ledger.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import type { CodeBatch, readCodeBatch } from '#plugins/membership/calls.ts';
import { membershipCodes } from '#plugins/membership/server/tables.ts';

import { startShop, type OrderKit } from './order-kit.ts';

const DAY = 24 * 60 * 60 * 1000;
const scope = lastFirst({ after });
let shop: OrderKit;
let operator: { token: string; accountId: string };
before(async () => {
  shop = await startShop(scope);
  operator = await shop.signIn({ operator: true });
});

const ctx = () => shop.composed.ctx;
const BATCHES = '/api/membership/operator/code-batches';
const MONTH = { kind: 'level', level: 'level2', days: 30 };

async function batch(wish: Record<string, unknown> = {}): Promise<CallData<typeof readCodeBatch>> {
  const expiresAt = new Date(Date.now() + DAY).toISOString();
  const body = { name: 'fair', benefit: MONTH, count: 3, expiresAt, ...wish };
  const made = await shop.call('POST', BATCHES, { token: operator.token, body });
  assert.equal(made.envelope.code, 1, JSON.stringify(made.envelope));
  const { id } = made.envelope.data as CodeBatch;
  const read = await shop.call('GET', `${BATCHES}/${id}/codes`, { token: operator.token });
  return read.envelope.data as CallData<typeof readCodeBatch>;
}
const codesOf = async (wish?: Record<string, unknown>) => (await batch(wish)).codes.map(({ code }) => code);
const redeem = (token: string, code = '') =>
  shop.call('POST', '/api/membership/redemptions', { token, body: { code } });

test('a code gives its level at once, to one account, once', async () => {
  const [first = '', second = ''] = await codesOf();
  const [one, other] = [await shop.member(), await shop.member()];
  const answers = await Promise.all([one, one, other].map(({ token }) => redeem(token, first)));
  assert.equal(answers.filter(({ envelope }) => envelope.code === 1).length, 1);
  const winner = answers[2]?.envelope.code === 1 ? other : one;
  const { roleCode, roleUntil } = await shop.role(winner.accountId);
  assert.equal(roleCode, 14);
  assert.equal(Math.round(((roleUntil?.getTime() ?? 0) - Date.now()) / DAY), 30);
  // Another one of the batch is for somebody else.
  const again = await redeem(winner.token, second);
  assert.equal(again.envelope.code, 0);
  assert.equal((await redeem(winner === one ? other.token : one.token, second)).envelope.code, 1);
  assert.deepEqual((await checkLedger(ctx().db)).faults, []);
});

test('counts go to the balance, digital humans open their feature, and a code for many ends with its uses', async () => {
  const [code = ''] = await codesOf({
    ...{ benefit: { kind: 'amount', unit: 'digital-humans', amount: 28 }, count: 1, uses: 2 },
  });
  const members = [await shop.member(), await shop.member(), await shop.member()] as const;
  const features = async (token: string) =>
    ((await shop.call('GET', '/api/account', { token })).envelope.data as { features: number[] }).features;
  assert.ok(!(await features(members[0].token)).includes(54));
  assert.equal((await redeem(members[0].token, code)).envelope.code, 1);
  assert.ok((await features(members[0].token)).includes(54));
  assert.equal((await ctx().ledger.balance(ctx().db, members[0].accountId, 'digital-humans')).available, 28);
  assert.equal((await redeem(members[1].token, code)).envelope.code, 1);
  assert.equal((await redeem(members[2].token, code)).envelope.code, 0);
});

test('codes that are over or stopped, and lower levels, give nothing and are not used up', async () => {
  const old = await batch();
  await ctx().db.pool.query(`update membership_code_batches set expires_at = now() where id = $1`, [old.batch.id]);
  const stopped = await batch();
  await shop.call('POST', `${BATCHES}/${stopped.batch.id}/stop`, { token: operator.token });
  const gold = await shop.member();
  await ctx().accounts.setRole(ctx().db, gold.accountId, { roleCode: 15, roleUntil: new Date(Date.now() + DAY) });
  const lower = await batch();
  for (const [from, who] of [
    [old, await shop.member()],
    [stopped, await shop.member()],
    [lower, gold],
  ] as const) {
    const answer = await redeem(who.token, from.codes[0]?.code);
    assert.equal(answer.envelope.code, 0);
    assert.notEqual(answer.envelope.message, '');
  }
  assert.equal((await redeem((await shop.member()).token, lower.codes[0]?.code)).envelope.code, 1);
});

test('guessing ends after ten attempts, is audited, and the database holds nothing that can be redeemed', async () => {
  const [code = ''] = await codesOf();
  const { token, accountId } = await shop.member();
  for (let tried = 0; tried < 10; tried += 1) {
    assert.equal((await redeem(token, '0000-0000-0000-0000')).status, 422);
  }
  for (let tried = 0; tried < 2; tried += 1) assert.equal((await redeem(token, code)).status, 429);
  const audited = await shop.audited('code.refused', accountId);
  assert.equal(audited.length, 11, 'with the first of those that came too often');
  const stored = JSON.stringify(await ctx().db.orm.select().from(membershipCodes));
  assert.ok(!stored.includes(code.replaceAll('-', '')));
});

test('guessing with many accounts from one address ends, too', async () => {
  const [code = ''] = await codesOf();
  const key = 'membership:codes:127.0.0.1';
  await ctx().db.pool.query(`update core_limits set count = 60 where key = $1`, [key]);
  const { token, accountId } = await shop.member();
  assert.equal((await redeem(token, code)).status, 429);
  assert.equal((await shop.audited('code.refused', accountId)).length, 1);
  await ctx().db.pool.query('delete from core_limits where key = $1', [key]);
  assert.equal((await redeem(token, code)).envelope.code, 1);
});

test('members make and see no codes', async () => {
  const { token } = await shop.member();
  const { id } = (await batch()).batch;
  assert.equal((await shop.call('GET', BATCHES, { token })).status, 403);
  assert.equal((await shop.call('GET', `${BATCHES}/${id}/codes`, { token })).status, 403);
  assert.equal((await shop.call('POST', `${BATCHES}/${id}/stop`, { token })).status, 403);
  assert.equal((await shop.call('POST', BATCHES, { token, body: {} })).status, 403);
  const read = await shop.audited('codes.read', id);
  assert.equal(read[0]?.['actor'], operator.accountId);
});
