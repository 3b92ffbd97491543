import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';

import { eq } from 'drizzle-orm';

import { LEVEL_LIMITS } from '#core/contract/tiers.ts';
import type { ServerEvent } from '#core/server/services/events/events.ts';
import { coreFiles } from '#core/server/services/files/tables.ts';
import { coreTasks } from '#core/server/services/jobs/tables.ts';
import { LEVEL_LIMITS_SETTING } from '#core/server/services/settings/level-limits.ts';
import type { Material, MaterialKind } from '#plugins/materials/calls.ts';
import { LARGEST } from '#plugins/materials/limits.ts';
import { materialsItems } from '#plugins/materials/server/tables.ts';

import { openLibrary, someVideo, type Member } from './library-kit.ts';

const library = await openLibrary({ after });
const { ctx } = library.server.composed;
const GIB = 1024 ** 3;
/** The level whose space these tests make small. */
const SMALL = 'level1';

before(() =>
  ctx.settings.set(
    LEVEL_LIMITS_SETTING,
    { ...LEVEL_LIMITS, [SMALL]: { ...LEVEL_LIMITS[SMALL], gigabytes: 4096 / GIB } },
    'system',
  ),
);

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
interface Offered {
  name: string;
  size: number;
  sha256?: string;
  folderId?: string | null;
}
interface OfferAnswer {
  answer: string;
  reason?: string;
  material?: Material;
}
async function offer(of: Member, files: Offered[], kind: MaterialKind = 'video', language = 'en') {
  const { envelope, status } = await of.answer('POST', '/api/material-offers', { kind, files }, language);
  assert.equal(status, 200, envelope.message);
  return (envelope.data as { answers: OfferAnswer[] }).answers;
}
const small = (seed: string) => someVideo(seed, 1000);
const unknown = '01a1fec8-d6cc-7022-9846-3b19a61bb3a7';

test('an upload becomes a material that is prepared, and open pages hear of it', async () => {
  const own = await library.join();
  const events: ServerEvent[] = [];
  const ended = new AbortController();
  ctx.events.subscribe(own.accountId, (event) => events.push(event), ended.signal);
  const folder = await own.call<{ id: string }>('POST', '/api/material-folders', { name: 'in' });
  const material = await own.upload(small('heard'), { name: '../港口 1.mp4', folderId: folder.id });
  assert.deepEqual(
    [material.name, material.state, material.folderId, material.type],
    ['港口 1.mp4', 'preparing', folder.id, 'video/mp4'],
  );
  const tasks = await ctx.db.orm.select().from(coreTasks).where(eq(coreTasks.subjectId, material.id));
  assert.deepEqual(
    tasks.map(({ job }) => job),
    ['materials.prepare'],
  );
  for (const end = Date.now() + 10_000; Date.now() < end && events.length < 3;) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  ended.abort();
  const changed = events.filter(({ topic }) => topic === 'materials.changed').map(({ data }) => data);
  assert.deepEqual(changed, [{ ids: [] }, { ids: [material.id] }]);
  const answer = await fetch(library.server.address + material.url);
  assert.equal(answer.status, 200);
  await answer.arrayBuffer();
});

test('a browser uploads in parts, and is told of what is refused', async () => {
  const own = await library.join();
  const address = `${library.server.address}/api/uploads/materials/material`;
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const headers = { authorization: `Bearer ${own.token}`, 'tus-resumable': '1.0.0', 'accept-language': 'en' };
  const announce = (name: string, kind: string, size: number, folderId = '') =>
    fetch(address, {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': String(size),
        'upload-metadata': `filename ${base64(name)},kind ${base64(kind)},folderId ${base64(folderId)}`,
      },
    });
  const bytes = small('in parts');
  const opened = await announce('港口.mp4', 'video', bytes.length);
  assert.equal(opened.status, 201);
  const location = new URL(opened.headers.get('location') ?? '', address);
  let answer = new Response();
  for (const [from, to] of [
    [0, 400],
    [400, bytes.length],
  ] as const) {
    answer = await fetch(location, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) },
      body: new Uint8Array(bytes.subarray(from, to)),
    });
  }
  const { data } = (await answer.json()) as { data: Material };
  assert.deepEqual([data.name, data.kind, data.size], ['港口.mp4', 'video', bytes.length]);
  assert.equal((await own.call<Material>('GET', `/api/materials/${data.id}`)).hash, hashOf(bytes));

  for (const [name, kind, size, folderId, status] of [
    ['a.mp4', 'video', LARGEST.video + 1, '', 413],
    ['a.pdf', 'video', 5, '', 415],
    ['a.mp4', 'video', 5, unknown, 404],
    ['a.mp4', 'nothing', 5, '', 422],
  ] as const) {
    assert.equal((await announce(name, kind, size, folderId)).status, status, `${name} ${kind} ${size}`);
  }
  const strict = await library.join({ level: SMALL });
  const full = await fetch(address, {
    method: 'POST',
    headers: {
      ...headers,
      authorization: `Bearer ${strict.token}`,
      'upload-length': '5000',
      'upload-metadata': `filename ${base64('a.mp4')},kind ${base64('video')}`,
    },
  });
  assert.deepEqual([full.status, /Not enough space/.test(await full.text())], [413, true]);
});

