import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';

import { advanceClock, createTurns, pruneShares } from '#core/server/services/jobs/fair-share.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { testDatabase } from '#core/server/testing/test-database.ts';
import { testLog } from '#core/server/testing/test-log.ts';

const JOB = 'test.work';

/** A database, and what draws tags in it for the accounts `busy` and `idle`. */
async function startTags(t: TestContext) {
  const scope = lastFirst(t);
  const db = await testDatabase(scope);
  const turns = createTurns({ connectionString: db.connectionString, log: testLog });
  scope.after(() => turns.close());
  const accounts = { busy: randomUUID(), idle: randomUUID() };
  return {
    db,
    take: (account: keyof typeof accounts, count: number, job = JOB) => turns.take(job, accounts[account], count),
    starts: (tag: number) => advanceClock(db, JOB, tag),
  };
}

test('each account counts its own tags on, each job name apart', async (t) => {
  const { take } = await startTags(t);
  assert.deepEqual([await take('busy', 3), await take('busy', 2), await take('busy', 1)], [1, 4, 6]);
  assert.deepEqual([await take('idle', 1), await take('busy', 1, 'test.other')], [1, 1]);
});

test('an account that was idle has saved nothing up, and one that is ahead loses nothing', async (t) => {
  const { take, starts } = await startTags(t);
  assert.deepEqual([await take('idle', 1), await take('busy', 80)], [1, 1]);
  await starts(50);
  assert.deepEqual([await take('idle', 2), await take('busy', 1)], [51, 81]);
});

test('a job that starts late does not turn the clock back', async (t) => {
  const { take, starts } = await startTags(t);
  await starts(50);
  await starts(20);
  assert.equal(await take('idle', 1), 51);
});

test('only shares behind the clock are forgotten', async (t) => {
  const { db, take, starts } = await startTags(t);
  await take('idle', 1);
  await take('busy', 80);
  await starts(50);
  await pruneShares(db);
  const { rows } = await db.pool.query('select finish_tag::int as last from core_job_shares');
  assert.deepEqual(rows, [{ last: 80 }]);
  assert.deepEqual([await take('idle', 1), await take('busy', 1)], [51, 81]);
});
