import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { sql } from 'drizzle-orm';

import { eraseAccount } from '#plugins/account/server/accounts/erase-account.ts';
import { blobKey } from '#core/server/services/files/files.ts';
import { coreFiles } from '#core/server/services/files/tables.ts';
import type { Material } from '#plugins/materials/calls.ts';
import { sweepTrash } from '#plugins/materials/server/trash/sweep-trash.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';

import { openLibrary, someVideo, type Member } from './library-kit.ts';

const library = await openLibrary({ after });
const { ctx } = library.server.composed;

const upload = (of: Member, seed: string) => of.upload(someVideo(seed), { name: `${seed}.mp4` });
const remove = (of: Member, ids: string[]) => of.call<{ removal: string }>('POST', '/api/material-removals', { ids });
const purge = (of: Member, body: unknown) => of.answer('POST', '/api/material-purges', body);
const filesOf = async (of: Member) => (await ctx.db.scope(of.accountId).select(coreFiles)).map(({ id }) => id);

test('what is deleted for good is gone with its bytes; what is not in the trash is not deleted', async () => {
  const own = await library.join();
  const [one, two] = [await upload(own, 'purge one'), await upload(own, 'purge two')];
  await remove(own, [one.id]);
  const live = await purge(own, { ids: [one.id, two.id] });
  assert.deepEqual([live.status, /purge two/.test(live.envelope.message)], [409, true]);
  assert.equal((await purge(own, { ids: [one.id, '01a1fec8-d6cc-7022-9846-3b19a61bb3a7'] })).status, 404);
  assert.deepEqual((await purge(own, { ids: [one.id] })).envelope.data, { materials: 1 });
  assert.equal((await own.answer('GET', `/api/materials/${one.id}`)).status, 404);
  assert.deepEqual(await filesOf(own), [two.id]);
  assert.equal(await ctx.files.store.stat(blobKey(one.hash)), undefined);
  const { items } = await own.call<{ items: { what: string; name: string }[] }>('GET', '/api/material-records');
  assert.equal(items.filter(({ name }) => name === 'purge one.mp4').length, 2, 'what happened stays known');
});

test('what a run holds stays until that lets go, everything else goes, and the answer names it', async () => {
  const own = await library.join();
  const materials = [await upload(own, 'held'), await upload(own, 'free one'), await upload(own, 'free two')];
  await ctx.files.hold(ctx.db, own.accountId, [materials[0]?.id ?? ''], 'mixing.run 1');
  await remove(
    own,
    materials.map(({ id }) => id),
  );
  const refused = await purge(own, { ids: materials.map(({ id }) => id) });
  assert.equal(refused.status, 409);
  assert.match(refused.envelope.message, /“held\.mp4” .*Deleted for good: 2/);
  assert.deepEqual(await filesOf(own), [materials[0]?.id]);
  assert.equal((await purge(own, { all: true })).status, 409);
  await ctx.files.release(ctx.db, own.accountId, 'mixing.run 1');
  assert.deepEqual((await purge(own, { all: true })).envelope.data, { materials: 1 });
  assert.deepEqual(await filesOf(own), []);
  assert.deepEqual((await purge(own, { all: true })).envelope.data, { materials: 0 });
});

test('the file of a material cannot be taken away beneath it', async () => {
  const own = await library.join();
  const one = await upload(own, 'beneath');
  const { status, envelope } = await own.answer('DELETE', `/api/files/${one.id}`);
  assert.deepEqual([status, /in use/.test(envelope.message)], [409, true]);
  await own.call('GET', `/api/materials/${one.id}`);
});

test('what was purged while it was brought back is one or the other, never half', async () => {
  const own = await library.join();
  for (let round = 0; round < 6; round += 1) {
    const one = await upload(own, `race ${round}`);
    const { removal } = await remove(own, [one.id]);
    const [purged, restored] = await Promise.all([
      purge(own, { ids: [one.id] }),
      own.answer('POST', '/api/material-restorals', { removal }),
    ]);
    const read = await own.answer('GET', `/api/materials/${one.id}`);
    const deleted = (purged.envelope.data as { materials?: number } | null)?.materials === 1;
    assert.equal(read.status, deleted ? 404 : 200);
    assert.equal((await filesOf(own)).includes(one.id), !deleted);
    if (!deleted) assert.equal(restored.status, 200);
  }
});

