import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

import { until } from '#tests/until.ts';

import { startedJobs } from './jobs-kit.ts';

interface Message {
  ready?: boolean;
  started?: string;
  ended?: string;
  attempt?: number;
  completed?: boolean;
}

const program = fileURLToPath(new URL('../../fixtures/jobs/worker-process.ts', import.meta.url));

async function startWorker(t: TestContext, connectionString: string) {
  const child = fork(program, [connectionString], { stdio: 'inherit' });
  const messages: Message[] = [];
  child.on('message', (message) => messages.push(message as Message));
  t.after(() => {
    child.kill('SIGKILL');
  });
  await until(() => messages.some(({ ready }) => ready));
  return {
    child,
    messages,
    /** Resolves when the worker has begun a task. */
    starts: (task: string) => until(() => messages.some(({ started }) => started === task)),
    runs: (task: string) => messages.some(({ started }) => started === task),
  };
}

test('jobs of a killed and of a frozen worker are done once each by the one that is left', async (t) => {
  const { db, jobs } = await startedJobs(t, { 'test.work': async () => undefined }, 0);
  await db.pool.query('create table done (task uuid, attempt int)');
  const workers = [await startWorker(t, db.connectionString), await startWorker(t, db.connectionString)];

  const accountId = randomUUID();
  const payloads = ['stubbornly', 'stubbornly', ...Array.from({ length: 10 }, () => 'no')];
  const tasks = await db.transaction((tx) =>
    jobs.enqueueMany(
      tx,
      'test.work',
      payloads.map((hang) => ({ accountId, payload: { hang } })),
    ),
  );
  const [first, second] = tasks;
  assert.ok(first && second);
  await until(() => [first, second].every(({ id }) => workers.some((worker) => worker.runs(id))));
  const killed = workers.find((worker) => worker.runs(first.id));
  const frozen = workers.find((worker) => worker.runs(second.id));
  assert.ok(killed && frozen && killed !== frozen);
  frozen.child.kill('SIGSTOP');
  killed.child.kill('SIGKILL');

  const last = await startWorker(t, db.connectionString);
  await until(async () => (await jobs.list(accountId, { states: ['succeeded'] })).length === tasks.length);
  frozen.child.kill('SIGCONT');
  await until(() => frozen.messages.some(({ ended }) => ended === second.id));
  assert.equal(frozen.messages.find(({ ended }) => ended === second.id)?.completed, false);

  const { rows } = await db.pool.query<{ task: string; attempt: number }>('select task, attempt from done');
  assert.deepEqual(rows.map(({ task }) => task).toSorted(), tasks.map(({ id }) => id).toSorted());
  const attempts = new Map(rows.map(({ task, attempt }) => [task, attempt]));
  assert.deepEqual([attempts.get(first.id), attempts.get(second.id)], [2, 2]);
  assert.ok(last.runs(first.id));
});

test('a worker that is asked to end hands its job on at once', async (t) => {
  const { db, jobs } = await startedJobs(t, { 'test.work': async () => undefined }, 0);
  await db.pool.query('create table done (task uuid, attempt int)');
  const accountId = randomUUID();
  const leaving = await startWorker(t, db.connectionString);
  const task = await db.transaction((tx) =>
    jobs.enqueue(tx, 'test.work', { accountId, payload: { hang: 'politely' }, attempts: 1 }),
  );
  await leaving.starts(task.id);
  const staying = await startWorker(t, db.connectionString);
  leaving.child.kill('SIGTERM');
  await once(leaving.child, 'exit');
  assert.equal(leaving.child.exitCode, 0);
  await until(() => staying.messages.some(({ ended, completed }) => ended === task.id && completed));
});
