import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { Account } from '#core/contract/account-calls.ts';
import { levelOfRole } from '#core/contract/tiers.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { GIFT } from '#plugins/account/server/settings.ts';

import { startAccountServer, type AccountServer } from './account-kit.ts';

const DAY = 24 * 60 * 60 * 1000;
const scope = lastFirst({ after });
let server: AccountServer;
before(async () => {
  server = await startAccountServer(scope);
});

async function given(token: string): Promise<boolean> {
  const { envelope } = await server.call('GET', '/api/paymentUnderline/isFirstCharge', { token });
  return (envelope.data as { hasGiveMember: boolean }).hasGiveMember;
}

async function me(token: string): Promise<Account> {
  return (await server.call('GET', '/api/account', { token })).envelope.data as Account;
}

const claim = (token: string) => server.call('POST', '/api/paymentUnderline/gift', { token });

test('a free main account takes seven days of the first tier, and every open session has them at once', async () => {
  const { token, accountId } = await server.signIn();
  const account = await server.composed.ctx.accounts.find(server.composed.ctx.db, accountId);
  assert.ok(account);
  const other = await server.signIn({ account });
  // Both sessions are remembered as free ones.
  for (const each of [token, other.token]) {
    const { fdRoleCode, hadTier } = await me(each);
    assert.deepEqual([fdRoleCode, hadTier], [12, false]);
  }
  assert.equal(await given(token), false);

  const answer = await claim(token);
  assert.equal(answer.envelope.code, 1);
  const { fdExpireDate } = answer.envelope.data as { fdExpireDate: string };
  assert.ok(Math.abs(new Date(fdExpireDate).getTime() - Date.now() - 7 * DAY) < 60_000);
  for (const each of [token, other.token]) {
    const { fdRoleCode, hadTier, features } = await me(each);
    assert.deepEqual([fdRoleCode, hadTier, features], [13, true, [12, 50, 51, 52]]);
  }
  const days = await server.call('GET', '/api/paymentAccountBalance/getMemberDays', { token });
  assert.deepEqual(days.envelope.data, { days: 7, free: false });
  const duration = await server.call('GET', '/api/duration/find', { token });
  assert.equal((duration.envelope.data as { fdExpireDate: string }).fdExpireDate, fdExpireDate);
  assert.equal(await given(token), true);
  assert.equal((await server.audited('account.claim-gift')).at(-1)?.['target'], accountId);
  const { ledger, db } = server.composed.ctx;
  assert.deepEqual(await ledger.allotments(db, [accountId]), [
    { accountId, unit: 'days', allotted: 0, available: 0, held: 0, spent: 7 },
  ]);
});

test('of ten claims at the same moment one succeeds', async () => {
  const { token } = await server.signIn();
  const answers = await Promise.all(Array.from({ length: 10 }, () => claim(token)));
  const errors = answers.filter(({ envelope }) => envelope.code !== 1).map(({ failure }) => failure.error);
  assert.deepEqual(errors, Array(9).fill('account:refused.gift-given'));
});

test('when the days are over the account is free again, and is given no others', async () => {
  const { token, accountId } = await server.signIn();
  await claim(token);
  await server.composed.ctx.db.pool.query(
    `update core_accounts set role_until = now() - interval '1 second' where id = $1`,
    [accountId],
  );
  const later = await server.signIn({ account: { id: accountId } as never });
  const { fdRoleCode, hadTier } = await me(later.token);
  assert.deepEqual([fdRoleCode, hadTier, await given(later.token)], [12, true, true]);
  assert.equal((await claim(later.token)).failure.error, 'account:refused.gift-given');
});

test('members and sub-accounts are given nothing', async () => {
  const member = await server.signIn({ level: 'level3' });
  assert.equal(await given(member.token), true);
  assert.equal((await claim(member.token)).failure.error, 'account:refused.gift-member');
  assert.equal((await me(member.token)).fdRoleCode, 15);

  const { ctx } = server.composed;
  const main = await server.signIn();
  const account = await ctx.accounts.create(ctx.db, { name: '分店', parentId: main.accountId });
  const sub = await server.signIn({ account });
  assert.equal(await given(sub.token), true);
  assert.equal((await claim(sub.token)).failure.error, 'account:refused.gift-main');
  assert.equal(await given(main.token), false);
});

test('the pages of the account hear of the gift', async () => {
  const { token, accountId } = await server.signIn();
  const heard = Promise.withResolvers<string>();
  const stop = new AbortController();
  server.composed.ctx.events.subscribe(accountId, ({ topic }) => heard.resolve(topic), stop.signal);
  await claim(token);
  assert.equal(await heard.promise, 'account');
  stop.abort();
});

test('level and days of the gift are the operator’s choice, and no days are no gift', async () => {
  const { settings } = server.composed.ctx;
  await settings.set(GIFT, { level: 'level4', days: 30 }, 'test');
  const { token } = await server.signIn();
  const { envelope } = await server.call('GET', '/api/paymentUnderline/isFirstCharge', { token });
  assert.deepEqual(envelope.data, { hasGiveMember: false, gift: { level: 'level4', days: 30 } });
  const { fdExpireDate } = (await claim(token)).envelope.data as { fdExpireDate: string };
  assert.ok(Math.abs(new Date(fdExpireDate).getTime() - Date.now() - 30 * DAY) < 60_000);
  assert.equal(levelOfRole((await me(token)).fdRoleCode), 'level4');

  await settings.set(GIFT, { level: 'level1', days: 0 }, 'test');
  const other = await server.signIn();
  assert.equal(await given(other.token), true);
  assert.equal((await claim(other.token)).failure.error, 'account:refused.gift-none');
  await settings.set(GIFT, { level: 'level1', days: 7 }, 'test');
});
