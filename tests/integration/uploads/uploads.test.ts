import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { eq, sql } from 'drizzle-orm';

import { blobKey } from '#core/server/services/files/files.ts';
import { coreFiles } from '#core/server/services/files/tables.ts';
import { sweepUploads } from '#core/server/services/uploads/sweep-uploads.ts';
import { coreUploads } from '#core/server/services/uploads/tables.ts';

import { MEGABYTE, offsetOf, PIER, sendRest, sha256, someVideo, startUploadSite, tusClient } from './upload-kit.ts';

const site = await startUploadSite({ after }, { nodes: 2 });
const [one, two] = site.nodes.map(({ address }) => address) as [string, string];
const { db, files } = site.composed.ctx;
const mine = await site.signIn();
const other = await site.signIn();
const client = tusClient(mine.token);
const stranger = tusClient(other.token);

async function begun(name: string, bytes: Buffer, fields?: Record<string, string>): Promise<string> {
  const opened = await client.open(one, name, bytes.length, fields);
  assert.equal(opened.status, 201, JSON.stringify(opened.envelope));
  return one + (opened.headers.get('location') ?? '');
}
const at = (node: string, url: string) => node + new URL(url).pathname;
const idOf = (url: string) => new URL(url).pathname.split('/').at(-1) ?? '';
const fileCount = () => db.orm.$count(coreFiles, eq(coreFiles.accountId, mine.accountId));
async function staged(): Promise<string[]> {
  return await readdir(join(site.dataDir, 'files/objects/uploads')).catch(() => []);
}
async function stored(hash: string): Promise<Buffer> {
  return await buffer(await files.store.read(blobKey(hash)));
}

test('a file in one piece is recorded, handed over, and its envelope answers the last byte', async () => {
  const bytes = someVideo(3 * MEGABYTE);
  const url = await begun('港口.mp4', bytes, { folderId: 'f1' });
  assert.equal((await client.head(url)).headers.get('upload-offset'), '0');
  const done = await client.patch(url, 0, bytes);
  assert.equal(done.status, 200, JSON.stringify(done.envelope));
  assert.equal(done.headers.get('upload-offset'), String(bytes.length));
  const crate = done.crate;
  assert.ok(crate);
  assert.deepEqual(
    [done.envelope?.code, crate.name, crate.hash, crate.size, crate.fields],
    [1, '港口.mp4', sha256(bytes), bytes.length, { folderId: 'f1' }],
  );
  assert.deepEqual(await stored(crate.hash), bytes);
  assert.deepEqual(await staged(), []);
  const head = await client.head(url);
  assert.deepEqual([head.status, head.headers.get('upload-offset')], [200, String(bytes.length)]);
  assert.deepEqual((await client.result(url)).envelope, done.envelope);
  assert.deepEqual((await client.result(at(two, url))).envelope, done.envelope);
});

test('many uploads begin at once without one cutting off another', async () => {
  const clients = [client, stranger];
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => {
      const own = clients[index % 2] ?? client;
      return own.open(index % 4 < 2 ? one : two, `clip-${index}.mp4`, MEGABYTE);
    }),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
  assert.equal(new Set(answers.map(({ headers }) => headers.get('location'))).size, 40);
});

test('a connection that breaks half way loses nothing that arrived, and another node goes on', async () => {
  const bytes = someVideo(5 * MEGABYTE);
  const url = await begun('broken.mp4', bytes);
  const part = await client.begin(url, 0, bytes, 2 * MEGABYTE + 12_345);
  part.breakOff();
  const offset = await offsetOf(client, at(two, url));
  assert.ok(offset <= 2 * MEGABYTE + 12_345);
  const second = await client.begin(at(two, url), offset, bytes.subarray(offset), MEGABYTE);
  second.breakOff();
  const later = await offsetOf(client, url);
  assert.ok(later >= offset);
  const done = await sendRest(client, url, bytes);
  assert.ok(done.from >= later);
  assert.equal(done.crate?.hash, sha256(bytes));
  assert.deepEqual(await stored(sha256(bytes)), bytes);
});

test('a connection that only seems alive is taken over, on the same node and on another', async () => {
  for (const node of [one, two]) {
    const bytes = someVideo(4 * MEGABYTE);
    const url = await begun('half-open.mp4', bytes);
    const silent = await client.begin(url, 0, bytes, 2 * MEGABYTE);
    // The server is at work on it before anybody else comes.
    while (!(await staged()).includes(idOf(url))) await sleep(5);
    const there = at(node, url);
    const done = await sendRest(client, there, bytes);
    assert.ok(done.from <= 2 * MEGABYTE);
    assert.deepEqual([done.status, done.crate?.hash], [200, sha256(bytes)]);
    silent.breakOff();
  }
});

