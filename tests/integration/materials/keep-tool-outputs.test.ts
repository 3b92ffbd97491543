import assert from 'node:assert/strict';
import { test } from 'node:test';

import { callsAmong } from '#core/server/http/calls/call-exports.ts';
import * as calls from '#plugins/materials/calls.ts';
import type { Material, RelatedMaterial } from '#plugins/materials/calls.ts';
import manifest from '#plugins/materials/plugin.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';
import materials from '#plugins/materials/server/index.ts';
import { isOver, startPress } from '#tests/integration/tool-runs/press-kit.ts';

const library = { manifest, calls: callsAmong(calls), server: materials };

interface Origins {
  from: RelatedMaterial[];
  into: RelatedMaterial[];
}

test('outputs of a run are kept in the library with a link to their sources, and outlive the run', async (t) => {
  const press = await startPress(t, { others: [library] });
  const { server, ctx, accountId, call, start, reach, items, have } = press;
  const own = ctx.use(LIBRARY);
  assert.ok(own);
  const sources: string[] = [];
  for (const name of ['a.mp4', 'b.mp4']) {
    const id = await press.material();
    sources.push(await own.adopt(ctx.db, accountId, { id, name }, { kind: 'video' }));
  }
  have('video');
  const run = await start(sources, { copies: 2 });
  await reach(run.id, isOver);
  const made = await items(run.id);
  const { id: folderId } = await call<{ id: string }>('POST', '/api/material-folders', { name: 'Stamped' });

  const some = { runId: run.id, items: made.slice(0, 3).map(({ id }) => id), folderId };
  const kept = await call<{ kept: number; materials: string[] }>('POST', '/api/material-keeps', some);
  assert.equal(kept.kept, 3);
  const [first = ''] = kept.materials;
  const material = await call<Material>('GET', `/api/materials/${first}`);
  assert.deepEqual([material.name, material.folderId, material.kind], ['stamp.mp4', folderId, 'video']);
  const origins = (id: string) => call<Origins>('GET', `/api/materials/${id}/origins`);
  assert.deepEqual(
    (await origins(first)).from.map(({ id, name }) => [id, name]),
    [[sources[0], 'a.mp4']],
  );
  assert.deepEqual(
    (await origins(sources[0] ?? '')).into.map(({ id }) => id).toSorted(),
    kept.materials.slice(0, 2).toSorted(),
  );

  const again = await call<{ materials: string[] }>('POST', '/api/material-keeps', { runId: run.id, folderId: null });
  assert.deepEqual(again.materials.slice(0, 3), kept.materials, 'what is there is not put there again');

  await call('DELETE', `/api/tool-runs/${run.id}`);
  assert.equal((await fetch(server.address + material.url)).status, 200);
  assert.equal((await origins(first)).from.length, 1);
  await call('POST', '/api/material-removals', { ids: [sources[0]] });
  assert.deepEqual((await origins(first)).from, [], 'a source in the trash is not offered');

  const stranger = await server.signIn({ level: 'level2' });
  for (const [method, path, body] of [
    ['GET', `/api/materials/${first}/origins`, undefined],
    ['POST', '/api/material-keeps', { runId: run.id, folderId: null }],
  ] as const) {
    assert.equal((await server.call(method, path, { token: stranger.token, body })).status, 404);
  }
  assert.equal((await server.call('GET', `/api/materials/${first}/origins`)).status, 401);
});

test('a run of which nothing belongs into a library is refused', async (t) => {
  const press = await startPress(t, { others: [library] });
  const { server, token, start, reach } = press;
  const run = await start([await press.material()]);
  await reach(run.id, isOver);
  const body = { runId: run.id, folderId: null };
  const { status, failure } = await server.call('POST', '/api/material-keeps', { token, body });
  assert.deepEqual([status, failure.error], [409, 'materials:keep-nothing']);
});
