import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { fail } from '#core/contract/errors.ts';
import type { Jobs, TaskState } from '#core/server/services/jobs/jobs.ts';

import { startedJobs } from './jobs-kit.ts';

const JOB = 'test.work';

async function reach(jobs: Jobs, accountId: string, states: readonly TaskState[]): Promise<void> {
  for (const deadline = Date.now() + 20_000; ; await sleep(20)) {
    const now = (await jobs.list(accountId)).map(({ state }) => state).toSorted();
    if (now.join() === states.toSorted().join()) return;
    assert.ok(Date.now() < deadline, `the tasks are ${now.join()}`);
  }
}

/** A worker whose first task waits to be let go. */
async function withOneUnderWay(t: Parameters<typeof startedJobs>[0], tasks: number) {
  const gate = Promise.withResolvers<void>();
  const done: unknown[] = [];
  const { db, jobs } = await startedJobs(t, {
    [JOB]: async (run) => {
      await gate.promise;
      // Before its state tells that it ended, by which tests wait.
      done.push(run.payload);
      await run.complete();
    },
  });
  const subject = { accountId: randomUUID(), subjectId: 'run' };
  const payloads = Array.from({ length: tasks }, (_, index) => index);
  await db.transaction((tx) =>
    jobs.enqueueMany(
      tx,
      JOB,
      payloads.map((payload) => ({ ...subject, payload })),
    ),
  );
  const waiting = Array<TaskState>(tasks - 1).fill('queued');
  await reach(jobs, subject.accountId, ['running', ...waiting]);
  return { db, jobs, done, gate, subject };
}

test('a pause lets what is under way end, and begins nothing more until it is over', async (t) => {
  const { db, jobs, done, gate, subject } = await withOneUnderWay(t, 4);
  assert.equal(await db.transaction((tx) => jobs.pause(tx, JOB, subject)), 3);
  assert.equal(await db.transaction((tx) => jobs.pause(tx, JOB, subject)), 0, 'a second time there is nothing to do');
  gate.resolve();
  await reach(jobs, subject.accountId, ['succeeded', 'paused', 'paused', 'paused']);
  await sleep(3000);
  assert.deepEqual(done, [0]);
  assert.equal(await db.transaction((tx) => jobs.resume(tx, JOB, subject)), 3);
  await reach(jobs, subject.accountId, Array<TaskState>(4).fill('succeeded'));
  assert.deepEqual(done, [0, 1, 2, 3], 'each once, in their order');
  assert.equal(await db.transaction((tx) => jobs.resume(tx, JOB, subject)), 0);
});

test('a pause is of one subject and one account', async (t) => {
  const { db, jobs, done, gate, subject } = await withOneUnderWay(t, 2);
  const other = { accountId: subject.accountId, subjectId: 'another' };
  await db.transaction((tx) => jobs.enqueue(tx, JOB, { ...other, payload: 'other' }));
  await db.transaction((tx) => jobs.pause(tx, JOB, { ...subject, accountId: randomUUID() }));
  await db.transaction((tx) => jobs.pause(tx, JOB, subject));
  gate.resolve();
  await reach(jobs, subject.accountId, ['succeeded', 'succeeded', 'paused']);
  assert.deepEqual(done, [0, 'other']);
});

test('a paused task can be cancelled', async (t) => {
  const { db, jobs, gate, subject } = await withOneUnderWay(t, 2);
  await db.transaction((tx) => jobs.pause(tx, JOB, subject));
  const [paused] = await jobs.list(subject.accountId, { states: ['paused'] });
  assert.equal((await jobs.cancel(subject.accountId, paused?.id ?? '')).state, 'cancelled');
  gate.resolve();
  await reach(jobs, subject.accountId, ['succeeded', 'cancelled']);
  assert.equal(await db.transaction((tx) => jobs.resume(tx, JOB, subject)), 0);
});

test('a pause that is rolled back pauses nothing', async (t) => {
  const { db, jobs, done, gate, subject } = await withOneUnderWay(t, 3);
  const failing = db.transaction(async (tx) => {
    await jobs.pause(tx, JOB, subject);
    throw new Error('no');
  });
  await assert.rejects(failing, /no/);
  gate.resolve();
  await reach(jobs, subject.accountId, Array<TaskState>(3).fill('succeeded'));
  assert.equal(done.length, 3);
});

test('tasks that failed or were cancelled run again together, in the order that is asked for', async (t) => {
  let fails = true;
  const done: unknown[] = [];
  const { db, jobs } = await startedJobs(t, {
    [JOB]: async (run) => {
      if (fails) fail('core:task.missing');
      done.push(run.payload);
    },
  });
  const accountId = randomUUID();
  const options = [0, 1, 2].map((payload) => ({ accountId, payload }));
  const tasks = await db.transaction((tx) => jobs.enqueueMany(tx, JOB, options));
  await reach(jobs, accountId, ['failed', 'failed', 'failed']);
  fails = false;
  const [first, second, third] = tasks.map(({ id }) => id);
  const wanted = [third ?? '', first ?? '', randomUUID()];
  assert.deepEqual(await db.transaction((tx) => jobs.retryMany(tx, JOB, accountId, wanted)), wanted.slice(0, 2));
  assert.deepEqual(await db.transaction((tx) => jobs.retryMany(tx, JOB, randomUUID(), [second ?? ''])), []);
  await reach(jobs, accountId, ['succeeded', 'succeeded', 'failed']);
  assert.deepEqual(done, [2, 0]);
  const again = await jobs.get(accountId, first ?? '');
  assert.deepEqual([again.attempt, again.error], [1, null]);
});
