import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';

import type { Account } from '#core/contract/account-calls.ts';
import type { CallData } from '#core/contract/call.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import type { CodeBatch, HeldTiers, readCodeBatch, saveTierRules, Tier } from '#plugins/membership/calls.ts';
import { USUAL_TIER_RULES, type TierRules } from '#plugins/membership/tier-rules.ts';
import { openEvents } from '#tests/integration/plugin-registry/two-nodes.ts';

import { startShop, type OrderKit } from './order-kit.ts';

type Saved = CallData<typeof saveTierRules>;

const scope = lastFirst({ after });
let shop: OrderKit;
let operator: { token: string; accountId: string };
before(async () => {
  shop = await startShop(scope);
  operator = await shop.signIn({ operator: true });
});

const ctx = () => shop.composed.ctx;
const MP4_HEAD = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex');
const OPERATOR = '/api/membership/operator';
const read = async (token: string, path: string): Promise<unknown> =>
  (await shop.call('GET', path, { token })).envelope.data;
const account = async (token: string) => (await read(token, '/api/account')) as Account;
const held = async () => (await read(operator.token, `${OPERATOR}/tiers`)) as HeldTiers;
const put = (body: { rules: TierRules; before: TierRules; isAgreed?: boolean }, token = operator.token) =>
  shop.call('PUT', `${OPERATOR}/tiers`, { token, body: { isAgreed: false, ...body } });
const save = async (...asked: Parameters<typeof put>) => (await put(...asked)).envelope.data as Saved;

function withLimits(
  rules: TierRules,
  level: 'level0' | 'level1' | 'level3',
  change: Partial<TierRules['limits']['level0']>,
) {
  return { ...rules, limits: { ...rules.limits, [level]: { ...rules.limits[level], ...change } } };
}

/** What an open page of a member hears, and how long after `happens` began. */
async function hears(token: string, topic: string, happens: () => Promise<unknown>): Promise<number> {
  const stream = await openEvents(shop, token);
  const begun = Date.now();
  await happens();
  await stream.next(topic);
  stream.hangUp();
  return Date.now() - begun;
}

test('what is bought, redeemed or granted is in force within two seconds, and open pages hear of it', async () => {
  const buys = async (token: string) => {
    const { number } = await shop.ordered(token, { item: 'level2-30' });
    shop.pays(number);
    await shop.call('POST', `/api/membership/orders/${number}/check`, { token });
  };
  const redeems = async (token: string) => {
    const benefit = { kind: 'level', level: 'level2', days: 30 };
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const body = { name: 'fair', benefit, count: 1, expiresAt };
    const made = await shop.call('POST', `${OPERATOR}/code-batches`, { token: operator.token, body });
    const path = `${OPERATOR}/code-batches/${(made.envelope.data as CodeBatch).id}/codes`;
    const [first] = ((await read(operator.token, path)) as CallData<typeof readCodeBatch>).codes;
    await shop.call('POST', '/api/membership/redemptions', { token, body: { code: first?.code } });
  };
  const isGranted = async (_token: string, id: string) => {
    const deed = { kind: 'grant', benefit: { kind: 'level', level: 'level2', days: 30 } };
    const body = { key: randomUUID(), deed, reason: 'won a contest' };
    const path = `${OPERATOR}/members/${id}/adjustments`;
    assert.equal((await shop.call('POST', path, { token: operator.token, body })).envelope.code, 1);
  };
  for (const happens of [buys, redeems, isGranted]) {
    const { token, accountId } = await shop.member();
    assert.equal((await account(token)).fdRoleCode, 12);
    const waited = await hears(token, 'account', () => happens(token, accountId));
    assert.ok(waited < 2000, `${happens.name}: ${waited} ms`);
    const { fdRoleCode, features } = await account(token);
    assert.deepEqual([fdRoleCode, features.includes(53)], [14, true], happens.name);
    assert.deepEqual(await read(token, '/api/paymentAccountBalance/getMemberDays'), { days: 30, free: false });
  }
});

test('a membership that expires is over at once, takes no file away, and new ones wait for an upgrade', async () => {
  const before = (await held()).rules;
  await save({ rules: withLimits(before, 'level0', { gigabytes: 1e-6 }), before, isAgreed: true });
  const { token, accountId } = await shop.signIn({ level: 'level3' });
  const bytes = Buffer.concat([MP4_HEAD, randomBytes(4096 - MP4_HEAD.length)]);
  const file = await ctx().files.add(accountId, Readable.from([bytes]), { name: 'a.mp4', maxSize: 1e6 });
  const ends = new Date(Date.now() + 700);
  await ctx().accounts.setRole(ctx().db, accountId, { roleCode: 15, roleUntil: ends });
  const stream = await openEvents(shop, token);
  // What comes earlier tells of the new end.
  do await stream.next('account');
  while (Date.now() < ends.getTime());
  stream.hangUp();
  assert.ok(Date.now() < ends.getTime() + 2000);
  assert.equal((await account(token)).fdRoleCode, 12);
  assert.deepEqual(await read(token, '/api/paymentAccountBalance/getMemberDays'), { days: 0, free: true });
  const space = (await read(token, '/api/account/ossFileCapacity')) as { fdTotalSize: number; fdUsedSize: number };
  assert.ok(space.fdUsedSize === 4096 && space.fdTotalSize < 4096, JSON.stringify(space));
  const url = await ctx().files.signedUrl(file);
  const answer = await fetch(new URL(url, shop.address));
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes);
  await assert.rejects(ctx().files.assertSpace(accountId, 1), { code: 'core:space-full' });
  await save({ rules: before, before: (await held()).rules });
  await ctx().files.assertSpace(accountId, 1);
});

