import assert from 'node:assert/strict';
import { test } from 'node:test';

import { v7 as uuid } from 'uuid';

import { watchDue } from '#core/server/services/jobs/due-soon.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';

import { startedJobs } from './jobs-kit.ts';

test('delayed jobs are told when they become due, together where they do so together, and others not', async (t) => {
  const scope = lastFirst(t);
  // Nobody works here, so that they stay in the queue.
  const { db, jobs } = await startedJobs(
    scope,
    { 'test.soon': async () => undefined, 'test.other': async () => undefined },
    0,
  );
  const told = Promise.withResolvers<{ name: string; count: number; when: number }>();
  const wakes: string[] = [];
  const end = watchDue({ db, log: testLog }, { all: () => ['test.soon'], idle: () => [] }, (name, count) => {
    wakes.push(name);
    told.resolve({ name, count, when: Date.now() });
  });
  scope.after(async () => end());
  const accountId = uuid();
  // Later than its first look, and it misses nothing between two of them even where the machine stands still.
  const at = new Date(Date.now() + 4_500);
  const delayed = (count: number, startAfter: Date) =>
    Array.from({ length: count }, () => ({ accountId, payload: 0, startAfter }));
  await db.transaction(async (tx) => {
    await jobs.enqueueMany(tx, 'test.soon', delayed(3, at));
    await jobs.enqueueMany(tx, 'test.soon', delayed(2, new Date(Date.now() + 3_600_000)));
    await jobs.enqueueMany(tx, 'test.other', delayed(1, at));
  });
  const { name, count, when } = await told.promise;
  assert.deepEqual({ name, count }, { name: 'test.soon', count: 3 });
  assert.ok(when >= at.getTime(), 'not before they are due');
  assert.deepEqual(wakes, ['test.soon']);
});

test('jobs that wait although nobody was told of them are looked for, where somebody has nothing to do', async (t) => {
  const scope = lastFirst(t);
  const { db, jobs } = await startedJobs(
    scope,
    { 'test.idle': async () => undefined, 'test.busy': async () => undefined, 'test.later': async () => undefined },
    0,
  );
  const accountId = uuid();
  await db.transaction(async (tx) => {
    for (const name of ['test.idle', 'test.busy']) {
      await jobs.enqueueMany(
        tx,
        name,
        Array.from({ length: 3 }, () => ({ accountId, payload: 0 })),
      );
    }
    await jobs.enqueue(tx, 'test.later', { accountId, payload: 0, startAfter: new Date(Date.now() + 3_600_000) });
  });
  const told = Promise.withResolvers<[string, number]>();
  const wakes = new Set<string>();
  const end = watchDue(
    { db, log: testLog },
    { all: () => ['test.idle', 'test.busy', 'test.later'], idle: () => ['test.idle', 'test.later'] },
    (name, count) => {
      wakes.add(name);
      told.resolve([name, count]);
    },
  );
  scope.after(async () => end());
  assert.deepEqual(await told.promise, ['test.idle', 1]);
  assert.deepEqual([...wakes], ['test.idle']);
});
