import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { definePlugin } from '#core/contract/plugin.ts';
import { defineServer } from '#core/server/plugins/server-plugin.ts';

import { startTestServer } from './test-server.ts';

const manifest = definePlugin({ id: 'harbour', version: '1.0.0', title: 'core:welcome.name' });
const half = defineServer({ manifest, jobs: () => ({ 'harbour.load': async () => undefined }) });
const server = await startTestServer({ after }, { discovered: [{ manifest, calls: {}, server: half }] });
const mine = await server.signIn();
const other = await server.signIn();
const { jobs, db } = server.composed.ctx;

interface Task {
  id: string;
  state: string;
  subjectId: string | null;
  error: { code: string; message: string } | null;
}
interface Page {
  items: Task[];
  nextCursor: string | null;
  total: number;
}

async function enqueue(count: number, subjectId?: string) {
  return db.transaction((tx) =>
    jobs.enqueueMany(
      tx,
      'harbour.load',
      Array.from({ length: count }, () => ({ accountId: mine.accountId, payload: { secret: 'inner' }, subjectId })),
    ),
  );
}

test('tasks are listed newest first, page by page, filtered, with the whole count', async () => {
  const tasks = await enqueue(5, 'run-1');
  await enqueue(1, 'run-2');
  await jobs.cancel(mine.accountId, tasks[0]?.id ?? '');

  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query: string = `subjectId=run-1&limit=2${cursor === null ? '' : `&cursor=${cursor}`}`;
    const page = (await server.call('GET', `/api/tasks?${query}`, { token: mine.token })).envelope.data as Page;
    assert.equal(page.total, 5);
    assert.ok(page.items.length <= 2);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  assert.deepEqual(seen, tasks.map(({ id }) => id).toReversed());

  const list = async (query: string) =>
    (await server.call('GET', `/api/tasks?${query}`, { token: mine.token })).envelope.data as Page;
  assert.equal((await list('states=cancelled')).total, 1);
  assert.equal((await list('states=queued,cancelled&subjectId=run-1')).total, 5);
  assert.equal((await list('')).total, 6);
  assert.ok(!JSON.stringify(await list('')).includes('inner'));
});

test('a task is read, cancelled and run again', async () => {
  const [task] = await enqueue(1);
  const path = `/api/tasks/${task?.id}`;
  const read = (await server.call('GET', path, { token: mine.token })).envelope.data as Task;
  assert.equal(read.state, 'queued');
  assert.equal(
    ((await server.call('POST', `${path}/cancel`, { token: mine.token })).envelope.data as Task).state,
    'cancelled',
  );
  assert.equal(
    ((await server.call('POST', `${path}/retry`, { token: mine.token })).envelope.data as Task).state,
    'queued',
  );
  assert.equal((await server.call('POST', `${path}/retry`, { token: mine.token })).status, 409);
});

test('a failed task tells its error in the caller’s language', async () => {
  const [task] = await enqueue(1);
  await db.pool.query(`update core_tasks set state = 'failed', error = $2 where id = $1`, [
    task?.id,
    JSON.stringify({ code: 'core:file-empty', params: { name: 'a.mp4' } }),
  ]);
  const read = async (language: string) =>
    (
      (
        await server.call('GET', `/api/tasks/${task?.id}`, {
          token: mine.token,
          headers: { 'accept-language': language },
        })
      ).envelope.data as Task
    ).error;
  assert.match((await read('en'))?.message ?? '', /“a\.mp4” is empty/);
  assert.match((await read('zh'))?.message ?? '', /“a\.mp4” 是空文件/);
});

const CALLS = [
  ['GET', ''],
  ['POST', '/cancel'],
  ['POST', '/retry'],
] as const;

test('every call is 401 without a token', async () => {
  const [task] = await enqueue(1);
  assert.equal((await server.call('GET', '/api/tasks')).status, 401);
  for (const [method, path] of CALLS)
    assert.equal((await server.call(method, `/api/tasks/${task?.id}${path}`)).status, 401);
});

test('another account’s task is as absent as one that never was', async () => {
  const [task] = await enqueue(1);
  for (const id of [task?.id, '01930000-0000-7000-8000-000000000000']) {
    for (const [method, path] of CALLS) {
      assert.equal(
        (await server.call(method, `/api/tasks/${id}${path}`, { token: other.token })).status,
        404,
        `${method} ${path}`,
      );
    }
  }
  assert.equal((await jobs.get(mine.accountId, task?.id ?? '')).state, 'queued');
  assert.deepEqual((await server.call('GET', '/api/tasks', { token: other.token })).envelope.data, {
    items: [],
    nextCursor: null,
    total: 0,
  });
});

test('each bad field is 422', async () => {
  for (const [query, field] of [
    ['limit=0', 'query.limit'],
    ['limit=201', 'query.limit'],
    ['limit=x', 'query.limit'],
    ['states=asleep', 'query.states.0'],
    [`subjectId=${'x'.repeat(101)}`, 'query.subjectId'],
    [`cursor=${'x'.repeat(201)}`, 'query.cursor'],
  ]) {
    const answer = await server.call('GET', `/api/tasks?${query}`, { token: mine.token });
    assert.deepEqual([answer.status, answer.failure.fields?.[0]?.field], [422, field], query);
  }
  assert.equal(
    (await server.call('GET', '/api/tasks?cursor=x', { token: mine.token })).failure.error,
    'core:http.cursor',
  );
});

test('an id that is none is the id of nothing: 404, in words', async () => {
  for (const [method, path] of CALLS) {
    for (const [language, words] of [
      ['en', /was not found/],
      ['zh', /找不到/],
    ] as const) {
      const headers = { 'accept-language': language };
      const answer = await server.call(method, `/api/tasks/x${path}`, { token: mine.token, headers });
      assert.deepEqual([answer.status, answer.failure.error], [404, 'core:http.missing']);
      assert.match(answer.envelope.message, words);
    }
  }
});
