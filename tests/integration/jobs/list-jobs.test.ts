import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';

import { definePlugin } from '#core/contract/plugin.ts';
import type { Job } from '#core/contract/task-calls.ts';
import { coreTasks } from '#core/server/services/jobs/tables.ts';
import { defineServer } from '#core/server/plugins/server-plugin.ts';
import { startTestServer } from '#tests/integration/http/test-server.ts';

const manifest = definePlugin({ id: 'harbour', version: '1.0.0', title: 'core:welcome.name' });
const half = defineServer({
  manifest,
  jobs: () => ({ 'harbour.load': async () => undefined, 'harbour.sail': async () => undefined }),
});
const server = await startTestServer({ after }, { discovered: [{ manifest, calls: {}, server: half }] });
const { db, jobs } = server.composed.ctx;
const mine = await server.signIn();
const other = await server.signIn();

beforeEach(async () => {
  await db.orm.delete(coreTasks);
});

interface Listed {
  items: Job[];
  total: number;
}

async function list(query = '', token = mine.token, language = 'en'): Promise<Listed> {
  const headers = { 'accept-language': language };
  return (await server.call('GET', `/api/jobs${query}`, { token, headers })).envelope.data as Listed;
}

async function enqueue(count: number, subjectId?: string, job = 'harbour.load', accountId = mine.accountId) {
  const one = { accountId, payload: {}, subjectId };
  return await db.transaction((tx) =>
    jobs.enqueueMany(
      tx,
      job,
      Array.from({ length: count }, () => one),
    ),
  );
}

async function set(task: { id: string } | undefined, values: Record<string, unknown>): Promise<void> {
  const names = Object.keys(values);
  const columns = names.map((name, index) => `${name} = $${index + 2}`).join(', ');
  await db.pool.query(`update core_tasks set ${columns} where id = $1`, [task?.id, ...Object.values(values)]);
}

test('jobs are 401 without a token', async () => {
  assert.equal((await server.call('GET', '/api/jobs')).status, 401);
});

test('each bad field is 422', async () => {
  for (const query of ['limit=0', 'limit=201', 'limit=x']) {
    const answer = await server.call('GET', `/api/jobs?${query}`, { token: mine.token });
    assert.deepEqual([answer.status, answer.failure.fields?.[0]?.field], [422, 'query.limit'], query);
  }
});

test('an account without work has none', async () => {
  assert.deepEqual(await list(), { items: [], total: 0 });
});

test('tasks of one subject are one job, with what has ended and what runs', async () => {
  const tasks = await enqueue(4, 'run-1');
  await set(tasks[0], { state: 'succeeded', progress: 1 });
  await set(tasks[1], { state: 'running', progress: 0.5, seconds_left: 8 });
  const { items, total } = await list();
  assert.equal(total, 1);
  const [job] = items;
  assert.deepEqual(
    { ...job, secondsLeft: null, startedAt: '', updatedAt: '' },
    {
      ...{ id: 'run-1', subjectId: 'run-1', job: 'harbour.load', state: 'running', total: 4, ended: 1 },
      ...{ running: [{ id: tasks[1]?.id, progress: 0.5 }], secondsLeft: null, error: null },
      ...{ startedAt: '', updatedAt: '' },
    },
  );
  assert.equal(job?.secondsLeft, null, 'too early to tell');
  await db.pool.query(`update core_tasks set created_at = now() - interval '30 seconds'`);
  const left = (await list()).items[0]?.secondsLeft ?? 0;
  assert.ok(left > 45 && left < 60, `three eighths took 30 seconds, five eighths take ${left}`);
});

test('a task on its own is a job with its own time left', async () => {
  const [task] = await enqueue(1);
  assert.deepEqual((await list()).items[0]?.state, 'queued');
  await set(task, { state: 'running', progress: 0.25, seconds_left: 30 });
  const [job] = (await list()).items;
  assert.deepEqual([job?.id, job?.subjectId, job?.secondsLeft, job?.total], [task?.id, null, 30, 1]);
});

test('work that goes through stages shows the one that it is in', async () => {
  const [planned] = await enqueue(1, 'run-1', 'harbour.load');
  await set(planned, { state: 'succeeded', progress: 1 });
  await enqueue(3, 'run-1', 'harbour.sail');
  const [job] = (await list()).items;
  assert.deepEqual([job?.job, job?.total, job?.ended, job?.state], ['harbour.sail', 3, 0, 'queued']);
});

test('what has ended well or was cancelled is not listed', async () => {
  const [done, cancelled] = await enqueue(2);
  await set(done, { state: 'succeeded' });
  await jobs.cancel(mine.accountId, cancelled?.id ?? '');
  assert.deepEqual(await list(), { items: [], total: 0 });
});

test('a failure of today is listed between what runs and what waits, and says why in the caller’s language', async () => {
  const [failed, running] = await enqueue(2);
  await set(running, { state: 'running' });
  await set(failed, { state: 'failed', error: JSON.stringify({ code: 'core:file-empty', params: { name: 'a.mp4' } }) });
  await enqueue(1, 'run-1');
  const { items, total } = await list();
  assert.deepEqual([total, items.map(({ state }) => state)], [3, ['running', 'failed', 'queued']]);
  assert.equal(items[1]?.error?.taskId, failed?.id);
  assert.match(items[1]?.error?.message ?? '', /“a\.mp4” is empty/);
  assert.match((await list('', mine.token, 'zh')).items[1]?.error?.message ?? '', /“a\.mp4” 是空文件/);
});

test('a failure is forgotten after a day, and whenever the task runs again', async () => {
  const [old, again] = await enqueue(2);
  await set(old, { state: 'failed', updated_at: new Date(Date.now() - 25 * 60 * 60 * 1000) });
  await set(again, { state: 'failed' });
  assert.deepEqual(
    (await list()).items.map(({ id }) => id),
    [again?.id],
  );
  await jobs.retry(mine.accountId, again?.id ?? '');
  assert.deepEqual(
    (await list()).items.map(({ state }) => state),
    ['queued'],
  );
});

test('one failed task of a subject does not hide that the others go on', async () => {
  const tasks = await enqueue(3, 'run-1');
  await set(tasks[0], { state: 'failed' });
  const [job] = (await list()).items;
  assert.deepEqual([job?.state, job?.ended, job?.error], ['running', 1, null]);
});

test('of a thousand jobs as many as were asked for are listed, the newest first, with the whole count', async () => {
  const tasks = await enqueue(1000);
  const { items, total } = await list('?limit=5');
  assert.equal(total, 1000);
  assert.deepEqual(
    items.map(({ id }) => id),
    tasks
      .map(({ id }) => id)
      .toSorted()
      .slice(-5)
      .toReversed(),
  );
});

test('another account’s jobs are not listed, not even under the same subject', async () => {
  await enqueue(2, 'run-1');
  await enqueue(1, 'run-1', 'harbour.load', other.accountId);
  assert.equal((await list()).items[0]?.total, 2);
  assert.equal((await list('', other.token)).items[0]?.total, 1);
});
