import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test, type TestContext } from 'node:test';

import Fastify from 'fastify';

import { createDiskStore } from '#core/server/services/files/disk-store.ts';
import { serveFiles } from '#core/server/http/routes/served-files.ts';
import { temporaryName } from '#core/server/services/files/temporary-names.ts';
import { answerError } from '#core/server/http/calls/error-response.ts';
import { settableClock } from '#core/server/testing/settable-clock.ts';

import { deadTemporaryName } from './dead-temporary-name.ts';
import { describeFileStore } from './file-store-contract.ts';

async function temporaryFolder(t: Pick<TestContext, 'after'>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reelport-disk-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A disk store with its route on a server of its own. */
async function servedStore(folder: string, now?: () => Date) {
  const store = await createDiskStore({ folder, secret: randomBytes(32), now });
  const app = Fastify({ exposeHeadRoutes: false });
  app.setErrorHandler(answerError);
  serveFiles(app, store);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { store, address, close: () => app.close() };
}

describeFileStore('the disk store', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reelport-disk-'));
  const { store, address, close } = await servedStore(folder);
  return {
    store,
    absolute: (url) => address + url,
    async close() {
      await close();
      await rm(folder, { recursive: true });
    },
  };
});

test('a list is in the byte order of keys', async (t) => {
  const store = await createDiskStore({ folder: await temporaryFolder(t), secret: randomBytes(32) });
  for (const key of ['list/b', 'list/a/2', 'list/a.1', 'list/a-0', 'list/a/1']) await store.put(key, Buffer.from('x'));
  const keys: string[] = [];
  for await (const object of store.list('list/')) keys.push(object.key);
  assert.deepEqual(keys, ['list/a-0', 'list/a.1', 'list/a/1', 'list/a/2', 'list/b']);
});

test('no attempt leaves anything in the folder for unfinished files', async (t) => {
  const folder = await temporaryFolder(t);
  const store = await createDiskStore({ folder, secret: randomBytes(32) });
  await store.put('good', Buffer.from('x'));
  await assert.rejects(
    store.put(
      'bad',
      new Readable({
        read() {
          this.destroy(new Error('broke'));
        },
      }),
    ),
  );
  await assert.rejects(store.putFile('worse', join(folder, 'no-such-file')), { code: 'core:file-missing' });
  assert.deepEqual(await readdir(join(folder, 'tmp')), []);
});

test('a start removes what dead processes left unfinished, and only that', async (t) => {
  const folder = await temporaryFolder(t);
  const tmp = join(folder, 'tmp');
  await mkdir(tmp, { recursive: true });
  const ours = temporaryName();
  const [host = '', own = ''] = ours.split('.');
  const dead = await deadTemporaryName();
  const earlierStart = `${host}.00000000${own.slice(8)}`;
  const elsewhere = `another-machine.${own}`;
  const forgotten = `another-machine.forgotten`;
  for (const name of [ours, dead, earlierStart, elsewhere, forgotten]) await writeFile(join(tmp, name), 'x');
  const longAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
  await utimes(join(tmp, forgotten), longAgo, longAgo);
  await createDiskStore({ folder, secret: randomBytes(32) });
  assert.deepEqual((await readdir(tmp)).sort(), [elsewhere, ours].sort());
});

test('a full disk is told as such and leaves nothing', async () => {
  const { throwDiskError } = await import('#core/server/services/files/disk-errors.ts');
  const error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  assert.throws(() => throwDiskError(error), { code: 'core:disk-full', kind: 'unavailable' });
});

test('the local path is the object itself', async (t) => {
  const store = await createDiskStore({ folder: await temporaryFolder(t), secret: randomBytes(32) });
  await store.put('a/b', Buffer.from('bytes'));
  assert.equal(await readFile(store.localPath('a/b'), 'utf8'), 'bytes');
});

test('signed URLs serve ranges, conditions and HEAD, and nothing to anyone else', async (t) => {
  const clock = settableClock();
  const { store, address, close } = await servedStore(await temporaryFolder(t), clock.now);
  t.after(close);
  await store.put('video', Buffer.from('0123456789'));
  await store.put('other', Buffer.from('another'));
  await store.put('empty', Buffer.alloc(0));
  const path = await store.signedUrl('video', 60, { filename: 'a.mp4', type: 'video/mp4' });
  const get = async (target: string, headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await fetch(address + target, { method, headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  const ranges: [string, number, string, string | null][] = [
    ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=5-2', 200, '0123456789', null],
    ['bytes=0-1,4-5', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
  ];
  for (const [range, status, text, contentRange] of ranges) {
    const answer = await get(path, { range });
    assert.deepEqual(
      [range, answer.status, answer.text, answer.headers.get('content-range')],
      [range, status, text, contentRange],
    );
  }

  const whole = await get(path);
  const etag = whole.headers.get('etag') ?? '';
  assert.equal(whole.headers.get('content-length'), '10');
  assert.equal(whole.headers.get('accept-ranges'), 'bytes');
  assert.match(whole.headers.get('content-security-policy') ?? '', /sandbox/);
  assert.match(whole.headers.get('cache-control') ?? '', /^private, max-age=\d+$/);
  assert.equal((await get(path, { 'if-none-match': etag })).status, 304);
  assert.equal((await get(path, { range: 'bytes=1-2', 'if-range': etag })).status, 206);
  assert.equal((await get(path, { range: 'bytes=1-2', 'if-range': '"old"' })).status, 200);
  const head = await get(path, {}, 'HEAD');
  assert.deepEqual([head.status, head.text, head.headers.get('content-length')], [200, '', '10']);
  assert.equal((await get(await store.signedUrl('empty', 60))).text, '');
  assert.equal((await get(await store.signedUrl('missing', 60))).status, 404);

  const forged = [
    path.replace('/video', '/other'),
    path.replace('n=a.mp4', 'n=b.mp4'),
    path.replace('t=video', 't=text'),
    path.replace(/e=\d+/, 'e=99999999999'),
    path.replace(/s=.{5}/, 's=AAAAA'),
    path.replace(/&s=.*/, ''),
    '/files/video',
    '/files/../video',
    '/files/%2e%2e/video?e=1&s=x',
  ];
  for (const target of forged) assert.ok([403, 404].includes((await get(target)).status), target);

  clock.advance(61);
  assert.equal((await get(path)).status, 403);
});

test('a public address goes before signed URLs', async (t) => {
  const store = await createDiskStore({
    folder: await temporaryFolder(t),
    secret: randomBytes(32),
    publicUrl: 'https://example.com',
  });
  assert.match(await store.signedUrl('a', 60), /^https:\/\/example\.com\/files\/a\?e=/);
});
