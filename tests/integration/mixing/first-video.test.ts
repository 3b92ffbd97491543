import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { nodesIn, operationsIn } from '#tests/nodes-in.ts';

import { mixClient, type MixRun } from './mix-client.ts';
import { projectOf, startMixSite } from './mix-site.ts';
import { drawSmallClips } from './small-clips.ts';

describe('a run of clips that were prepared as they came in', { timeout: 120_000 }, async () => {
  const site = await startMixSite({ after }, { sharedRenders: false });
  const { server, folder } = site;
  const clips = drawSmallClips(folder, 3, 3);
  await site.work();

  const cache = join(server.dataDir, 'cache');

  test('looks at none of them again, and finishes its first video before the last shot is made', async () => {
    const { token, accountId } = await server.signIn({ level: 'level1' });
    const client = mixClient(server.address, token);
    const ids: string[] = [];
    for (const clip of clips) ids.push(await site.adopt(accountId, clip));
    await site.allPrepared(accountId);
    const prepared = (await operationsIn(cache)).toSorted();
    const document = projectOf([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6, 9)]);
    const { id } = await client.call<{ id: string }>('POST', '/api/mixing/projects', document);
    const { id: runId } = await client.run(id, { count: 3, share: 0 });
    let shots = NaN;
    for (let run: MixRun | null = null; run?.state !== 'done'; await sleep(50)) {
      run = await client.read(runId);
      if (Number.isNaN(shots) && run.made > 0) shots = await nodesIn(cache, 'clip');
      assert.notEqual(run.state, 'failed', run.error ?? '');
    }
    assert.equal(await nodesIn(cache, 'clip'), 9, 'each video shows shots of its own');
    assert.ok(shots < 9, `${shots} shots were made when the first video was finished`);
    assert.deepEqual(
      (await operationsIn(cache)).filter((operation) => !['clip', 'mixing-still'].includes(operation)).toSorted(),
      prepared,
    );
  });
});
