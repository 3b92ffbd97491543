import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { MixProjectInput } from '#plugins/mixing/project.ts';
import { materialReady } from '#plugins/materials/server/api.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';
import { until } from '#tests/until.ts';

import type { MixClient } from './mix-client.ts';
import { startRunKit, type RunKit } from './run-kit.ts';
import { QUICK } from './video-formats.ts';

interface Material {
  id: string;
  name: string;
  mixCount: number;
  mixedAt: string | null;
}

describe('a run and the library that its clips come from', { timeout: 240_000 }, () => {
  let kit: RunKit;
  let client: MixClient;
  let accountId: string;
  let clips: string[][];

  before(async () => {
    kit = await startRunKit();
    ({ client, accountId } = await kit.signIn());
    clips = [];
    for (const [group, paths] of kit.groups.entries()) {
      const ids: string[] = [];
      for (const [place, path] of paths.entries()) ids.push(await addClip(path, `${group + 1}-${place + 1}.mp4`));
      clips.push(ids);
    }
    await kit.startWorker();
  });
  after(() => kit.end());

  async function addClip(path: string, name: string): Promise<string> {
    const { ctx } = kit.server.composed;
    const id = await client.upload(path);
    return ctx.db.transaction((tx) => libraryOf(ctx).adopt(tx, accountId, { id, name }, { kind: 'video' }));
  }

  async function createProject(groups: readonly (readonly string[])[], settings: Partial<MixProjectInput> = {}) {
    const document: MixProjectInput = {
      ...{ name: 'Port', ...QUICK, shotSeconds: 1 },
      groups: groups.map((materials, index) => ({
        ...{ id: String(index + 1), name: `Group ${index + 1}` },
        materials: materials.map((material) => ({ material })),
      })),
      ...settings,
    };
    return (await client.call<{ id: string }>('POST', '/api/mixing/projects', document)).id;
  }

  const trash = (...ids: string[]) => client.call('POST', '/api/material-removals', { ids });
  const restore = (...ids: string[]) => client.call('POST', '/api/material-restorals', { ids });
  const purge = (...ids: string[]) => client.call('POST', '/api/material-purges', { ids });
  const material = (id: string) => client.call<Material>('GET', `/api/materials/${id}`);
  const read = (id: string) => client.read(id);
  const uses = async () => Promise.all(clips.flat().map(async (id) => (await material(id)).mixCount));

  test('a clip knows how many videos were made with it, each counted once', async () => {
    const before = await uses();
    assert.deepEqual(before, Array(9).fill(0));
    const run = await client.ended((await client.run(await createProject(clips), { count: 6 })).id);
    assert.deepEqual([run.state, run.made], ['done', 6], run.error ?? '');
    const outputs = await client.outputs(run.id);
    const wanted = clips
      .flat()
      .map((id) => outputs.filter(({ shots }) => shots.some((shot) => shot.material === id)).length);
    assert.deepEqual(await uses(), wanted);
    assert.equal((await material(clips[0]?.[0] ?? '')).mixedAt === null, false);
  });

  test('a clip in the trash is refused by its name, and the others go on', async () => {
    const [gone = ''] = clips[1] ?? [];
    await trash(gone);
    const { id } = await client.run(await createProject(clips), { count: 4 });
    await restore(gone);
    const run = await client.ended(id);
    assert.deepEqual([run.state, run.made, run.refused.length], ['done', 4, 1], run.error ?? '');
    assert.equal(run.refused[0]?.material, gone);
    assert.match(run.refused[0]?.reason ?? '', /“2-1\.mp4” is in the trash/);
    for (const { shots } of await client.outputs(id)) assert.ok(shots.every((shot) => shot.material !== gone));
  });

  test('a clip that was deleted for good is refused, and music that is gone stops the run before it begins', async () => {
    const lost = await client.upload(kit.clips[0] ?? '');
    await client.call('DELETE', `/api/files/${lost}`);
    const groups = [[...(clips[0] ?? []), lost], clips[1] ?? []];
    const run = await client.ended((await client.run(await createProject(groups), { count: 3 })).id);
    assert.deepEqual([run.state, run.made], ['done', 3], run.error ?? '');
    assert.match(run.refused[0]?.reason ?? '', /no longer in the library/);
    const withMusic = await createProject(groups, { music: { material: lost } });
    await assert.rejects(client.run(withMusic, { count: 1 }), /: 422 .*music/);
  });

  test('a clip that goes to the trash while it is used stays until the run has ended', async () => {
    const used = await Promise.all((kit.groups[2] ?? []).map((path, at) => addClip(path, `used-${at}.mp4`)));
    const projectId = await createProject([used, clips[0] ?? [], clips[1] ?? []]);
    const { id } = await client.run(projectId, { count: 6 });
    await kit.until(client, id, ({ made }) => made >= 1);
    await client.post(id, 'pause');
    const [first = ''] = used;
    await trash(first);
    await assert.rejects(purge(first), /: 409 /);
    await client.post(id, 'resume');
    const run = await client.ended(id);
    assert.deepEqual([run.state, run.made, run.refused], ['done', 6, []], run.error ?? '');
    await purge(first);
    await assert.rejects(material(first), /: 404 /);
    assert.equal((await read(id)).made, 6, 'its videos stay');
  });

  test('a retry whose clip was deleted for good meanwhile takes others instead', async () => {
    const used = await Promise.all((kit.groups[1] ?? []).map((path, at) => addClip(path, `retry-${at}.mp4`)));
    const projectId = await createProject([used, clips[0] ?? []], { shotSeconds: 1.1 });
    const before = new Map<string, number>();
    for (const id of clips[0] ?? []) before.set(id, (await material(id)).mixCount);
    const { used: bytes } = await kit.server.composed.ctx.files.space(accountId);
    await kit.limitSpace(bytes);
    const run = await client.ended((await client.run(projectId, { count: 3 })).id);
    assert.deepEqual([run.state, run.failed], ['failed', 3]);
    await kit.limitSpace(null);
    const [first = ''] = used;
    await trash(first);
    await purge(first);
    await client.post(run.id, 'retry', {});
    const done = await client.ended(run.id);
    // The limit of the first plan stays: with two clips left it yields two, and the third is offered at a looser one.
    assert.deepEqual([done.state, done.made, done.failed], ['done', 2, 0], done.error ?? '');
    assert.deepEqual(done.further, { share: 1, count: 1 });
    assert.equal(done.refused[0]?.material, first);
    await client.call('POST', `/api/mixing/runs/${run.id}/further`, { share: 1 });
    const loosened = await client.ended(run.id);
    assert.deepEqual([loosened.made, loosened.loosenedFrom, loosened.further], [3, 0, null], loosened.error ?? '');
    const shots = (await client.outputs(run.id)).filter(({ state }) => state === 'made').map((output) => output.shots);
    for (const id of clips[0] ?? []) {
      const { mixCount } = await material(id);
      assert.equal(
        mixCount,
        (before.get(id) ?? 0) + shots.filter((own) => own.some((shot) => shot.material === id)).length,
      );
    }
  });

  test('what a clip shows is found out as soon as it has come, for accounts that mix', async () => {
    const { ctx } = kit.server.composed;
    const known = async (id: string) => (await libraryOf(ctx).fingerprints(accountId, [id])).has(id);
    await createProject(clips);
    const [id = ''] = clips[0] ?? [];
    await until(() => known(id), 'a short one is known once it is ready');
    // As a longer one is then.
    await ctx.db.pool.query('delete from materials_footage where item_id = $1', [id]);
    assert.equal(await known(id), false);
    await ctx.db.transaction((tx) => ctx.fire(tx, materialReady, { accountId, data: { id, kind: 'video' } }));
    await until(() => known(id), 'it is found out');
  });
});
