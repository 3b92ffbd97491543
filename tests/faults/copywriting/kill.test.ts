import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

import type { ToolRun } from '#core/contract/tool-run-calls.ts';
import type { ListedText } from '#plugins/copywriting/calls.ts';
import { drawTexts } from '#tests/fixtures/eye/drawn-text.ts';
import { assertStandsKills, STRUCK_VIDEOS } from '#tests/tools/kill-workers.ts';
import { startToolKit } from '#tests/tools/tool-kit.ts';

test('kill -9 at any moment while texts are extracted: each is there once, and none hangs', async (t) => {
  const kit = await startToolKit(t, { tool: 'copywriting.extract', worker: 'own' });
  const worker = kit.startWorker();
  const videos: string[] = [];
  for (let film = 0; film <= STRUCK_VIDEOS; film++) {
    const path = join(kit.folder, `film-${film}.mp4`);
    await drawTexts(path, {
      width: 640,
      height: 360,
      seconds: 2,
      texts: [{ from: 0.3, to: 1.6, text: `第${film}款包邮` }],
    });
    videos.push(await kit.adopt(path));
  }
  const begin = async () => {
    const body = { name: 'Struck', videos, from: 'picture', language: 'zh-CN' };
    const { status, envelope } = await kit.call('POST', '/api/copywriting/runs', body);
    assert.equal(status, 200, JSON.stringify(envelope));
    return envelope.data as ToolRun;
  };
  const { run } = await assertStandsKills(t, kit, { worker, begin, latest: 1200 });
  assert.equal(run.made, videos.length);
  const { envelope } = await kit.call('GET', '/api/copywriting/texts');
  const { items } = envelope.data as { items: ListedText[] };
  assert.deepEqual(
    items.filter(({ runId }) => runId === run.id).map(({ state, cues }) => [state, cues]),
    videos.map(() => ['success', 1]),
  );
});
