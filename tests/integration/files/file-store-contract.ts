import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';

import type { FileStore } from '#core/server/services/files/file-store.ts';
import type { StagedBytes } from '#core/server/services/files/staging-area.ts';

/** A store under test, with what the test needs to reach its signed URLs. */
export interface StoreUnderTest {
  store: FileStore;
  /** Makes a signed URL of the store absolute. */
  absolute(url: string): string;
  close(): Promise<void>;
}

async function keysOf(store: FileStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const object of store.list(prefix)) keys.push(object.key);
  return keys;
}

/** What every driver of {@link FileStore} does alike. */
export function describeFileStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    let underTest: StoreUnderTest;
    let store: FileStore;
    let folder: string;

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'reelport-store-'));
      underTest = await open();
      store = underTest.store;
    });
    after(async () => {
      await underTest?.close();
      await rm(folder, { recursive: true, force: true });
    });

    test('bytes come back as they went in, from a buffer and from a stream', async () => {
      const bytes = Buffer.from('harbour'.repeat(1000));
      const stored = await store.put('a/buffer', bytes, { contentType: 'text/plain' });
      assert.equal(stored.size, bytes.length);
      await store.put('a/stream', Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]));
      assert.deepEqual(await buffer(await store.read('a/buffer')), bytes);
      assert.deepEqual(await buffer(await store.read('a/stream')), bytes);
    });

    test('an object larger than one part of an upload comes back whole', async () => {
      const block = Buffer.alloc(1024 * 1024, 7);
      await store.put('large', Readable.from(Array.from({ length: 20 }, () => block)));
      assert.equal((await store.stat('large'))?.size, 20 * block.length);
      const tail = await buffer(
        await store.read('large', { start: 19 * block.length + 5, end: 20 * block.length - 1 }),
      );
      assert.equal(tail.length, block.length - 5);
      assert.ok(tail.every((byte) => byte === 7));
    });

    test('an empty object is an object', async () => {
      await store.put('empty', Readable.from([]));
      assert.equal((await store.stat('empty'))?.size, 0);
      assert.equal((await buffer(await store.read('empty'))).length, 0);
    });

    test('putting again replaces the object', async () => {
      await store.put('replaced', Buffer.from('first, and longer'));
      await store.put('replaced', Buffer.from('second'));
      assert.equal((await buffer(await store.read('replaced'))).toString(), 'second');
    });

    test('a range answers its bytes, cut at the end of the object', async () => {
      await store.put('range', Buffer.from('0123456789'));
      const text = async (start: number, end: number) =>
        (await buffer(await store.read('range', { start, end }))).toString();
      assert.equal(await text(2, 4), '234');
      assert.equal(await text(8, 99), '89');
      assert.equal(await text(10, 12), '');
    });

    test('what is not there is a missing file, for reading, moving and downloading', async () => {
      const missing = { code: 'core:file-missing', kind: 'not-found' };
      await assert.rejects(store.read('nothing/here'), missing);
      await assert.rejects(store.move('nothing/here', 'there'), missing);
      await assert.rejects(store.download('nothing/here', join(folder, 'nothing')), missing);
      assert.equal(await store.stat('nothing/here'), undefined);
      await store.remove('nothing/here');
    });

    test('a stream that breaks leaves no object', async () => {
      async function* breaking() {
        yield Buffer.alloc(100);
        throw new Error('the line broke');
      }
      await assert.rejects(store.put('broken', Readable.from(breaking())), /the line broke/);
      assert.equal(await store.stat('broken'), undefined);
    });

    test('a stream that breaks leaves the object that was there before', async () => {
      async function* breaking() {
        yield Buffer.alloc(100);
        throw new Error('the line broke');
      }
      await store.put('kept', Buffer.from('old'));
      await assert.rejects(store.put('kept', Readable.from(breaking())));
      assert.equal((await buffer(await store.read('kept'))).toString(), 'old');
    });

    test('an abort stops a put and leaves nothing', async () => {
      const controller = new AbortController();
      async function* endless() {
        while (true) {
          yield Buffer.alloc(64 * 1024);
          await new Promise((resolve) => setImmediate(resolve));
          if (!controller.signal.aborted) controller.abort(new Error('cancelled by the test'));
        }
      }
      await assert.rejects(store.put('aborted', Readable.from(endless()), { signal: controller.signal }));
      assert.equal(await store.stat('aborted'), undefined);
    });

    test('a local file is stored, and goes when it is moved', async () => {
      const path = join(folder, 'local');
      await writeFile(path, 'from a file');
      await store.putFile('file/copied', path, { contentType: 'text/plain' });
      assert.equal((await stat(path)).size, 11);
      await store.putFile('file/moved', path, { move: true });
      await assert.rejects(stat(path), { code: 'ENOENT' });
      assert.equal((await buffer(await store.read('file/moved'))).toString(), 'from a file');
      assert.equal((await buffer(await store.read('file/copied'))).toString(), 'from a file');
    });

    test('an object is downloaded whole to a path', async () => {
      await store.put('down', Buffer.from('loaded'));
      await store.download('down', join(folder, 'down'));
      assert.equal(await readFile(join(folder, 'down'), 'utf8'), 'loaded');
    });

    test('a move renames and replaces', async () => {
      await store.put('move/from', Buffer.from('new'));
      await store.put('move/to', Buffer.from('old'));
      await store.move('move/from', 'move/to');
      assert.equal(await store.stat('move/from'), undefined);
      assert.equal((await buffer(await store.read('move/to'))).toString(), 'new');
    });

    test('a list names what is under a prefix, and its size', async () => {
      for (const key of ['list/b', 'list/a/2', 'list/a.1', 'list/a-0', 'list/a/1', 'lists']) {
        await store.put(key, Buffer.from(key));
      }
      const listed = async (prefix: string) => (await keysOf(store, prefix)).sort();
      assert.deepEqual(await listed('list/'), ['list/a-0', 'list/a.1', 'list/a/1', 'list/a/2', 'list/b']);
      assert.deepEqual(await listed('list/a/'), ['list/a/1', 'list/a/2']);
      assert.deepEqual(await listed('list'), ['list/a-0', 'list/a.1', 'list/a/1', 'list/a/2', 'list/b', 'lists']);
      assert.deepEqual(await listed('none/'), []);
      for await (const object of store.list('list/b')) assert.equal(object.size, 6);
    });

    test('a removed object is gone', async () => {
      await store.put('gone', Buffer.from('x'));
      await store.remove('gone');
      assert.equal(await store.stat('gone'), undefined);
    });

    test('a key that could leave the store is a mistake of the programmer', async () => {
      for (const key of ['', '/a', 'a/', 'a//b', '../a', 'a/../b', 'a/.', 'a b', 'a\\b', 'ä', 'a\0', 'a'.repeat(201)]) {
        await assert.rejects(async () => store.put(key, Buffer.from('')), TypeError, JSON.stringify(key));
        await assert.rejects(async () => store.read(key), TypeError, JSON.stringify(key));
        await assert.rejects(async () => store.signedUrl(key, 60), TypeError, JSON.stringify(key));
      }
    });

    test('an object has a second key, and goes only with both', async () => {
      await store.put('first', Buffer.from('harbour'));
      await store.copy('first', 'second');
      await store.copy('first', 'second');
      await store.remove('first');
      assert.equal((await buffer(await store.read('second'))).toString(), 'harbour');
      await assert.rejects(store.copy('first', 'third'), { code: 'core:file-missing' });
    });

    test('bytes that come in parts are whole in the end, whoever goes on with them', async () => {
      const bytes = randomBytes(20 * 1024 * 1024 + 11);
      const key = 'parts/one';
      let saved: StagedBytes = { size: 0 };
      const cuts = [0, 5, 9_000_000, 9_000_001, 17_500_000, bytes.length];
      for (const [index, start] of cuts.slice(0, -1).entries()) {
        const from = await store.staging.measure(key, JSON.parse(JSON.stringify(saved)) as StagedBytes);
        assert.equal(from.size, start);
        const part = Readable.from([bytes.subarray(start, cuts[index + 1])]);
        saved = await store.staging.append(key, from, part, { total: bytes.length, save: async () => undefined });
      }
      assert.equal(saved.size, bytes.length);
      saved = await store.staging.complete(key, saved);
      saved = await store.staging.complete(key, saved);
      await store.copy(key, 'parts/whole');
      await store.staging.remove(key, saved);
      await store.staging.remove(key, saved);
      assert.ok((await buffer(await store.read('parts/whole'))).equals(bytes));
      assert.deepEqual(await keysOf(store, 'parts/'), ['parts/whole']);
    });

    test('a part that is stopped from being noted is not counted', async () => {
      const part = Readable.from([randomBytes(9_000_000)]);
      const total = 20_000_000;
      const stop = async (): Promise<void> => Promise.reject(new Error('somebody else writes'));
      const ended = await store.staging
        .append('parts/two', { size: 0 }, part, { total, save: stop })
        .catch((error: Error) => error.message);
      // A disk needs nothing noted.
      if (typeof ended === 'string') assert.equal(ended, 'somebody else writes');
      else assert.equal(ended.size, 9_000_000);
      await store.staging.remove('parts/two', { size: 0 });
    });

    test('a signed URL is read by anyone, with ranges, its type and a name to save under', async () => {
      await store.put('signed', Buffer.from('0123456789'));
      const url = underTest.absolute(
        await store.signedUrl('signed', 60, { filename: '港口 "1".mp4', type: 'video/mp4' }),
      );
      const whole = await fetch(url);
      assert.equal(whole.status, 200);
      assert.equal(whole.headers.get('content-type'), 'video/mp4');
      assert.equal(
        whole.headers.get('content-disposition'),
        `inline; filename="__ _1_.mp4"; filename*=UTF-8''%E6%B8%AF%E5%8F%A3%20%221%22.mp4`,
      );
      assert.equal(await whole.text(), '0123456789');
      const part = await fetch(url, { headers: { range: 'bytes=3-5' } });
      assert.equal(part.status, 206);
      assert.equal(part.headers.get('content-range'), 'bytes 3-5/10');
      assert.equal(await part.text(), '345');
    });

    test('a file that is no picture, video or sound is saved, not shown', async () => {
      await store.put('page', Buffer.from('<script>alert(1)</script>'));
      const answer = await fetch(
        underTest.absolute(await store.signedUrl('page', 60, { filename: 'a.html', type: 'text/html' })),
      );
      assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="a\.html"/);
      await answer.text();
    });
  });
}
