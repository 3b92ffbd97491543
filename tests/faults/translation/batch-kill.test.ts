import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { startBatchKit } from '#tests/integration/translation/batch-kit.ts';

const scope = lastFirst({ after });

test('a batch whose workers are killed goes on where it was: nothing is begun, asked for or put away twice', async () => {
  const kit = await startBatchKit(scope, { worker: 'own' });
  const videos = [await kit.video('first.mp4'), await kit.video('second.mp4')];
  await kit.connect({ atOnce: 2, patience: 60 });
  for (const [at, video] of videos.entries()) await kit.textOf(video, `第${at + 1}个视频的话`);
  let worker = kit.kit.startWorker();
  await kit.ready(...videos);
  const id = await kit.start({ videos, languages: ['en-US', 'de-DE', 'zh-CN'], accept: true });
  const kill = async (): Promise<void> => {
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    worker = kit.kit.startWorker();
  };
  // Once while languages are translated, and once more while videos are written.
  await kit.reach(id, ({ counts }) => counts.working > 0);
  await kill();
  await kit.reach(id, ({ counts }) => counts.done >= 1);
  await kill();
  const done = await kit.reach(id, ({ state }) => state === 'done', 120);
  assert.deepEqual([done.counts.done, done.causes], [6, []], JSON.stringify(done));

  const { pool } = kit.kit.ctx.db;
  const countOf = async (query: string) => (await pool.query<{ count: number }>(query)).rows[0]?.count;
  assert.equal(await countOf('select count(*)::int from translation_projects'), 2);
  assert.equal(await countOf(`select count(*)::int from core_tool_runs where tool = 'translation.export'`), 6);
  const { items } = await kit.items(id);
  assert.equal(new Set(items.map(({ madeId }) => madeId)).size, 6, 'each is in the library once');
  const asked = kit.service.requests.flatMap(({ system, lines }) => lines.map(({ text }) => `${system} ${text}`));
  // A request that was under way when its worker died is asked again; an answer that was kept is not.
  const kept = await countOf('select count(*)::int from translation_answers');
  assert.equal(kept, 4);
  assert.ok(asked.length <= 8, `${asked.length} lines were asked for`);
});
