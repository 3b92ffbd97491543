import assert from 'node:assert/strict';
import { before, test, type TestContext } from 'node:test';

import { createProgramPool, ProgramLate, type ProgramPool } from '#core/server/services/media/programs/program-pool.ts';
import { ProgramLost } from '#core/server/services/media/programs/start-program.ts';
import type { MediaTools } from '#core/server/services/media/runner.ts';
import { isAlive, realRunner, temporaryFolder } from '#tests/integration/media/media-kit.ts';
import { until } from '#tests/until.ts';

let folder: string;
let tools: MediaTools;
before(async () => {
  folder = await temporaryFolder();
  ({ tools } = await realRunner(folder));
});

function openPool(t: TestContext, options: { size?: number; idleSeconds?: number; megabytes?: number } = {}) {
  const pool = createProgramPool({
    ...{ tools, folder, size: 1, megabytes: 200, ...options },
    program: new URL('../../../fixtures/media/do-anything.ts', import.meta.url),
  });
  t.after(() => pool.end());
  return pool;
}
const run = async (pool: ProgramPool, task: object, options: { seconds?: number; signal?: AbortSignal } = {}) =>
  (await pool.run(task, { seconds: 30, ...options })) as { pid: number; secret: string | null };

test('no process is there before the first task, one does task after task, and ends when it has nothing to do', async (t) => {
  const pool = openPool(t, { idleSeconds: 0.3 });
  assert.equal(pool.running, 0);
  const [first, second] = [await run(pool, { what: 'nothing' }), await run(pool, { what: 'nothing' })];
  assert.equal(first.pid, second.pid);
  assert.notEqual(first.pid, process.pid);
  await until(async () => !(await isAlive(first.pid)));
  assert.equal(pool.running, 0);
});

test('as many tasks are done at once as it may have processes', async (t) => {
  const pool = openPool(t, { size: 2 });
  const done = await Promise.all([1, 2, 3].map(() => run(pool, { what: 'wait', amount: 300 })));
  assert.equal(new Set(done.map(({ pid }) => pid)).size, 2);
});

test('a process that crashes fails its task alone, and the next task gets another one', async (t) => {
  const pool = openPool(t);
  const { pid } = await run(pool, { what: 'nothing' });
  await assert.rejects(run(pool, { what: 'crash' }), ProgramLost);
  assert.notEqual((await run(pool, { what: 'nothing' })).pid, pid);
});

test('what a task throws reaches who has asked, and the process goes on', async (t) => {
  const pool = openPool(t);
  const { pid } = await run(pool, { what: 'nothing' });
  await assert.rejects(run(pool, { what: 'throw' }), /it went wrong/);
  await assert.rejects(run(pool, { what: 'throw-at-once' }), /it went wrong at once/);
  await assert.rejects(run(pool, { what: 'refuse' }), { code: 'core:provider.not-a-picture', kind: 'invalid' });
  assert.equal((await run(pool, { what: 'nothing' })).pid, pid);
});

test('a cancelled task ends with its process, before the call fails', async (t) => {
  const pool = openPool(t);
  const { pid } = await run(pool, { what: 'nothing' });
  const cancel = new AbortController();
  const waiting = run(pool, { what: 'wait', amount: 60_000 }, { signal: cancel.signal });
  setTimeout(() => cancel.abort(), 100);
  await assert.rejects(waiting, { name: 'AbortError' });
  assert.equal(await isAlive(pid), false);
});

test('a task that takes too long ends with its process', async (t) => {
  const pool = openPool(t);
  const { pid } = await run(pool, { what: 'nothing' });
  await assert.rejects(run(pool, { what: 'wait', amount: 60_000 }, { seconds: 0.3 }), ProgramLate);
  assert.equal(await isAlive(pid), false);
});

test('a process gets no more memory than it may have', async (t) => {
  const pool = openPool(t);
  await assert.rejects(run(pool, { what: 'eat', amount: 2_000 }), ProgramLost);
});

test('a process that has come to take more than it should is replaced after its task', async (t) => {
  const pool = openPool(t, { megabytes: 120 });
  const { pid } = await run(pool, { what: 'eat', amount: 150 });
  await until(async () => !(await isAlive(pid)));
  assert.notEqual((await run(pool, { what: 'nothing' })).pid, pid);
});

test('a process knows none of our secrets', async (t) => {
  const before = process.env['REELPORT_SECRET_KEY'];
  process.env['REELPORT_SECRET_KEY'] = 'secret';
  t.after(() => {
    if (before === undefined) delete process.env['REELPORT_SECRET_KEY'];
    else process.env['REELPORT_SECRET_KEY'] = before;
  });
  assert.equal((await run(openPool(t), { what: 'nothing' })).secret, null);
});