test('a file is refused by size, ending, folder and fields before a byte is sent', async () => {
  const own = await library.join();
  const rejects = (options: Parameters<Member['upload']>[1], bytes: Buffer, code: string) =>
    assert.rejects(own.upload(bytes, options), { code });
  await rejects({ name: 'a.pdf' }, small('a'), 'materials:type-video');
  await rejects({ name: 'a.MP3', kind: 'video' }, small('a'), 'materials:type-video');
  await rejects({ name: 'a.mp4', kind: 'music' }, small('a'), 'materials:type-music');
  await rejects({ name: 'a.heic', kind: 'image' }, small('a'), 'materials:type-image');
  await rejects({ name: 'a.mp4', folderId: unknown }, small('a'), 'materials:folder-missing');
  await rejects({ name: 'a.mp4', folderId: 'x' }, small('a'), 'materials:upload-fields');
  await rejects({ name: 'a.mp4' }, Buffer.alloc(0), 'core:file-empty');

  const answers = await offer(own, [
    { name: 'a.mp4', size: LARGEST.video + 1 },
    { name: 'a.mp4', size: LARGEST.video },
    { name: 'a.docx', size: 5 },
    { name: 'no ending', size: 5 },
    { name: 'odd.final2', size: 5 },
    { name: 'a.mp4', size: 0 },
    { name: 'a.mp4', size: 5, folderId: unknown },
  ]);
  assert.deepEqual(
    answers.map(({ answer }) => answer),
    ['refused', 'send', 'refused', 'send', 'send', 'refused', 'refused'],
  );
  assert.match(answers[0]?.reason ?? '', /“a\.mp4”.*100 MB/);
  assert.match((await offer(own, [{ name: 'a.docx', size: 5 }], 'video', 'zh'))[0]?.reason ?? '', /mp4、mov 或 flv/);
});

test('bytes of another format are refused whatever the name says, and leave nothing', async () => {
  const own = await library.join();
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await assert.rejects(own.upload(png, { name: 'a.mp4' }), { code: 'materials:type-video', kind: 'unsupported' });
  await assert.rejects(own.upload(Buffer.from('text'), { name: 'a.mp4' }), { code: 'materials:type-video' });
  await assert.rejects(own.upload(small('x'), { name: 'a.png', kind: 'image' }), { code: 'materials:type-image' });
  assert.deepEqual(await ctx.db.scope(own.accountId).select(coreFiles), []);
  assert.equal((await own.upload(png, { name: 'a', kind: 'image' })).kind, 'image');
});

test('the same bytes are one material, whatever they are called and however often they come', async () => {
  const own = await library.join();
  const other = await library.join();
  const bytes = small('same');
  const first = await own.upload(bytes, { name: 'first.mp4' });
  const again = await own.upload(bytes, { name: 'again.mp4' });
  assert.deepEqual([again.id, again.name], [first.id, 'first.mp4']);
  const together = await Promise.all(
    Array.from({ length: 5 }, (_, index) => own.upload(small('at once'), { name: `${index}.mp4` })),
  );
  assert.equal(new Set(together.map(({ id }) => id)).size, 1);
  assert.equal((await ctx.db.scope(own.accountId).select(coreFiles)).length, 2, 'a second record goes at once');
  assert.notEqual((await other.upload(bytes)).id, first.id);
});

test('what the trash has comes back when it is uploaded again, into the folder that it was sent to', async () => {
  const own = await library.join();
  const bytes = small('back');
  const first = await own.upload(bytes);
  await own.call('POST', '/api/material-removals', { ids: [first.id] });
  const folder = await own.call<{ id: string }>('POST', '/api/material-folders', { name: 'to' });
  const again = await own.upload(bytes, { folderId: folder.id });
  assert.deepEqual([again.id, again.deletedAt, again.folderId], [first.id, null, folder.id]);

  await own.call('POST', '/api/material-removals', { ids: [first.id] });
  const [have] = await offer(own, [{ name: 'b.mp4', size: bytes.length, sha256: hashOf(bytes), folderId: null }]);
  assert.deepEqual([have?.answer, have?.material?.id, have?.material?.deletedAt], ['have', first.id, null]);
});

test('an offer tells what would save an upload, of the own account only', async () => {
  const own = await library.join();
  const other = await library.join();
  const bytes = small('offered');
  const { id } = await own.upload(bytes);
  const { length: size } = bytes;
  const sha256 = hashOf(bytes);
  const answersOf = async (of: Member, kind: MaterialKind = 'video') =>
    (
      await offer(
        of,
        [
          { name: 'x', size },
          { name: 'x', size, sha256 },
          { name: 'x', size, sha256: 'a'.repeat(64) },
        ],
        kind,
      )
    ).map(({ answer }) => answer);
  assert.deepEqual(await answersOf(own), ['hash', 'have', 'send']);
  assert.deepEqual(await answersOf(own, 'image'), ['hash', 'refused', 'send']);
  assert.deepEqual(await answersOf(other), ['send', 'send', 'send']);
  await ctx.db.scope(own.accountId).update(materialsItems, eq(materialsItems.id, id), {
    state: 'failed',
    error: { code: 'core:media.broken', params: { file: 'x' } },
  });
  const [have] = await offer(own, [{ name: 'x', size, sha256 }]);
  assert.deepEqual([have?.material?.state, have?.material?.error], ['preparing', null], 'it is looked at again');
});

