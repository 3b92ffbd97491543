import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { certificateSchema } from '#plugins/mixing/certificate.ts';

import { mixClient } from './mix-client.ts';
import { projectOf, startMixSite } from './mix-site.ts';
import { drawHalfAlikeClip, drawSmallClips } from './small-clips.ts';

describe('a video that is shown as finished', { timeout: 240_000 }, async () => {
  const site = await startMixSite({ after });
  const { server, folder } = site;
  const clips = drawSmallClips(folder, 1, 4);
  await site.work();

  /** A project of two groups, in the first of which two clips begin alike; planning takes them for different ones. */
  async function mistakenProject() {
    const { token, accountId } = await server.signIn({ level: 'level1' });
    const client = mixClient(server.address, token);
    const [first = '', third = '', fourth = '', stranger = ''] = clips;
    const like = `${folder}/like.mp4`;
    // One that no other test uses: what is wrongly known of it here, the process remembers.
    drawHalfAlikeClip(like, 1, 61, 1.2);
    const ids: string[] = [];
    for (const clip of [first, like, third, fourth, stranger]) ids.push(await site.adopt(accountId, clip));
    await site.allPrepared(accountId);
    const { pool } = server.composed.ctx.db;
    // What is known of one clip is a stranger's, so that planning takes it for something else.
    const changed = await pool.query(
      `update materials_footage set footage = other.footage from materials_footage other
       where materials_footage.item_id = $1 and other.item_id = $2`,
      [ids[1], ids[4]],
    );
    assert.equal(changed.rowCount, 1);
    const document = projectOf([ids.slice(0, 2), ids.slice(2, 4)]);
    const { id: projectId } = await client.call<{ id: string }>('POST', '/api/mixing/projects', document);
    return { client, projectId };
  }

  test('stays, also where clips turn out to show the same only once they are rendered', async () => {
    const { client, projectId } = await mistakenProject();
    const run = await client.run(projectId, { count: 2, share: 0 });

    const seen = new Map<string, string | null>();
    // Often enough for whatever a page could show in between, and leaving the processor to the run.
    for (; ; await sleep(50)) {
      const outputs = await client.outputs(run.id);
      const made = new Map(outputs.filter(({ state }) => state === 'made').map(({ id, fileId }) => [id, fileId]));
      for (const [id, file] of seen) assert.equal(made.get(id), file, 'a finished video stays that video');
      for (const [id, file] of made) seen.set(id, file);
      const { state, error } = await client.read(run.id);
      if (['done', 'failed'].includes(state)) {
        assert.equal(state, 'done', error ?? '');
        break;
      }
    }
    const certificate = certificateSchema.parse(await client.call('GET', `/api/mixing/runs/${run.id}/certificate`));
    assert.deepEqual(certificate.failures, []);
    assert.equal(certificate.outputs.length, 1);
    const outputs = await client.outputs(run.id);
    const [made] = outputs.filter(({ state }) => state === 'made');
    const replaced = outputs.filter(({ state }) => state === 'replaced');
    assert.deepEqual(
      replaced.map(({ fileId, facts }) => [fileId, facts?.like]),
      [[null, made?.name]],
      'it was compared before anybody saw it, and says with which',
    );
    assert.deepEqual(
      certificate.replaced.map(({ by, like, shots }) => [by, like, shots.length]),
      [[null, made?.name, 2]],
    );
  });

  test('of an earlier run is compared with while others render, not at the end', async () => {
    const { client, projectId } = await mistakenProject();
    const first = await client.ended((await client.run(projectId, { count: 1, share: 0 })).id);
    assert.deepEqual([first.state, first.made], ['done', 1], first.error ?? '');
    const [earlier] = await client.outputs(first.id);
    const second = await client.ended((await client.run(projectId, { count: 1, share: 0 })).id);
    const outputs = await client.outputs(second.id);
    assert.deepEqual(
      outputs.map(({ state, fileId, facts }) => [state, fileId, facts?.like]),
      [['replaced', null, earlier?.name]],
      'nobody saw it as finished',
    );
    assert.equal(second.state, 'failed');
    assert.match(second.error ?? '', /no further video/);
  });
});
