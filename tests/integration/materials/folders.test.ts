import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import type { Material, MaterialFolder } from '#plugins/materials/calls.ts';

import { openLibrary, someVideo, type Member } from './library-kit.ts';

const library = await openLibrary({ after });

interface Changed {
  materials: number;
  folders: number;
}
interface Removed extends Changed {
  removal: string;
}

const create = async (of: Member, name: string, parentId: string | null = null) =>
  (await of.call<MaterialFolder>('POST', '/api/material-folders', { name, parentId })).id;
const folders = async (of: Member) =>
  (await of.call<{ items: MaterialFolder[] }>('GET', '/api/material-folders')).items;
const move = (of: Member, body: { ids?: string[]; folderIds?: string[]; to: string | null }) =>
  of.call<Changed>('POST', '/api/material-moves', body);
const remove = (of: Member, body: { ids?: string[]; folderIds?: string[] }) =>
  of.call<Removed>('POST', '/api/material-removals', body);
const restore = (of: Member, body: { removal: string } | { ids: string[] }) =>
  of.call<Changed>('POST', '/api/material-restorals', body);
const read = (of: Member, id: string) => of.call<Material>('GET', `/api/materials/${id}`);
const upload = (of: Member, seed: string, folderId: string | null = null) =>
  of.upload(someVideo(seed), { name: `${seed}.mp4`, folderId });
const statusOf = async (of: Member, path: string, body: unknown) => {
  const { status, envelope } = await of.answer('POST', path, body);
  return [status, envelope.message] as const;
};

test('folders lie in each other ten deep, each name once, counted and by name', async () => {
  const own = await library.join();
  let parent: string | null = null;
  const chain: string[] = [];
  for (let depth = 1; depth <= 10; depth += 1) chain.push((parent = await create(own, `depth ${depth}`, parent)));
  assert.match(
    (await statusOf(own, '/api/material-folders', { name: 'x', parentId: parent }))[1],
    /at most 10 levels deep/,
  );
  await create(own, '安静');
  await create(own, 'Beach');
  assert.equal((await statusOf(own, '/api/material-folders', { name: 'Beach', parentId: null }))[0], 409);
  assert.equal((await statusOf(own, '/api/material-folders', { name: ' Beach ' }))[0], 409);
  await create(own, 'Beach', chain[0] ?? null);
  await upload(own, 'counted', chain[0] ?? null);
  const found = await folders(own);
  assert.deepEqual(
    found.filter(({ parentId }) => parentId === null).map(({ name }) => name),
    ['安静', 'Beach', 'depth 1'],
  );
  assert.deepEqual(found.find(({ id }) => id === chain[0])?.counts, { video: 1, music: 0, image: 0 });

  const renamed = await own.call<MaterialFolder>('PATCH', `/api/material-folders/${chain[0]}`, { name: 'first' });
  assert.deepEqual([renamed.name, renamed.counts.video], ['first', 1]);
  const odd = await create(own, ' two\nlines ');
  assert.equal((await folders(own)).find(({ id }) => id === odd)?.name, 'two lines');
  for (const name of ['a\0', 'a\ud800']) {
    assert.equal((await statusOf(own, '/api/material-folders', { name }))[0], 422);
  }
  const taken = await own.answer('PATCH', `/api/material-folders/${chain[0]}`, { name: 'Beach' });
  assert.equal(taken.status, 409);
});

test('moves are done whole or not at all, and never close a circle', async () => {
  const own = await library.join();
  const [a, b] = [await create(own, 'a'), await create(own, 'b')];
  const inA = await create(own, 'in a', a);
  const one = await upload(own, 'move one');
  const two = await upload(own, 'move two');
  assert.deepEqual(await move(own, { ids: [one.id, two.id, one.id], folderIds: [b], to: inA }), {
    materials: 2,
    folders: 1,
  });
  assert.deepEqual(await move(own, { ids: [one.id], folderIds: [b], to: inA }), { materials: 0, folders: 0 });
  assert.equal((await read(own, one.id)).folderId, inA);

  const unknown = '01a1fec8-d6cc-7022-9846-3b19a61bb3a7';
  const refused: [unknown, number, RegExp][] = [
    [{ folderIds: [a], to: b }, 422, /into itself/],
    [{ folderIds: [a], to: a }, 422, /into itself/],
    [{ ids: [one.id, unknown], to: null }, 404, /does not exist/],
    [{ ids: [one.id], folderIds: [unknown], to: null }, 404, /does not exist/],
    [{ ids: [one.id], to: unknown }, 404, /folder does not exist/],
  ];
  await create(own, 'b');
  refused.push([{ ids: [one.id], folderIds: [b], to: null }, 409, /“b”/]);
  for (const [body, status, message] of refused) {
    const answer = await statusOf(own, '/api/material-moves', body);
    assert.equal(answer[0], status, answer[1]);
    assert.match(answer[1], message);
  }
  assert.equal((await read(own, one.id)).folderId, inA, 'a refused move moves nothing');

  let deep: string | null = null;
  for (let depth = 1; depth <= 9; depth += 1) deep = await create(own, `d${depth}`, deep);
  const tall = await statusOf(own, '/api/material-moves', { folderIds: [a], to: deep });
  assert.match(tall[1], /at most 10 levels deep/);
});

test('two moves that close a circle together: one of them is refused', async () => {
  const own = await library.join();
  for (let round = 0; round < 5; round += 1) {
    const [a, b] = [await create(own, `a${round}`), await create(own, `b${round}`)];
    const answers = await Promise.all([
      statusOf(own, '/api/material-moves', { folderIds: [a], to: b }),
      statusOf(own, '/api/material-moves', { folderIds: [b], to: a }),
    ]);
    assert.deepEqual(answers.map(([status]) => status).sort(), [200, 422]);
  }
});

