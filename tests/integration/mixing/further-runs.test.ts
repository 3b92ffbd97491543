import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { certificateSchema } from '#plugins/mixing/certificate.ts';

import type { MixClient, MixOutput } from './mix-client.ts';
import { startRunKit, type RunKit } from './run-kit.ts';
import { drawHalfAlikeClip } from './small-clips.ts';

describe('further runs of a project', { timeout: 240_000 }, () => {
  let kit: RunKit;
  let client: MixClient;

  before(async () => {
    kit = await startRunKit();
    ({ client } = await kit.signIn());
    await kit.startWorker();
  });
  after(() => kit.end());

  const certificate = async (runId: string) =>
    certificateSchema.parse(await client.call('GET', `/api/mixing/runs/${runId}/certificate`));
  const words = (outputs: readonly MixOutput[]) => outputs.map(({ shots }) => shots.map(({ material }) => material));

  test('make videos that differ from all earlier ones, and measure it', async () => {
    const projectId = await client.createProject(kit.groups);
    const first = await client.ended((await client.run(projectId, { count: 6 })).id);
    assert.deepEqual([first.state, first.made], ['done', 6], first.error ?? '');
    assert.equal((await certificate(first.id)).earlier, null);
    const earlier = words(await client.outputs(first.id));

    const second = await client.ended((await client.run(projectId, { count: 6 })).id);
    assert.deepEqual([second.state, second.made], ['done', 6], second.error ?? '');
    const own = await certificate(second.id);
    assert.deepEqual([own.failures.length, own.earlier?.outputs, own.earlier?.all, own.earlier?.pairs], [0, 6, 6, 36]);
    assert.equal(own.earlier?.failures, 0, 'no pair across the runs shares more than it may');
    assert.ok((own.earlier?.sharedShots ?? 3) <= 2 && own.earlier !== null && own.earlier.footage.least > 0);
    assert.match(own.earlier?.worst?.b ?? '', /Port-00\d\.mp4 \(earlier run\)/);
    const shared = words(await client.outputs(second.id)).flatMap((word) =>
      earlier.map((other) => word.filter((material) => other.includes(material)).length),
    );
    assert.ok(Math.max(...shared) <= own.plan.maxShared, 'as the plan says');
  });

  test('find what looks like an earlier video, and say when there is nothing else left', async () => {
    const half = join(kit.folder, 'half.mp4');
    drawHalfAlikeClip(half, 1, 50, 1.2);
    const [first = '', second = ''] = kit.clips;
    const groups = [[first, half], kit.clips.slice(3, 5), kit.clips.slice(6, 8)];
    assert.ok(second);
    const projectId = await client.createProject(groups);
    const all = await client.ended((await client.run(projectId, { count: 8 })).id);
    assert.deepEqual([all.state, all.made], ['done', 4], all.error ?? '');
    const more = await client.ended((await client.run(projectId, { count: 2 })).id);
    assert.deepEqual([more.state, more.made], ['failed', 0]);
    assert.match(more.error ?? '', /no further video|make only 0 more/);
    const again = await client.post(more.id, 'retry', {});
    assert.equal(again.state, 'planning', 'a retry plans again');
    assert.equal((await client.ended(more.id)).state, 'failed');
  });

  test('a project that was changed in between makes videos all the same, and the certificate tells', async () => {
    const projectId = await client.createProject(kit.groups.slice(0, 2), { shotSeconds: 1 });
    await client.ended((await client.run(projectId, { count: 3 })).id);
    const path = `/api/mixing/projects/${projectId}`;
    const { revision, document } = await client.call<{ revision: number; document: object }>('GET', path);
    await client.call('PUT', path, { revision, document: { ...document, shotSeconds: 1.1 } });
    const next = await client.ended((await client.run(projectId, { count: 3 })).id);
    assert.deepEqual([next.state, next.made], ['done', 3], next.error ?? '');
    const { earlier } = await certificate(next.id);
    assert.equal(earlier?.pairs, 9);
  });
});