test('the sweep deletes what lay in the trash for thirty days, but for what is held', async () => {
  const own = await library.join();
  const [old, held, young] = [await upload(own, 'old'), await upload(own, 'old held'), await upload(own, 'young')];
  const folder = await own.call<{ id: string }>('POST', '/api/material-folders', { name: 'old folder' });
  await own.call('POST', '/api/material-moves', { ids: [held.id], to: folder.id });
  await own.call('POST', '/api/material-removals', { ids: [old.id] });
  await own.call('POST', '/api/material-removals', { folderIds: [folder.id] });
  await remove(own, [young.id]);
  await ctx.files.hold(ctx.db, own.accountId, [held.id], 'run');
  const longAgo = sql`now() - interval '30 days 1 minute'`;
  for (const [table, id] of [
    ['materials_items', old.id],
    ['materials_items', held.id],
    ['materials_folders', folder.id],
  ] as const) {
    await ctx.db.orm.execute(sql`update ${sql.identifier(table)} set deleted_at = ${longAgo} where id = ${id}::uuid`);
  }
  assert.equal(await sweepTrash(ctx), 2);
  assert.deepEqual((await filesOf(own)).sort(), [held.id, young.id].sort());
  assert.equal((await own.call<Material>('GET', `/api/materials/${held.id}`)).folderId, null);
  assert.equal(await sweepTrash(ctx), 0);
  await ctx.files.release(ctx.db, own.accountId, 'run');
  assert.equal((await library.server.composed.sweep()).rows, 1, 'the processes of the server sweep it too');
  await own.call('POST', '/api/material-restorals', { ids: [young.id] });
});

test('an erased account leaves nothing of its library', async () => {
  const own = await library.join();
  const other = await library.join();
  const folder = await own.call<{ id: string }>('POST', '/api/material-folders', { name: 'outer' });
  await own.call('POST', '/api/material-folders', { name: 'inner', parentId: folder.id });
  const one = await own.upload(someVideo('erased'), { folderId: folder.id });
  const kept = await other.upload(someVideo('not erased'));
  await ctx.files.hold(ctx.db, own.accountId, [one.id], 'run');
  await eraseAccount(ctx, own.accountId, (erase) => ctx.db.transaction(erase));
  for (const table of ['core_files', 'materials_items', 'materials_folders', 'materials_records']) {
    const { rows } = await ctx.db.pool.query(`select 1 from ${table} where account_id = $1`, [own.accountId]);
    assert.equal(rows.length, 0, table);
  }
  assert.equal(await ctx.files.store.stat(blobKey(one.hash)), undefined);
  await other.call('GET', `/api/materials/${kept.id}`);
});

test('the history tells what happened, of one material and of all, newest first', async () => {
  const own = await library.join();
  const [one, two] = [await upload(own, 'first'), await upload(own, 'second')];
  const folder = await own.call<{ id: string }>('POST', '/api/material-folders', { name: 'shelf' });
  await own.call('PATCH', `/api/materials/${one.id}`, { name: 'renamed' });
  await own.call('POST', '/api/material-moves', { ids: [one.id], to: folder.id });
  const { removal } = await remove(own, [one.id]);
  await own.call('POST', '/api/material-restorals', { removal });
  await ctx.db.transaction((tx) =>
    libraryOf(ctx).noteMixed(
      tx,
      own.accountId,
      new Map([
        [one.id, 20],
        [two.id, 1],
      ]),
    ),
  );
  interface Row {
    what: string;
    detail: string | null;
    at: string;
    name: string;
  }
  const uses = await own.call<{ items: Row[]; total: number }>('GET', `/api/materials/${one.id}/uses`);
  assert.deepEqual(
    uses.items.map(({ what, detail }) => [what, detail]),
    [
      ['mixed', '20'],
      ['restored', null],
      ['removed', null],
      ['moved', 'shelf'],
      ['renamed', 'first.mp4'],
      ['uploaded', null],
    ],
  );
  const read = await own.call<Material>('GET', `/api/materials/${one.id}`);
  assert.deepEqual([read.mixCount, read.mixedAt !== null], [20, true]);

  const all: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const path: string = `/api/material-records?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const next = await own.call<{ items: Row[]; nextCursor: string | null; total: number }>('GET', path);
    assert.equal(next.total, 8);
    all.push(...next.items);
    cursor = next.nextCursor;
  }
  assert.equal(all.length, 8);
  const from = all[3]?.at ?? '';
  const since = await own.call<{ total: number }>('GET', `/api/material-records?from=${from}`);
  const before = await own.call<{ total: number }>('GET', `/api/material-records?until=${from}`);
  assert.equal(since.total + before.total, 8);
  assert.equal((await own.call<{ total: number }>('GET', '/api/material-records?kind=image')).total, 0);
  assert.equal((await own.answer('GET', '/api/material-records?cursor=x_y')).status, 422);
});
