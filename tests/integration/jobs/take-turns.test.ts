import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';

import type { Database } from '#core/server/ground/database/database.ts';
import { until } from '#tests/until.ts';

import { reach, startedJobs } from './jobs-kit.ts';

/** Whose jobs were started, in their order: what they do may begin later. */
async function started(db: Database): Promise<string[]> {
  const { rows } = await db.pool.query<{ account_id: string }>(`select t.account_id from pgboss.job j
    join core_tasks t on t.queue_id = j.id where j.started_on is not null order by j.started_on`);
  return rows.map((row) => row.account_id);
}

test('an account with one job does not wait for the two hundred of another', async (t) => {
  const gate = Promise.withResolvers<void>();
  const { db, jobs } = await startedJobs(t, { 'test.work': () => gate.promise }, 2);
  const [busy, late] = [randomUUID(), randomUUID()];
  await db.transaction((tx) =>
    jobs.enqueueMany(
      tx,
      'test.work',
      Array.from({ length: 200 }, () => ({ accountId: busy, payload: 0 })),
    ),
  );
  await until(async () => (await started(db)).length === 2);
  const task = await db.transaction((tx) => jobs.enqueue(tx, 'test.work', { accountId: late, payload: 0 }));
  gate.resolve();
  await reach(jobs, task, 'running', 'succeeded');
  const number = (await started(db)).indexOf(late) + 1;
  assert.ok(number <= 5, `started as number ${number}`);
});

test('two accounts with much to do take turns', async (t) => {
  const { db, jobs } = await startedJobs(t, { 'test.hold': async () => undefined });
  const accounts = [randomUUID(), randomUUID()];
  for (const accountId of accounts) {
    for (const length of [4, 1, 1]) {
      await db.transaction((tx) =>
        jobs.enqueueMany(
          tx,
          'test.hold',
          Array.from({ length }, () => ({ accountId, payload: 0, startAfter: new Date(Date.now() + 500) })),
        ),
      );
    }
  }
  let order: string[] = [];
  await until(async () => (order = await started(db)).length === 12);
  for (let at = 0; at < 12; at += 2) assert.notEqual(order[at], order[at + 1]);
});
