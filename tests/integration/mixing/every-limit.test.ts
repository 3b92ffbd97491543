import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import type { z } from 'zod';

import type { measureMixProject, MixPreview } from '#plugins/mixing/calls.ts';
import { certificateSchema } from '#plugins/mixing/certificate.ts';

import { mixClient } from './mix-client.ts';
import { projectOf, startMixSite } from './mix-site.ts';
import { drawHalfAlikeClip, drawSmallClip, drawSmallClips } from './small-clips.ts';

type Measurement = z.output<(typeof measureMixProject)['data']>;

describe('what the editor says of each limit', { timeout: 240_000 }, async () => {
  const site = await startMixSite({ after });
  const { server, folder } = site;
  await site.work();

  /** Three groups; some clips are half of one and half of another, within a group and across two. */
  async function awkwardProject() {
    const { token, accountId } = await server.signIn({ level: 'level1' });
    const client = mixClient(server.address, token);
    const [a = '', b = '', c = '', d = '', e = '', f = '', g = ''] = drawSmallClips(folder, 1, 7);
    const [inGroup, across, again] = ['in-group', 'across', 'again'].map((name) => join(folder, `${name}.mp4`));
    drawHalfAlikeClip(inGroup ?? '', 1, 50, 1.2);
    drawHalfAlikeClip(across ?? '', 2, 60, 1.2);
    // The second shot of the long one is a clip of another group.
    drawSmallClip(again ?? '', 7, 2.4);
    const paths = [
      [a, b, inGroup ?? ''],
      [c, d, across ?? ''],
      [e, f, g, again ?? ''],
    ];
    const groups: string[][] = [];
    for (const own of paths) groups.push(await Promise.all(own.map((path) => site.adopt(accountId, path))));
    await site.allPrepared(accountId);
    const document = projectOf(groups);
    const measure = (share?: number) =>
      client.call<Measurement>('POST', '/api/mixing/measurements', { document, count: 50, share });
    let measured = await measure();
    for (; measured.provisional; measured = await measure()) await sleep(100);
    return { client, document, measured };
  }

  test('is as many as are planned by it, and what a run makes, with nothing swapped', async () => {
    const { client, document, measured } = await awkwardProject();
    assert.ok(measured.alike.length >= 3, 'clips that show the same are told');
    assert.deepEqual(
      measured.rows.map(({ share }) => share),
      [0, 1, 2],
    );
    for (const { share, reachable } of measured.rows) {
      const preview = { document, share, count: Math.min(200, reachable + 5) };
      const { total } = await client.call<MixPreview>('POST', '/api/mixing/previews', preview);
      assert.equal(total, reachable, `${share} of 3`);
    }
    for (const { share, reachable } of measured.rows.slice(0, 2)) {
      // Each from a project of its own: what a project made before counts.
      const { id } = await client.call<{ id: string }>('POST', '/api/mixing/projects', document);
      const run = await client.ended((await client.run(id, { count: reachable + 5, share })).id);
      assert.deepEqual([run.state, run.made, run.planned], ['done', reachable, reachable], run.error ?? '');
      assert.ok(run.further !== null && run.further.share > share, 'what a looser limit yields is told');
      const outputs = await client.outputs(run.id);
      assert.deepEqual(new Set(outputs.map(({ state }) => state)), new Set(['made']), 'nothing was swapped');
      const certificate = certificateSchema.parse(await client.call('GET', `/api/mixing/runs/${run.id}/certificate`));
      assert.deepEqual([certificate.failures, certificate.replaced], [[], []]);
      assert.ok(certificate.plan.maxShared <= share);
    }
    const { id } = await client.call<{ id: string }>('POST', '/api/mixing/projects', document);
    const free = await client.ended((await client.run(id, { count: 3 })).id);
    assert.deepEqual([free.made, free.share, free.further], [3, null, null], 'without a limit as few as possible');
  });
});