test('another account finds no upload, by whatever method', async () => {
  const bytes = someVideo(MEGABYTE);
  const url = await begun('mine.mp4', bytes);
  for (const answer of [
    await stranger.head(url),
    await stranger.result(url),
    await stranger.patch(url, 0, bytes),
    await stranger.remove(url),
  ]) {
    assert.equal(answer.status, 404);
  }
  assert.equal((await stranger.result(url)).error, 'core:upload-missing');
  assert.equal((await client.patch(url, 0, bytes)).status, 200);
  assert.equal((await stranger.result(url)).status, 404);
  assert.equal((await client.head(`${one}${PIER}/no-id`)).status, 404);
});

test('without a token every request is 401, in the envelope', async () => {
  const url = await begun('mine.mp4', someVideo(1000));
  const nobody = tusClient('');
  const opened = await nobody.open(one, 'a.mp4', 10);
  assert.deepEqual([opened.status, opened.error], [401, 'core:unauthenticated']);
  for (const answer of [await nobody.head(url), await nobody.patch(url, 0, Buffer.alloc(10)), await nobody.remove(url)])
    assert.equal(answer.status, 401);
});

test('what is known to be refused is refused before the first byte', async () => {
  const before = await db.orm.$count(coreUploads);
  const refusals = [
    [await client.open(one, 'a.mp4', 41 * MEGABYTE), 413, 'core:file-too-large'],
    [await client.open(one, 'a.mp4', 0), 422, 'core:file-empty'],
    [await client.open(one, 'a.mp4', 10, { refuse: 'early' }), 409, 'core:file-in-use'],
    [await client.open(one, '', 10), 422, 'core:upload-metadata'],
    [await client.open(one, 'x'.repeat(300), 10), 422, 'core:upload-metadata'],
    [await client.send('POST', one + PIER), 400, 'core:upload-protocol'],
    [await client.send('POST', one + PIER, { 'tus-resumable': '0.2' }), 400, 'core:upload-protocol'],
    [
      await client.send('POST', one + PIER, { 'upload-length': '10', 'upload-concat': 'partial' }),
      501,
      'core:upload-protocol',
    ],
  ] as const;
  for (const [{ status, error, envelope }, wanted, key] of refusals) {
    assert.deepEqual([status, error, envelope?.code], [wanted, key, 0]);
    assert.ok((envelope?.message ?? '').length > 10);
  }
  assert.equal(await db.orm.$count(coreUploads), before);
});

test('an account without room is refused before the first byte', async () => {
  const { accountId, token } = await site.signIn();
  const gib = 1024 ** 3;
  const hash = 'f'.repeat(64);
  await db.orm.execute(sql`insert into core_blobs (hash, size) values (${hash}, ${10 * gib})`);
  await db.orm.execute(
    sql`insert into core_files (id, account_id, hash, size, name, type) values (gen_random_uuid(), ${accountId}, ${hash}, ${10 * gib}, 'a', 'video/mp4')`,
  );
  const opened = await tusClient(token).open(one, 'a.mp4', 10);
  assert.deepEqual([opened.status, opened.error], [413, 'core:space-full']);
});

test('a type that is not taken is refused as soon as it shows, and the refusal can be asked for', async () => {
  const bytes = Buffer.concat([Buffer.from('#EXTM3U\n'), Buffer.alloc(20 * MEGABYTE, 'a')]);
  const url = await begun('list.mp4', bytes);
  const answer = await client.patch(url, 0, bytes).catch(() => undefined);
  // Whoever is still sending may lose the answer.
  if (answer !== undefined) assert.deepEqual([answer.status, answer.error], [415, 'core:file-type']);
  assert.equal((await client.head(url)).status, 415);
  const refused = await client.result(url);
  assert.deepEqual([refused.status, refused.error, refused.envelope?.code], [415, 'core:file-type', 0]);
  assert.equal((await client.patch(url, 0, Buffer.alloc(10))).status, 415);
  assert.deepEqual(await staged(), []);
});

test('a short file of a wrong type is refused with its last byte', async () => {
  const url = await begun('short.mp4', Buffer.from('harbour'));
  const answer = await client.patch(url, 0, Buffer.from('harbour'));
  assert.deepEqual([answer.status, answer.error], [415, 'core:file-type']);
});

test('what the receiver refuses leaves nothing behind', async () => {
  const bytes = someVideo(MEGABYTE);
  const before = await fileCount();
  const url = await begun('late.mp4', bytes, { refuse: 'late' });
  const answer = await client.patch(url, 0, bytes);
  assert.deepEqual([answer.status, answer.error], [409, 'core:file-in-use']);
  assert.deepEqual([await fileCount(), await staged()], [before, []]);
  assert.equal(await files.store.stat(blobKey(sha256(bytes))), undefined);
  assert.equal((await client.result(url)).status, 409);
});

