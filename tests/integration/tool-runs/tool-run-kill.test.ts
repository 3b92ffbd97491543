import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { until } from '#tests/until.ts';

import { isOver, startPress } from './press-kit.ts';

const program = fileURLToPath(new URL('../../fixtures/tool-runs/worker-process.ts', import.meta.url));

test('kill -9 of a worker: what it made stays, the rest is made once by the next one', async (t) => {
  const { env, ctx, accountId, start, reach, items, material, have, haveNot, begun } = await startPress(t, {
    worker: false,
  });
  async function startWorker() {
    const child = fork(program, [], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, ...env },
    });
    t.after(() => void child.kill('SIGKILL'));
    let isReady = false;
    child.once('message', () => (isReady = true));
    await until(() => isReady, 'the worker is there');
    return child;
  }
  const first = await startWorker();
  have('hold-1');
  const { id } = await start([await material()], { copies: 3 });
  await until(() => begun().includes(1), 'the second item is begun');
  const [before] = await items(id);
  assert.equal(before?.state, 'made');
  first.kill('SIGKILL');
  haveNot('hold-1');
  await startWorker();

  const run = await reach(id, isOver);
  assert.deepEqual([run.state, run.made, run.failed], ['done', 3, 0]);
  assert.deepEqual(begun().toSorted(), [0, 1, 1, 2], 'only what was under way is begun again');
  const made = await items(id);
  assert.equal(made[0]?.files[0]?.id, before?.files[0]?.id);
  const { rows } = await ctx.db.pool.query(`select id from core_files where account_id = $1 and type = 'text/plain'`, [
    accountId,
  ]);
  assert.deepEqual(
    rows.map((row: { id: string }) => row.id).toSorted(),
    made.map(({ files }) => files[0]?.id).toSorted(),
  );
  assert.equal((await ctx.db.pool.query('select 1 from core_file_holds')).rowCount, 0);
});
