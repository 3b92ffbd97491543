import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, describe, test } from 'node:test';

import { isOver, startCropKit } from '#tests/integration/crop/crop-kit.ts';
import { until } from '#tests/until.ts';

import { processesIn } from './struck-server.ts';

const UPRIGHT = {
  ...{ part: { kind: 'ratio', width: 9, height: 16, path: [] }, turn: 0, flipAcross: false, flipDown: false },
  shortSide: 720,
};

describe('cuts that are broken off while they are encoded', { timeout: 200_000 }, async () => {
  const kit = await startCropKit({ after }, { worker: 'own' });
  const { ctx, accountId, server } = kit;
  const first = kit.startWorker();
  const clips = [
    await kit.clip('one.mp4', '1280x720', { seconds: 8 }),
    await kit.clip('two.mp4', '1280x722', { seconds: 8 }),
  ];

  /** Waits until a run's encoding is well under way. */
  const encodes = (id: string) =>
    until(async () => (await kit.items(id)).working.some(({ progress }) => progress > 0.1), 'a cut is being encoded');
  const encoders = () => processesIn(server.dataDir).filter(({ command }) => command.includes('libx264'));
  const videos = async () =>
    (
      await ctx.db.pool.query<{ id: string }>(
        `select id from core_files where account_id = $1 and type = 'video/mp4' and counted`,
        [accountId],
      )
    ).rows.map(({ id }) => id);

  test('a cancelled run stops its encoder at once, keeps nothing of it, and can be made anew', async () => {
    const before = await videos();
    const { id } = await kit.start(clips.slice(0, 1), { reframe: UPRIGHT });
    await encodes(id);
    assert.ok(encoders().length > 0, 'it is encoded by a process');
    await kit.call('POST', `/api/tool-runs/${id}/cancel`);
    const asked = Date.now();
    await until(() => encoders().length === 0, 'the encoder is gone', 10);
    assert.ok(Date.now() - asked < 5000);
    const { state, made } = await kit.reach(id, isOver);
    assert.deepEqual([state, made], ['cancelled', 0]);
    assert.deepEqual(await videos(), before);
    assert.equal((await ctx.db.pool.query('select 1 from core_file_holds')).rowCount, 0, 'its clip is let go');
  });

  test('kill -9 of the worker: the next one makes every cut, each once and whole', async () => {
    const before = await videos();
    const { id } = await kit.start(clips, { window: { from: 1, to: 7 }, reframe: UPRIGHT });
    await encodes(id);
    first.kill('SIGKILL');
    await once(first, 'exit');
    kit.startWorker();
    const { state, made, failed } = await kit.reach(id, isOver);
    assert.deepEqual([state, made, failed], ['done', 2, 0]);
    const { items } = await kit.items(id);
    for (const item of items) assert.equal(await kit.look(item), '720,1280,180');
    const added = (await videos()).filter((file) => !before.includes(file));
    assert.deepEqual(
      added.toSorted(),
      items.map(({ files }) => files[0]?.id ?? '').toSorted(),
      'no file that no cut names',
    );
    assert.equal((await ctx.db.pool.query('select 1 from core_file_holds')).rowCount, 0);
  });
});
