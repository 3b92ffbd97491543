import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { ExpectedError } from '#core/contract/errors.ts';
import type { JobRun } from '#core/server/services/jobs/jobs.ts';

import { until } from '#tests/until.ts';

import { reach, startedJobs } from './jobs-kit.ts';

const untilAborted = async (run: JobRun) => {
  if (!run.signal.aborted) await once(run.signal, 'abort');
  run.signal.throwIfAborted();
};

test('a job runs with its payload and its task succeeds', async (t) => {
  const seen: unknown[] = [];
  const { db, jobs } = await startedJobs(t, {
    'test.work': async (run) => {
      seen.push(run.payload, run.task.attempt, run.task.state);
    },
  });
  const accountId = randomUUID();
  const task = await db.transaction((tx) =>
    jobs.enqueue(tx, 'test.work', { accountId, payload: { a: 1 }, subjectId: 's' }),
  );
  assert.equal(task.state, 'queued');
  const done = await reach(jobs, task, 'succeeded');
  assert.deepEqual(seen, [{ a: 1 }, 1, 'running']);
  assert.equal(done.progress, 1);
  assert.deepEqual(await jobs.list(accountId, { subjectId: 's' }), [done]);
  assert.deepEqual(await jobs.list(accountId, { states: ['failed'] }), []);
  assert.equal((await jobs.stats())['test.work']?.succeeded, 1);
});

test('a task that finds a full disk waits with that reason, uses no attempt up, and goes on once there is space', async (t) => {
  let isFull = true;
  const full = [
    new ExpectedError('core:disk-full', {}, { kind: 'unavailable' }),
    Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }),
    new Error('Failed query', { cause: Object.assign(new Error('could not extend file'), { code: '53100' }) }),
  ];
  const { db, jobs } = await startedJobs(t, {
    'test.work': async ({ task }) => {
      if (isFull) throw full[(task.attempt - 1) % full.length] ?? new Error('no cause is left');
    },
  });
  const accountId = randomUUID();
  const task = await db.transaction((tx) => jobs.enqueue(tx, 'test.work', { accountId, payload: null, attempts: 1 }));
  for (const deadline = Date.now() + 20_000; ; await sleep(20)) {
    const now = await jobs.get(accountId, task.id);
    assert.notEqual(now.state, 'failed');
    if (now.state === 'queued' && now.attempt >= 3) {
      assert.deepEqual(now.error, { code: 'core:disk-full', params: {} });
      break;
    }
    assert.ok(Date.now() < deadline, `attempt ${now.attempt}`);
  }
  isFull = false;
  assert.equal((await reach(jobs, task, 'succeeded')).error, null);
});

test('a rolled-back transaction leaves neither task nor job', async (t) => {
  let runs = 0;
  const { db, jobs } = await startedJobs(t, {
    'test.work': async () => {
      runs += 1;
    },
  });
  const accountId = randomUUID();
  await assert.rejects(
    db.transaction(async (tx) => {
      await jobs.enqueueMany(tx, 'test.work', [
        { accountId, payload: 1 },
        { accountId, payload: 2 },
      ]);
      throw new Error('no');
    }),
    /no/,
  );
  const task = await db.transaction((tx) => jobs.enqueue(tx, 'test.work', { accountId, payload: null }));
  await reach(jobs, task, 'succeeded');
  assert.equal(runs, 1);
  assert.equal((await jobs.list(accountId)).length, 1);
  assert.equal((await db.pool.query(`select 1 from pgboss.job where name = 'test.work'`)).rowCount, 1);
});

test('what complete publishes is committed with the task, once', async (t) => {
  const answers: boolean[] = [];
  const { db, jobs } = await startedJobs(t, {
    'test.work': async (run) => {
      answers.push(
        await run.complete(async (tx) => {
          await tx.orm.execute(`insert into published values (${run.task.attempt})`);
        }),
      );
    },
  });
  await db.pool.query('create table published (attempt int)');
  const task = await db.transaction((tx) => jobs.enqueue(tx, 'test.work', { accountId: randomUUID(), payload: 0 }));
  await reach(jobs, task, 'succeeded');
  assert.deepEqual(answers, [true]);
  assert.deepEqual((await db.pool.query('select * from published')).rows, [{ attempt: 1 }]);
});

