import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createThreadPool, ThreadTimeout } from '#plugins/mixing/server/threads/thread-pool.ts';

const program = new URL('../../../fixtures/threads/odd-jobs.ts', import.meta.url);
const options = { limit: 30_000, key: '' };

test('tasks are answered, and what they refuse comes as it is', async () => {
  const pool = createThreadPool({ size: 2, program });
  assert.deepEqual(await Promise.all(['a', 'b', 'c', 'd'].map((task) => pool.run(task, options))), [
    'a',
    'b',
    'c',
    'd',
  ]);
  await assert.rejects(pool.run('refuse', options), {
    ...{ name: 'ExpectedError', code: 'mixing:group-missing', params: { group: 1 }, kind: 'invalid' },
  });
  await assert.rejects(pool.run('break', options), /it broke/);
});

test('a task beyond its limit is ended, and those that wait go on in another thread', async () => {
  const pool = createThreadPool({ size: 1, program });
  const first = await pool.run('who', options);
  const [hung, next] = await Promise.allSettled([
    pool.run('hang', { ...options, limit: 200 }),
    pool.run('who', options),
  ]);
  assert.ok(hung.status === 'rejected' && hung.reason instanceof ThreadTimeout);
  assert.ok(next.status === 'fulfilled' && next.value !== first);
});

test('the limit counts while a task waits', async () => {
  const pool = createThreadPool({ size: 1, program });
  const hung = pool.run('hang', { ...options, limit: 600 });
  await assert.rejects(pool.run('who', { ...options, limit: 100 }), ThreadTimeout);
  await assert.rejects(hung, ThreadTimeout);
});

test('a thread that dies or takes too much memory fails its task only', async () => {
  const pool = createThreadPool({ size: 1, program, memory: 64 });
  await assert.rejects(pool.run('exit', options), /ended before/);
  await assert.rejects(pool.run('fill', options));
  assert.equal(await pool.run('a', options), 'a');
});

test('tasks of one key meet in one thread when it is free', async () => {
  const pool = createThreadPool({ size: 2, program });
  const [one, two] = await Promise.all([
    pool.run('who', { ...options, key: 'one' }),
    pool.run('who', { ...options, key: 'two' }),
  ]);
  assert.notEqual(one, two);
  for (let round = 0; round < 3; round++) {
    assert.equal(await pool.run('who', { ...options, key: 'two' }), two);
    assert.equal(await pool.run('who', { ...options, key: 'one' }), one);
  }
});

test('what still waits can be taken back', async () => {
  const pool = createThreadPool({ size: 1, program });
  const hung = pool.run('hang', { ...options, limit: 300 });
  const abort = new AbortController();
  const waiting = pool.run('who', { ...options, signal: abort.signal });
  abort.abort(new Error('hung up'));
  await assert.rejects(waiting, /hung up/);
  await assert.rejects(pool.run('who', { ...options, signal: abort.signal }), /hung up/);
  await assert.rejects(hung, ThreadTimeout);
});

test('a thread that nobody asks ends, and another comes when somebody does', async () => {
  const pool = createThreadPool({ size: 1, program, idle: 1 });
  const first = await pool.run('who', options);
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.notEqual(await pool.run('who', options), first);
});
