import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';

import { until } from '#tests/until.ts';

import { reach, startedJobs } from './jobs-kit.ts';

test('an account with one job does not wait for the two hundred of another', async (t) => {
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const { db, jobs } = await startedJobs(
    t,
    {
      'test.work': async (run) => {
        order.push(run.task.accountId);
        if (order.length < 12) await gate.promise;
      },
    },
    2,
  );
  const [busy, late] = [randomUUID(), randomUUID()];
  await db.transaction((tx) =>
    jobs.enqueueMany(
      tx,
      'test.work',
      Array.from({ length: 200 }, () => ({ accountId: busy, payload: 0 })),
    ),
  );
  await until(() => order.length === 2);
  const task = await db.transaction((tx) => jobs.enqueue(tx, 'test.work', { accountId: late, payload: 0 }));
  gate.resolve();
  await reach(jobs, task, 'running', 'succeeded');
  assert.ok(order.indexOf(late) <= 4, `started as number ${order.indexOf(late) + 1}`);
});

test('two accounts with much to do take turns', async (t) => {
  const order: string[] = [];
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
  await until(async () => {
    const { rows } = await db.pool.query<{ account_id: string }>(`select t.account_id from pgboss.job j
      join core_tasks t on t.queue_id = j.id where j.state = 'completed' order by j.started_on`);
    order.splice(0, order.length, ...rows.map((row) => row.account_id));
    return order.length === 12;
  });
  for (let at = 0; at < 12; at += 2) assert.notEqual(order[at], order[at + 1]);
});