test('an expected error fails a task at once and leaves a dead letter', async (t) => {
  let runs = 0;
  const { db, jobs } = await startedJobs(t, {
    'test.work': async () => {
      runs += 1;
      throw new ExpectedError('core:task.missing', { file: 'a.mp4' });
    },
  });
  const task = await db.transaction((tx) => jobs.enqueue(tx, 'test.work', { accountId: randomUUID(), payload: 0 }));
  const failed = await reach(jobs, task, 'failed');
  assert.deepEqual(failed.error, { code: 'core:task.missing', params: { file: 'a.mp4' } });
  assert.equal(failed.attempt, 1);
  const dead = async () => {
    const { rows } = await db.pool.query<{ data: unknown }>(
      `select data from pgboss.job where name = 'core.dead-letters'`,
    );
    return rows;
  };
  await until(async () => (await dead()).length > 0);
  assert.deepEqual(await dead(), [{ data: { taskId: task.id } }]);
  assert.equal(runs, 1);
});

test('any other error is tried again, and fails the task after the last try', async (t) => {
  const { db, jobs } = await startedJobs(t, {
    'test.flaky': async (run) => {
      if (run.task.attempt === 1) throw new Error('once');
    },
    'test.broken': async () => {
      throw new Error('always');
    },
  });
  const accountId = randomUUID();
  const [flaky, broken] = await db.transaction(async (tx) => [
    await jobs.enqueue(tx, 'test.flaky', { accountId, payload: 0 }),
    await jobs.enqueue(tx, 'test.broken', { accountId, payload: 0, attempts: 2 }),
  ]);
  assert.ok(flaky && broken);
  assert.equal((await reach(jobs, flaky, 'succeeded')).attempt, 2);
  const failed = await reach(jobs, broken, 'failed');
  assert.equal(failed.attempt, 2);
  assert.deepEqual(failed.error, { code: 'core:task.failed', params: {} });
});

test('a failed task can be run again from its first attempt', async (t) => {
  let broken = true;
  const { db, jobs } = await startedJobs(t, {
    'test.work': async () => {
      if (broken) throw new ExpectedError('core:internal');
    },
  });
  const accountId = randomUUID();
  const task = await db.transaction((tx) => jobs.enqueue(tx, 'test.work', { accountId, payload: 0 }));
  await reach(jobs, task, 'failed');
  broken = false;
  const again = await jobs.retry(accountId, task.id);
  assert.equal(again.state, 'queued');
  assert.equal(again.error, null);
  assert.equal((await reach(jobs, task, 'succeeded')).attempt, 1);
  await assert.rejects(jobs.retry(accountId, task.id), { code: 'core:task.not-retryable', kind: 'conflict' });
});

test('a waiting task is cancelled at once and never runs', async (t) => {
  const release = Promise.withResolvers<void>();
  const ran: unknown[] = [];
  const { db, jobs } = await startedJobs(t, {
    'test.work': async (run) => {
      ran.push(run.payload);
      await release.promise;
    },
  });
  const accountId = randomUUID();
  const [first, second] = await db.transaction((tx) =>
    jobs.enqueueMany(tx, 'test.work', [
      { accountId, payload: 1 },
      { accountId, payload: 2 },
    ]),
  );
  assert.ok(first && second);
  await reach(jobs, first, 'running');
  assert.equal((await jobs.cancel(accountId, second.id)).state, 'cancelled');
  assert.equal((await jobs.cancel(accountId, second.id)).state, 'cancelled');
  release.resolve();
  await reach(jobs, first, 'succeeded');
  await assert.rejects(jobs.cancel(accountId, first.id), { code: 'core:task.finished' });
  assert.deepEqual(ran, [1]);
});

test('a running task is cancelled from another process within a second', async (t) => {
  const { db, jobs, another } = await startedJobs(t, { 'test.work': untilAborted });
  const { jobs: other } = await another();
  const accountId = randomUUID();
  const task = await db.transaction((tx) => other.enqueue(tx, 'test.work', { accountId, payload: 0 }));
  await reach(jobs, task, 'running');
  const asked = performance.now();
  assert.equal((await other.cancel(accountId, task.id)).state, 'cancelling');
  const cancelled = await reach(other, task, 'cancelled');
  assert.ok(performance.now() - asked < 1000);
  assert.equal(cancelled.error, null);
});

test('a handler that finishes although it was cancelled publishes nothing', async (t) => {
  const answers: boolean[] = [];
  const { db, jobs } = await startedJobs(t, {
    'test.work': async (run) => {
      await untilAborted(run).catch(() => undefined);
      answers.push(await run.complete(() => Promise.reject(new Error('must not be called'))));
    },
  });
  const accountId = randomUUID();
  const task = await db.transaction((tx) => jobs.enqueue(tx, 'test.work', { accountId, payload: 0 }));
  await reach(jobs, task, 'running');
  await jobs.cancel(accountId, task.id);
  await reach(jobs, task, 'cancelled');
  assert.deepEqual(answers, [false]);
});