test('a batch that does not fit is taken as far as it fits, and the rest is told why', async () => {
  const own = await library.join({ level: SMALL });
  const files = Array.from({ length: 6 }, (_, index) => ({ name: `${index}.mp4`, size: 1025 }));
  const answers = await offer(own, files);
  assert.deepEqual(answers.map(({ answer }) => answer).join(), 'send,send,send,refused,refused,refused');
  assert.match(answers[3]?.reason ?? '', /3 KB of 4 KB are used, and 1 KB more/);

  const results = await Promise.allSettled(files.map(({ name }) => own.upload(small(name[0] ?? ''), { name })));
  const refused = results.filter((result) => result.status === 'rejected');
  assert.equal(refused.length, 3);
  for (const { reason } of refused) assert.equal((reason as { code: string }).code, 'core:space-full');
  assert.equal((await own.call<{ total: number }>('GET', '/api/materials')).total, 3);

  const { items } = await own.call<{ items: Material[] }>('GET', '/api/materials');
  const [first] = items;
  assert.ok(first);
  await own.call('POST', '/api/material-removals', { ids: [first.id] });
  await assert.rejects(own.upload(small('more')), { code: 'core:space-full' }, 'the trash takes space');
  await own.call('POST', '/api/material-purges', { all: true });
  await own.upload(small('more'));
});

test('posters take no space, a second record of the same bytes neither', async () => {
  const own = await library.join();
  const material = await own.upload(small('counted'));
  const before = (await ctx.files.space(own.accountId)).used;
  await ctx.db.transaction(async (tx) => {
    const made = { name: 'out.mp4', type: 'video/mp4' };
    const path = ctx.files.store.localPath(`blobs/${material.hash.slice(0, 2)}/${material.hash}`) ?? '';
    await ctx.files.addLocal(tx, own.accountId, path, made);
  });
  assert.equal((await ctx.files.space(own.accountId)).used, before);
});

test('every call refuses visitors, and another account’s ids are as absent as none', async () => {
  const own = await library.join();
  const stranger = await library.join();
  const material = await own.upload(small('mine'));
  const trashed = await own.upload(small('mine in the trash'));
  const { removal } = await own.call<{ removal: string }>('POST', '/api/material-removals', { ids: [trashed.id] });
  const folder = await own.call<{ id: string }>('POST', '/api/material-folders', { name: 'mine' });
  const theirs = await stranger.upload(small('theirs'));
  const calls: [string, string, unknown, number][] = [
    ['GET', `/api/materials/${material.id}`, undefined, 404],
    ['PATCH', `/api/materials/${material.id}`, { name: 'x' }, 404],
    ['POST', `/api/materials/${material.id}/prepare`, undefined, 404],
    ['GET', `/api/materials/${material.id}/uses`, undefined, 404],
    ['POST', '/api/material-moves', { ids: [theirs.id, material.id], to: null }, 404],
    ['POST', '/api/material-moves', { folderIds: [folder.id], to: null }, 404],
    ['POST', '/api/material-moves', { ids: [theirs.id], to: folder.id }, 404],
    ['POST', '/api/material-removals', { ids: [theirs.id, material.id] }, 404],
    ['POST', '/api/material-removals', { folderIds: [folder.id] }, 404],
    ['POST', '/api/material-restorals', { removal }, 404],
    ['POST', '/api/material-restorals', { ids: [trashed.id] }, 404],
    ['POST', '/api/material-purges', { ids: [trashed.id] }, 404],
    ['POST', '/api/material-folders', { name: 'x', parentId: folder.id }, 404],
    ['PATCH', `/api/material-folders/${folder.id}`, { name: 'x' }, 404],
  ];
  for (const [method, path, body, status] of calls) {
    assert.equal((await library.server.call(method, path, { body })).status, 401, `${method} ${path}`);
    assert.equal((await stranger.answer(method, path, body)).status, status, `${method} ${path}`);
  }
  for (const path of [`/api/materials?folder=${folder.id}`, '/api/materials?trash=true', '/api/material-folders']) {
    assert.deepEqual((await stranger.call<{ items: unknown[] }>('GET', path)).items, [], path);
  }
  const found = await stranger.call<{ items: unknown[] }>('POST', '/api/material-finds', { ids: [material.id] });
  assert.deepEqual(found.items, []);
  const records = await stranger.call<{ items: { materialId: string }[] }>('GET', '/api/material-records');
  assert.deepEqual(
    records.items.map(({ materialId }) => materialId),
    [theirs.id],
  );
  assert.equal((await own.call<Material>('GET', `/api/materials/${material.id}`)).name, material.name);
});
