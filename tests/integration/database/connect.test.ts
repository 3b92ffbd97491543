import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sql } from 'drizzle-orm';

import { connectDatabase } from '#core/server/ground/database/connect.ts';
import { pruneRates, takeRate } from '#core/server/ground/database/rate-limit.ts';
import { isUniqueViolation } from '#core/server/ground/database/sql-state.ts';
import { isConnectionLoss, untilConnected } from '#core/server/ground/database/until-connected.ts';
import { testDatabase } from '#core/server/testing/test-database.ts';
import { testLog } from '#core/server/testing/test-log.ts';

test('a transaction is visible whole or not at all', async (t) => {
  const db = await testDatabase(t);
  await db.pool.query('create table numbers (n int primary key)');
  const insert = (n: number) => sql`insert into numbers values (${n})`;
  await db.transaction(async (tx) => {
    await tx.orm.execute(insert(1));
    await tx.beforeCommit(async () => void (await tx.orm.execute(insert(2))));
    assert.equal((await db.pool.query('select 1 from numbers')).rowCount, 0);
  });
  assert.equal((await db.pool.query('select 1 from numbers')).rowCount, 2);

  const doubled = db.transaction(async (tx) => {
    await tx.orm.execute(insert(3));
    await tx.orm.execute(insert(1));
  });
  await assert.rejects(doubled, isUniqueViolation);
  const late = db.transaction((tx) => tx.beforeCommit(() => Promise.reject(new Error('late'))));
  await assert.rejects(late, /late/);
  assert.equal((await db.pool.query('select 1 from numbers')).rowCount, 2);
});

test('connections that the server cuts are replaced, and none is lost to the pool', async (t) => {
  const db = await testDatabase(t, { poolSize: 2 });
  for (let round = 0; round < 4; round += 1) {
    const cut = db.transaction(async (tx) => {
      const { rows } = await tx.orm.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await db.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await tx.orm.execute(sql`select 1`);
    });
    await assert.rejects(cut, isConnectionLoss);
  }
  let tries = 0;
  const answer = await untilConnected(async () => {
    tries += 1;
    if (tries === 1) await db.pool.query('select pg_terminate_backend(pg_backend_pid())');
    return (await db.pool.query<{ a: number }>('select 1 as a')).rows;
  }, 10);
  assert.deepEqual(answer, [{ a: 1 }]);
});

test('what is wrong with a connection string is said without its password', async (t) => {
  const db = await testDatabase(t);
  const refused = async (change: (url: URL) => void, code: string) => {
    const url = new URL(db.connectionString);
    url.searchParams.set('connect_timeout', '5');
    change(url);
    await assert.rejects(
      connectDatabase({ connectionString: url.href, log: testLog }),
      (error: Error & { code?: string }) => {
        assert.equal(error.code, code);
        assert.ok(!error.message.includes('top-secret'));
        return true;
      },
    );
  };
  await refused((url) => (url.pathname = '/nowhere'), 'core:database.missing');
  await refused((url) => {
    url.port = '1';
    url.password = 'top-secret';
  }, 'core:database.unreachable');
  await refused((url) => (url.username = 'nobody-at-all'), 'core:database.login-refused');
});

test('a limit lets so many through and counts over all connections', async (t) => {
  const db = await testDatabase(t);
  const taken = await Promise.all(Array.from({ length: 20 }, () => takeRate(db, 'sms:1', 5, 60)));
  assert.equal(taken.filter(({ allowed }) => allowed).length, 5);
  assert.deepEqual(
    taken
      .map(({ remaining }) => remaining)
      .toSorted((a, b) => b - a)
      .slice(0, 6),
    [4, 3, 2, 1, 0, 0],
  );
  for (const { retryAfter } of taken) assert.ok(retryAfter > 0 && retryAfter <= 60);
  assert.equal((await takeRate(db, 'sms:2', 5, 60)).allowed, true);
});

test('a limit begins anew when its window has ended', async (t) => {
  const db = await testDatabase(t);
  await takeRate(db, 'login:1', 1, 60);
  assert.equal((await takeRate(db, 'login:1', 1, 60)).allowed, false);
  await db.pool.query(`update core_limits set expires_at = now() - interval '1 second'`);
  assert.equal((await takeRate(db, 'login:1', 1, 60)).allowed, true);
  await db.pool.query(`update core_limits set expires_at = now() - interval '1 second'`);
  assert.equal(await pruneRates(db), 1);
});
