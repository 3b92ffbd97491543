import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { FEATURE_LEVELS } from '#core/contract/tiers.ts';
import { createAccounts } from '#core/server/services/accounts/create-accounts.ts';
import { connectDatabase } from '#core/server/ground/database/connect.ts';
import { buildAccount, buildSession } from '#core/server/testing/build-account.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { settableClock } from '#core/server/testing/settable-clock.ts';
import { testDatabase } from '#core/server/testing/test-database.ts';
import { testLog } from '#core/server/testing/test-log.ts';

async function setUp(t: TestContext) {
  const scope = lastFirst(t);
  const db = await testDatabase(scope);
  const otherDb = await connectDatabase({ connectionString: db.connectionString, log: testLog });
  scope.after(() => otherDb.close());
  const clock = settableClock();
  return { db, clock, accounts: createAccounts({ db, clock }), other: createAccounts({ db: otherDb, clock }) };
}

test('a token tells who calls, and what the level includes', async (t) => {
  const { db, accounts } = await setUp(t);
  const { account, token, sessionId } = await buildSession(db, { level: 'level1' });
  assert.deepEqual(await accounts.authenticate(token), {
    accountId: account.id,
    sessionId,
    operator: false,
    roleCode: 13,
    features: [12, 50, 51, 52],
    featureLevels: FEATURE_LEVELS,
    admitted: true,
  });
  const operator = await buildSession(db, { level: 'level4', operator: true });
  const caller = await accounts.authenticate(operator.token);
  assert.equal(caller?.operator, true);
  assert.ok(!caller.features.includes(54));
});

test('the token itself is not in the database', async (t) => {
  const { db } = await setUp(t);
  const { token } = await buildSession(db);
  assert.match(token, /^[\w-]{43}$/);
  const { rows } = await db.pool.query('select * from core_sessions');
  assert.ok(!JSON.stringify(rows).includes(token));
});

test('an unknown, malformed or expired token is nobody', async (t) => {
  const { db, accounts, clock } = await setUp(t);
  const { token } = await buildSession(db, { seconds: 60 });
  assert.ok(await accounts.authenticate(token));
  for (const wrong of ['', 'x', `${token}x`, token.split('').reverse().join(''), "' or 1=1 --"]) {
    assert.equal(await accounts.authenticate(wrong), undefined);
  }
  clock.advance(61);
  assert.equal(await accounts.authenticate(token), undefined);
});

test('the token of a disabled account is nobody', async (t) => {
  const { db, accounts } = await setUp(t);
  const account = await buildAccount(db);
  const { token } = await buildSession(db, { account });
  await db.pool.query('update core_accounts set disabled = true');
  assert.equal(await accounts.authenticate(token), undefined);
});

test('a session is over for its very next call on the node that revoked it', async (t) => {
  const { db, accounts } = await setUp(t);
  for (let round = 0; round < 20; round += 1) {
    const { token, sessionId } = await buildSession(db);
    assert.ok(await accounts.authenticate(token));
    if (round % 2 === 0) await accounts.revokeSession(db, sessionId);
    else await db.transaction((tx) => accounts.revokeSession(tx, sessionId));
    assert.equal(await accounts.authenticate(token), undefined, `round ${round}`);
  }
});

test('a revoked session ends on every node although they remember it', async (t) => {
  const { db, accounts, other } = await setUp(t);
  const [revoked, kept] = [await buildSession(db), await buildSession(db)];
  for (const node of [accounts, other]) assert.ok(await node.authenticate(revoked.token));
  await db.transaction((tx) => accounts.revokeSession(tx, revoked.sessionId));
  for (const node of [accounts, other]) {
    for (const deadline = Date.now() + 2000; (await node.authenticate(revoked.token)) !== undefined; await sleep(10)) {
      assert.ok(Date.now() < deadline);
    }
    assert.ok(await node.authenticate(kept.token));
  }
});

test('a caller is remembered for a moment', async (t) => {
  const { db, accounts, clock } = await setUp(t);
  const { token } = await buildSession(db);
  await accounts.authenticate(token);
  await db.pool.query('update core_accounts set disabled = true');
  assert.ok(await accounts.authenticate(token));
  clock.advance(6);
  assert.equal(await accounts.authenticate(token), undefined);
});

test('another role holds at once here, soon on other nodes, and is remembered as a tier that once was', async (t) => {
  const { db, accounts, other, clock } = await setUp(t);
  const { account, token } = await buildSession(db);
  assert.equal((await accounts.authenticate(token))?.roleCode, 12);
  assert.equal((await other.authenticate(token))?.roleCode, 12);
  const roleUntil = new Date(clock.now().getTime() + 60_000);
  await db.transaction((tx) => accounts.setRole(tx, account.id, { roleCode: 14, roleUntil }));
  assert.equal((await accounts.authenticate(token))?.roleCode, 14);
  while ((await other.authenticate(token))?.roleCode !== 14) await sleep(10);
  const since = (await accounts.find(db, account.id))?.memberSince;
  assert.ok(since);
  await accounts.setRole(db, account.id, { roleCode: 12, roleUntil: null });
  assert.deepEqual((await accounts.find(db, account.id))?.memberSince, since);
});
