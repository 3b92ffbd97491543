import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { after, test } from 'node:test';

import { sql } from 'drizzle-orm';

import type { Material } from '#plugins/materials/calls.ts';
import type { LibraryQuery } from '#plugins/materials/server/api.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';

import { openLibrary, someVideo } from './library-kit.ts';

const library = await openLibrary({ after });
const { ctx } = library.server.composed;
const small = (seed: string) => someVideo(seed, 1000);
const unknown = '01a1fec8-d6cc-7022-9846-3b19a61bb3a7';

test('other plugins put files there, count their use and find them', async () => {
  const own = await library.join();
  const add = async (seed: string) => {
    const material = await own.upload(small(seed));
    await own.call('POST', '/api/material-removals', { ids: [material.id] });
    return material;
  };
  const known = await add('adopted already');
  const files = await ctx.db.transaction(async (tx) => {
    const path = ctx.files.store.localPath(`blobs/${known.hash.slice(0, 2)}/${known.hash}`) ?? '';
    const second = await ctx.files.addLocal(tx, own.accountId, path, { name: 'v.mp4', type: 'video/mp4' });
    const folderId = await libraryOf(ctx).folder(tx, own.accountId, '  Runs\n ');
    const kind = 'video' as const;
    const shared = await libraryOf(ctx).adopt(tx, own.accountId, second, { kind, folderId, shared: true });
    assert.equal(shared, known.id, 'the same bytes are the material that is there');
    assert.equal(await libraryOf(ctx).folder(tx, own.accountId, 'Runs'), folderId);
    return { second: second.id, folderId };
  });
  const back = await own.call<Material>('GET', `/api/materials/${known.id}`);
  assert.deepEqual([back.deletedAt, back.folderId], [null, files.folderId]);
  await ctx.files.get(own.accountId, files.second);

  const fresh = await ctx.db.transaction(async (tx) => {
    const path = `${library.folder}/output.mp4`;
    await writeFile(path, small('output'));
    const output = await ctx.files.addLocal(tx, own.accountId, path, { name: 'o.mp4', type: 'video/mp4' });
    const named = { id: output.id, name: 'kept.mp4' };
    const id = await libraryOf(ctx).adopt(tx, own.accountId, named, { kind: 'video', shared: true });
    assert.notEqual(id, output.id);
    const taken = await libraryOf(ctx).adopt(tx, own.accountId, named, { kind: 'video' });
    assert.equal(taken, id);
    return { id, output: output.id };
  });
  await assert.rejects(ctx.files.get(own.accountId, fresh.output), { code: 'core:file-missing' });
  await ctx.db.transaction((tx) =>
    libraryOf(ctx).noteMixed(
      tx,
      own.accountId,
      new Map([
        [fresh.id, 3],
        [unknown, 2],
        ['none', 1],
      ]),
    ),
  );
  const found = await libraryOf(ctx).find(own.accountId, [fresh.id, known.id, unknown, 'no id']);
  assert.deepEqual([...found.keys()].sort(), [fresh.id, known.id].sort());
  assert.deepEqual([found.get(fresh.id)?.name, found.get(fresh.id)?.trashed], ['kept.mp4', false]);
  const source = await libraryOf(ctx).source(own.accountId, fresh.id, 'video');
  assert.deepEqual([source?.hash, source?.name], [found.get(fresh.id)?.hash, 'kept.mp4']);
  assert.ok((await source?.read((path) => readFile(path)))?.equals(small('output')));
  assert.equal(await libraryOf(ctx).source(own.accountId, fresh.id, 'image'), undefined);
  const stranger = await library.join();
  assert.equal(await libraryOf(ctx).source(stranger.accountId, fresh.id, 'video'), undefined);
  assert.equal((await libraryOf(ctx).find(stranger.accountId, [fresh.id])).size, 0);
  await assert.rejects(
    ctx.db.transaction((tx) =>
      libraryOf(ctx).adopt(tx, stranger.accountId, { id: fresh.id, name: 'x' }, { kind: 'video' }),
    ),
    { code: 'core:file-missing' },
  );
  const { rows } = await ctx.db.orm.execute<{ n: string }>(
    sql`select count(*)::text n from materials_records where what = 'mixed' and account_id = ${own.accountId}::uuid`,
  );
  assert.equal(rows[0]?.n, '1');
});

test('other plugins list it page by page, by kind, folder and words', async () => {
  const own = await library.join();
  const port = libraryOf(ctx);
  const uploaded: string[] = [];
  for (const seed of ['list a', 'list b', 'list c']) uploaded.push((await own.upload(small(seed))).id);
  const [first = '', second = '', third = ''] = uploaded;
  const folderId = await ctx.db.transaction((tx) => port.folder(tx, own.accountId, 'Kept'));
  await own.call('POST', '/api/material-moves', { ids: [first], to: folderId });
  await own.call('PATCH', `/api/materials/${second}`, { name: '港口.mp4' });
  await own.call('POST', '/api/material-removals', { ids: [third] });

  const page = await port.list(own.accountId, { limit: 1 });
  assert.deepEqual([page.items.map(({ id }) => id), page.total], [[second], 2]);
  const next = await port.list(own.accountId, { limit: 1, cursor: page.nextCursor ?? '' });
  assert.deepEqual([next.items.map(({ id }) => id), next.nextCursor], [[first], null]);
  const idsOf = async (query: LibraryQuery) => (await port.list(own.accountId, query)).items.map(({ id }) => id);
  assert.deepEqual(await idsOf({ folder: folderId }), [first]);
  assert.deepEqual(await idsOf({ folder: 'top', kind: 'video' }), [second]);
  assert.deepEqual(await idsOf({ kind: 'music' }), []);
  assert.deepEqual(await idsOf({ search: 'gangkou' }), [second]);
  assert.deepEqual(await idsOf({ trashed: true }), [third]);
  assert.deepEqual(await idsOf({ sort: 'created', descending: false }), [first, second]);
  assert.equal((await port.list((await library.join()).accountId)).total, 0);
  await assert.rejects(port.list(own.accountId, { limit: 201 }), { name: 'TypeError', message: /limit: / });
  await assert.rejects(port.list(own.accountId, { folder: 'nowhere' }), { name: 'TypeError', message: /folder: / });
  await assert.rejects(port.list(own.accountId, { cursor: 'name.x.y' }), { code: 'core:http.cursor' });
});