test('what operators set for levels is sold, enforced and heard of at once, and audited with who did it', async () => {
  const { token } = await shop.signIn({ level: 'level1' });
  const { rules: before, sold } = await held();
  assert.deepEqual([before, sold], [USUAL_TIER_RULES, []]);
  const more = withLimits(before, 'level1', { gigabytes: 15 });
  const rules = { ...more, features: { ...more.features, voiceCloning: 'level1' as const } };
  const waited = await hears(token, 'tiers', async () => assert.equal((await save({ rules, before })).isSaved, true));
  assert.ok(waited < 2000, `${waited} ms`);
  assert.deepEqual((await held()).rules, rules);
  const bronze = ((await shop.call('GET', '/api/membership/tiers')).envelope.data as Tier[]).find(
    ({ level }) => level === 'level1',
  );
  assert.equal(bronze?.gigabytes, 15);
  const { features, featureLevels } = await account(token);
  assert.deepEqual([features.includes(53), featureLevels['53']], [true, 'level1']);
  const space = (await read(token, '/api/account/ossFileCapacity')) as { fdTotalSize: number };
  assert.equal(space.fdTotalSize, 15 * 1024 ** 3);
  for (const key of ['core.level-limits', 'core.feature-levels']) {
    const [entry] = (await shop.audited('settings.change', key)).slice(-1);
    assert.equal(entry?.['actor'], operator.accountId, key);
  }
});

test('limits and features are saved together or not at all', async () => {
  const { rules: before } = await held();
  const { features } = before;
  const rules = { ...withLimits(before, 'level1', { gigabytes: 16 }), features: { ...features, voiceCloning: null } };
  await ctx().db.pool.query(`
    create function refuse_features() returns trigger language plpgsql as 'begin raise exception $$no space$$; end';
    create trigger refuse_features before insert or update on core_settings
      for each row when (new.key = 'core.feature-levels') execute function refuse_features()`);
  assert.equal((await put({ rules, before, isAgreed: true })).status, 500);
  assert.deepEqual((await held()).rules, before);
  await ctx().db.pool.query('drop trigger refuse_features on core_settings');
  assert.equal((await save({ rules, before, isAgreed: true })).isSaved, true);
  assert.deepEqual((await held()).rules, rules);
  await save({ rules: before, before: rules, isAgreed: true });
});

test('what members would lose is asked about first, and what nobody has is not', async () => {
  await shop.signIn({ level: 'level3' });
  const { rules: before } = await held();
  const less = withLimits(before, 'level3', { devices: 4 });
  const asked = await save({ rules: less, before });
  assert.equal(asked.isSaved, false);
  const [only, ...others] = asked.losses;
  assert.deepEqual(only?.loss, { kind: 'limit', level: 'level3', limit: 'devices', from: 5, to: 4 });
  assert.ok((only?.members ?? 0) >= 1 && others.length === 0);
  assert.deepEqual((await held()).rules, before);
  assert.equal((await save({ rules: less, before, isAgreed: true })).isSaved, true);
  assert.equal((await held()).rules.limits.level3.devices, 4);
  await ctx().db.pool.query('update core_accounts set disabled = true where role_code = 15');
  const none = withLimits(less, 'level3', { devices: 3 });
  assert.equal((await save({ rules: none, before: less })).isSaved, true);
});

test('levels that fall, a form that is out of date, and members are refused, and nothing is changed', async () => {
  const { rules: before } = await held();
  const refused = async (...asked: Parameters<typeof put>) => {
    const { status, failure } = await put(...asked);
    return [status, failure.error];
  };
  const falling = withLimits(before, 'level3', { gigabytes: 1 });
  assert.deepEqual(await refused({ rules: falling, before }), [422, 'membership:tiers.falling']);
  const rules = withLimits(before, 'level3', { devices: 9 });
  const stale = withLimits(before, 'level3', { devices: 2 });
  assert.deepEqual(await refused({ rules, before: stale }), [409, 'membership:tiers.changed']);
  const wrong = withLimits(before, 'level3', { devices: 0 });
  assert.equal((await put({ rules: wrong, before })).status, 422);
  const { token } = await shop.signIn();
  assert.equal((await put({ rules, before }, token)).status, 403);
  assert.equal((await shop.call('GET', `${OPERATOR}/tiers`, { token })).status, 403);
  assert.deepEqual((await held()).rules, before);
});