test('a removal takes folders with all in them, and comes back as it was', async () => {
  const own = await library.join();
  const outer = await create(own, 'outer');
  const inner = await create(own, 'inner', outer);
  const [inInner, inOuter, beside] = [
    await upload(own, 'r inner', inner),
    await upload(own, 'r outer', outer),
    await upload(own, 'r beside'),
  ];
  const earlier = await upload(own, 'r earlier', inner);
  const first = await remove(own, { ids: [earlier.id] });
  for (const body of [{ ids: [beside.id], folderIds: [outer] }, { folderIds: [outer, inner] }]) {
    const refused = await own.answer('POST', '/api/material-removals', body);
    assert.equal(refused.status, 422);
    assert.match(refused.envelope.message, /one at a time|一个一个/);
  }
  assert.equal((await folders(own)).length, 2, 'folders are not deleted in bulk');
  const removed = await remove(own, { folderIds: [outer, outer] });
  assert.deepEqual([removed.materials, removed.folders], [2, 2]);
  assert.deepEqual(await folders(own), []);
  const trash = await own.call<{ items: Material[]; total: number }>('GET', '/api/materials?trash=true');
  assert.equal(trash.total, 3);
  assert.equal((await own.call<{ total: number }>('GET', '/api/materials')).total, 1);

  assert.deepEqual(await restore(own, { removal: removed.removal }), { materials: 2, folders: 2 });
  assert.deepEqual(
    (await folders(own)).map(({ id, parentId }) => [id, parentId]),
    [
      [inner, outer],
      [outer, null],
    ],
  );
  assert.deepEqual(
    await Promise.all([inInner, inOuter, beside].map(async ({ id }) => (await read(own, id)).folderId)),
    [inner, outer, null],
  );
  assert.notEqual((await read(own, earlier.id)).deletedAt, null, 'what went earlier stays there');
  assert.equal((await statusOf(own, '/api/material-restorals', { removal: removed.removal }))[0], 404);
  await restore(own, { removal: first.removal });
  assert.equal((await read(own, earlier.id)).folderId, inner);
});

test('what cannot come back where it was comes back at the top, and a taken name gets a number', async () => {
  const own = await library.join();
  const outer = await create(own, 'clips');
  const inner = await create(own, 'inner', outer);
  const one = await upload(own, 'gone one', inner);
  const innerGone = await remove(own, { folderIds: [inner] });
  const outerGone = await remove(own, { folderIds: [outer] });
  assert.deepEqual(await restore(own, { removal: innerGone.removal }), { materials: 1, folders: 1 });
  assert.deepEqual(
    (await folders(own)).map(({ id, parentId }) => [id, parentId]),
    [[inner, null]],
  );
  assert.equal((await read(own, one.id)).folderId, inner);

  await create(own, 'clips');
  await restore(own, { removal: outerGone.removal });
  assert.deepEqual((await folders(own)).map(({ name }) => name).sort(), ['clips', 'clips (2)', 'inner']);

  await remove(own, { folderIds: [inner] });
  assert.deepEqual(await restore(own, { ids: [one.id] }), { materials: 1, folders: 0 });
  const back = await read(own, one.id);
  assert.deepEqual([back.folderId, back.deletedAt], [null, null], 'its folder is in the trash');
});

test('two people of one account: the second removal finds nothing left, and an upload meets the folder or the top', async () => {
  const own = await library.join();
  const one = await upload(own, 'both');
  const answers = await Promise.all([remove(own, { ids: [one.id] }), remove(own, { ids: [one.id] })]);
  assert.deepEqual(answers.map(({ materials }) => materials).sort(), [0, 1]);
  const renamed = await own.answer('PATCH', `/api/materials/${one.id}`, { name: 'x' });
  assert.equal(renamed.status, 409);
  assert.equal((await statusOf(own, '/api/material-moves', { ids: [one.id], to: null }))[0], 404);

  for (let round = 0; round < 6; round += 1) {
    const folder = await create(own, `race ${round}`);
    const [uploaded, removed] = await Promise.all([
      upload(own, `race ${round}`, folder).catch(() => undefined),
      remove(own, { folderIds: [folder] }),
    ]);
    if (uploaded === undefined) continue;
    const found = await read(own, uploaded.id);
    const wentAlong = found.deletedAt !== null && removed.materials === 1;
    assert.ok(wentAlong || found.folderId === null, 'no material stays in a folder that is gone');
  }
});

test('thousands are moved, removed and brought back by one call each', async () => {
  const own = await library.join();
  const { db } = library.server.composed.ctx;
  const [sample, folder] = [await upload(own, 'sample'), await create(own, 'many')];
  await db.pool.query(
    `with made as (
       insert into core_files (id, account_id, hash, size, name, type)
       select gen_random_uuid(), account_id, hash, size, name, type from core_files, generate_series(1, 5000)
       where id = $1 returning id, account_id, size)
     insert into materials_items (id, account_id, kind, name, search, order_key, hash, size, type, state, created_at)
     select id, account_id, 'video', 'n', 'n', 'n', id::text, size, 'video/mp4', 'ready', now() from made`,
    [sample.id],
  );
  const { rows } = await db.pool.query<{ id: string }>('select id from materials_items where account_id = $1', [
    own.accountId,
  ]);
  const ids = rows.map(({ id }) => id);
  assert.equal((await move(own, { ids, to: folder })).materials, 5001);
  const removed = await remove(own, { folderIds: [folder] });
  assert.deepEqual([removed.materials, removed.folders], [5001, 1]);
  assert.equal((await restore(own, { removal: removed.removal })).materials, 5001);
  assert.equal((await folders(own))[0]?.counts.video, 5001);
});