test('nobody sees or changes the tasks of another account', async (t) => {
  const { db, jobs } = await startedJobs(t, { 'test.work': async () => undefined });
  const task = await db.transaction((tx) => jobs.enqueue(tx, 'test.work', { accountId: randomUUID(), payload: 0 }));
  const stranger = randomUUID();
  for (const call of [jobs.get, jobs.cancel, jobs.retry]) {
    await assert.rejects(call(stranger, task.id), { code: 'core:task.missing', kind: 'not-found' });
    await assert.rejects(call(task.accountId, "no'uuid"), { code: 'core:task.missing' });
  }
  assert.deepEqual(await jobs.list(stranger), []);
});

test('progress rises, reaches other processes, and ends with the final state', async (t) => {
  const go = Promise.withResolvers<void>();
  const { db, jobs, another } = await startedJobs(t, {
    'test.work': async (run) => {
      run.progress(0.5, 10);
      run.progress(0.25);
      await go.promise;
    },
  });
  const { events } = await another();
  const accountId = randomUUID();
  const heard: { state?: string; progress?: number }[] = [];
  const end = new AbortController();
  events.subscribe(accountId, ({ data }) => heard.push(data as { state: string; progress: number }), end.signal);
  await events.start();
  const task = await db.transaction((tx) => jobs.enqueue(tx, 'test.work', { accountId, payload: 0 }));
  await until(() => heard.some(({ progress }) => progress === 0.5));
  go.resolve();
  await until(() => heard.at(-1)?.state === 'succeeded');
  const values = heard.map(({ progress }) => progress ?? -1);
  assert.deepEqual(
    values,
    values.toSorted((a, b) => a - b),
  );
  assert.equal((await jobs.get(accountId, task.id)).progress, 1);
  end.abort();
});

test('a worker that stops gives its jobs back at once', async (t) => {
  const { db, jobs, another } = await startedJobs(t, { 'test.work': untilAborted });
  const accountId = randomUUID();
  const task = await db.transaction((tx) => jobs.enqueue(tx, 'test.work', { accountId, payload: 0, attempts: 1 }));
  await reach(jobs, task, 'running');
  await jobs.stop();
  const { jobs: next } = await another({ 'test.work': async () => undefined }, 1);
  assert.equal((await reach(next, task, 'succeeded')).attempt, 2);
});

test('a job without a handler is refused with a sentence that says what to add', async (t) => {
  const { db, jobs } = await startedJobs(t, { 'test.work': async () => undefined });
  await assert.rejects(
    db.transaction((tx) => jobs.enqueue(tx, 'mixing.render', { accountId: randomUUID(), payload: 0 })),
    new TypeError('jobs: "mixing.render" has no handler; add "mixing.render" to the jobs of the plugin "mixing"'),
  );
});

test('a task whose job has vanished from the queue fails instead of waiting for ever', async (t) => {
  const { db, jobs, another } = await startedJobs(t, { 'test.work': untilAborted });
  const accountId = randomUUID();
  const later = new Date(Date.now() + 3_600_000);
  const task = await db.transaction((tx) =>
    jobs.enqueue(tx, 'test.work', { accountId, payload: 0, startAfter: later }),
  );
  await db.pool.query(`delete from pgboss.job where name = 'test.work'`);
  const { jobs: next } = await another({ 'test.work': untilAborted }, 1);
  const failed = await reach(next, task, 'failed');
  assert.equal(failed.error?.code, 'core:task.lost');
});

test('a task whose workers were lost begins again, but not for ever', async (t) => {
  const { db, jobs, another } = await startedJobs(t, { 'test.work': async () => undefined }, 0);
  const accountId = randomUUID();
  const task = await db.transaction((tx) => jobs.enqueue(tx, 'test.work', { accountId, payload: 0 }));
  /** As the queue leaves it when the last worker that it tries has died. */
  const lose = (attempt: number) =>
    db.pool.query(
      `with lost as (update core_tasks set state = 'running', attempt = ${attempt}, claim = 2 where id = '${task.id}' returning queue_id)
       update pgboss.job set state = 'failed' where id = (select queue_id from lost)`,
    );
  await lose(3);
  const { jobs: next } = await another({ 'test.work': async () => undefined }, 1);
  assert.equal((await reach(next, task, 'succeeded')).attempt, 4);
  await lose(12);
  const { jobs: last } = await another({ 'test.work': async () => undefined }, 1);
  assert.equal((await reach(last, task, 'failed')).error?.code, 'core:task.worker-lost');
});
