import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

import type { ToolRun } from '#core/contract/tool-run-calls.ts';
import { drawOnce } from '#tests/draw-once.ts';
import { assertKept, assertStandsKills, STRUCK_VIDEOS } from '#tests/tools/kill-workers.ts';
import { startToolKit } from '#tests/tools/tool-kit.ts';

/** Three shots, with one key frame: all of a shot that does not begin there is encoded. */
const SHOTS = ['mandelbrot', 'testsrc2', 'smptehdbars'].map(
  (film, at) => `${film}=s=640x360:r=30,trim=end_frame=${50 + at},format=yuv420p[s${at}]`,
);

test('kill -9 at any moment while shots are found, cut and kept: each is in the library once', async (t) => {
  const kit = await startToolKit(t, { tool: 'segmentation.split', worker: 'own' });
  const worker = kit.startWorker();
  const ids: string[] = [];
  for (let film = 0; film < STRUCK_VIDEOS; film++) {
    const path = join(kit.folder, `film-${film}.mp4`);
    drawOnce(path, [
      ...['-filter_complex', `${SHOTS.join(';')};[s0][s1][s2]concat=n=3,hue=h=${film * 20}[v]`, '-map', '[v]'],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-g', '250', '-sc_threshold', '0'],
    ]);
    ids.push(await kit.adopt(path));
  }
  // Of every other one the shots are named, of the first and the rest they are found.
  const named = [1, 2, 3].map((to) => ({ from: to - 0.7, to }));
  const videos = ids.map((id, at) => (at % 2 === 1 ? { id, shots: named } : { id }));
  const begin = async () => {
    const { status, envelope } = await kit.call('POST', '/api/segmentation/runs', { name: 'Struck', videos });
    assert.equal(status, 200, JSON.stringify(envelope));
    return envelope.data as ToolRun;
  };
  const { run, items } = await assertStandsKills(t, kit, { worker, begin, latest: 600 });
  assert.equal(run.made, 3 * ids.length);
  const { materials } = run.facts as { materials: string[] };
  await assertKept(kit, items, materials);
  for (const id of ids) {
    const { envelope } = await kit.call('GET', `/api/materials/${id}`);
    assert.equal((envelope.data as { split: string }).split, 'done');
  }
});