test('bytes at a wrong place are refused, and the offset says where to go on', async () => {
  const bytes = someVideo(MEGABYTE);
  const url = await begun('gap.mp4', bytes);
  await client.patch(url, 0, bytes.subarray(0, 1000));
  const gap = await client.patch(url, 2000, bytes.subarray(2000));
  assert.deepEqual([gap.status, gap.error], [409, 'core:upload-offset']);
  assert.equal(await offsetOf(client, url), 1000);
  const long = await client.patch(url, 1000, Buffer.alloc(2 * MEGABYTE));
  assert.equal(long.status, 413);
  assert.equal((await client.patch(url, 1000, bytes.subarray(1000))).status, 200);
});

test('a whole file whose hand-over failed is handed over when its result is asked for', async () => {
  const bytes = someVideo(MEGABYTE);
  const url = await begun('crane.mp4', bytes);
  const before = [await fileCount(), site.taken.length] as const;
  site.breakNext.take = true;
  assert.equal((await client.patch(url, 0, bytes)).status, 500);
  assert.deepEqual([await fileCount(), site.taken.length], before);
  assert.equal(await offsetOf(client, url), bytes.length);
  const done = await client.result(at(two, url));
  assert.deepEqual([done.status, done.crate?.hash], [200, sha256(bytes)]);
  assert.deepEqual([await fileCount(), site.taken.length], [before[0] + 1, before[1] + 1]);
});

test('a file is handed over once, however many ask at the same time', async () => {
  const bytes = someVideo(2 * MEGABYTE);
  const url = await begun('once.mp4', bytes);
  const before = await fileCount();
  site.breakNext.take = true;
  await client.patch(url, 0, bytes);
  const answers = await Promise.all([one, two, one, two].map((node) => client.result(at(node, url))));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  assert.equal(new Set(answers.map(({ crate }) => crate?.id)).size, 1);
  assert.equal(await fileCount(), before + 1);
});

test('the same bytes twice are two files and stored once', async () => {
  const bytes = someVideo(MEGABYTE);
  const crates = [];
  for (const name of ['a.mp4', 'b.mp4']) {
    const url = await begun(name, bytes);
    crates.push((await client.patch(url, 0, bytes)).crate);
  }
  assert.equal(crates[0]?.hash, crates[1]?.hash);
  assert.notEqual(crates[0]?.id, crates[1]?.id);
  assert.deepEqual(await stored(sha256(bytes)), bytes);
});

test('an upload that is ended is gone with its bytes; what was handed over stays', async () => {
  const bytes = someVideo(MEGABYTE);
  const url = await begun('ended.mp4', bytes);
  await client.patch(url, 0, bytes.subarray(0, 5000));
  assert.equal((await staged()).length, 1);
  assert.equal((await client.remove(url)).status, 204);
  assert.equal((await client.head(url)).status, 404);
  assert.deepEqual(await staged(), []);

  const kept = await begun('kept.mp4', bytes);
  await client.patch(kept, 0, bytes);
  assert.equal((await client.remove(kept)).status, 204);
  assert.deepEqual(await stored(sha256(bytes)), bytes);
});

test('an upload without a sign of life for a day is swept, one with stays', async () => {
  const bytes = someVideo(MEGABYTE);
  const old = await begun('old.mp4', bytes);
  const fresh = await begun('fresh.mp4', bytes);
  for (const url of [old, fresh]) await client.patch(url, 0, bytes.subarray(0, 5000));
  const id = idOf(old);
  await db.orm
    .update(coreUploads)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(coreUploads.id, id));
  assert.equal((await client.head(old)).status, 404);
  await files.store.put('uploads/left-behind', bytes);
  const { clock } = site.composed.ctx;
  assert.equal(await sweepUploads({ db, store: files.store, clock }), 1);
  assert.equal((await client.head(fresh)).status, 200);
  assert.equal(await db.orm.$count(coreUploads, eq(coreUploads.id, id)), 0);
  const names = await staged();
  assert.ok(names.includes('left-behind') && !names.includes(id));

  const tomorrow = { now: () => new Date(Date.now() + 25 * 3_600_000) };
  await sweepUploads({ db, store: files.store, clock: tomorrow });
  assert.deepEqual([await db.orm.$count(coreUploads), await staged()], [0, []]);
});

test('tus is described to whoever asks, and so is the API', async () => {
  const options = await fetch(one + PIER, { method: 'OPTIONS' });
  assert.deepEqual(
    [options.status, options.headers.get('tus-version'), options.headers.get('tus-extension')],
    [204, '1.0.0', 'creation,creation-with-upload,termination,expiration'],
  );
  assert.equal(options.headers.get('access-control-allow-origin'), null);
  const docs = (await (await fetch(`${one}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { description?: string }>>;
  };
  assert.match(docs.paths[PIER]?.['post']?.description ?? '', /tus protocol 1\.0\.0/);
  assert.deepEqual(Object.keys(docs.paths[`${PIER}/{id}`] ?? {}).sort(), ['delete', 'get', 'patch']);
});
