import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { after, test } from 'node:test';

import { sql } from 'drizzle-orm';

import type { Material } from '#plugins/materials/calls.ts';

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
    const folderId = await ctx.library.folder(tx, own.accountId, '  Runs\n ');
    const kind = 'video' as const;
    const shared = await ctx.library.adopt(tx, own.accountId, second, { kind, folderId, shared: true });
    assert.equal(shared, known.id, 'the same bytes are the material that is there');
    assert.equal(await ctx.library.folder(tx, own.accountId, 'Runs'), folderId);
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
    const id = await ctx.library.adopt(tx, own.accountId, named, { kind: 'video', shared: true });
    assert.notEqual(id, output.id);
    const taken = await ctx.library.adopt(tx, own.accountId, named, { kind: 'video' });
    assert.equal(taken, id);
    return { id, output: output.id };
  });
  await assert.rejects(ctx.files.get(own.accountId, fresh.output), { code: 'core:file-missing' });
  await ctx.db.transaction((tx) =>
    ctx.library.noteMixed(
      tx,
      own.accountId,
      new Map([
        [fresh.id, 3],
        [unknown, 2],
        ['none', 1],
      ]),
    ),
  );
  const found = await ctx.library.find(own.accountId, [fresh.id, known.id, unknown, 'no id']);
  assert.deepEqual([...found.keys()].sort(), [fresh.id, known.id].sort());
  assert.deepEqual([found.get(fresh.id)?.name, found.get(fresh.id)?.trashed], ['kept.mp4', false]);
  const stranger = await library.join();
  assert.equal((await ctx.library.find(stranger.accountId, [fresh.id])).size, 0);
  await assert.rejects(
    ctx.db.transaction((tx) =>
      ctx.library.adopt(tx, stranger.accountId, { id: fresh.id, name: 'x' }, { kind: 'video' }),
    ),
    { code: 'core:file-missing' },
  );
  const { rows } = await ctx.db.orm.execute<{ n: string }>(
    sql`select count(*)::text n from materials_records where what = 'mixed' and account_id = ${own.accountId}::uuid`,
  );
  assert.equal(rows[0]?.n, '1');
});
