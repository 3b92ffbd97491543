import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';

import { createAccountFiles, type AccountFiles } from '#core/server/services/files/account-files.ts';
import { createDiskStore } from '#core/server/services/files/disk-store.ts';
import type { FileStore } from '#core/server/services/files/file-store.ts';
import { blobKey } from '#core/server/services/files/files.ts';
import { createS3Store } from '#core/server/services/files/s3-store.ts';
import { buildAccount } from '#core/server/testing/build-account.ts';
import { testDatabase } from '#core/server/testing/test-database.ts';

import { startS3 } from './start-s3.ts';

const db = await testDatabase({ after });
const MP4_HEAD = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex');

/** Bytes that begin like an MP4 and are like nobody else's. */
function someVideo(size = 200_000): Buffer {
  return Buffer.concat([MP4_HEAD, randomBytes(size)]);
}
function pieces(bytes: Buffer, size = 10_000): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    })(),
  );
}
async function keys(store: FileStore, prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of store.list(prefix)) found.push(key);
  return found;
}

function describeFiles(
  name: string,
  open: (folder: string) => Promise<{ store: FileStore; close(): Promise<void> }>,
): void {
  describe(name, () => {
    let files: AccountFiles;
    let store: FileStore;
    let folder: string;
    let close: () => Promise<void>;
    let account: string;
    let other: string;
    const video = { name: 'clip.mp4', maxSize: 10_000_000 };

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'reelport-files-'));
      ({ store, close } = await open(folder));
      files = createAccountFiles({ db, store, temporaryFolder: join(folder, 'copies') });
      account = (await buildAccount(db)).id;
      other = (await buildAccount(db)).id;
    });
    after(async () => {
      await close();
      await rm(folder, { recursive: true, force: true });
    });

    test('a file is hashed, judged and stored under its hash', async () => {
      const bytes = someVideo();
      const file = await files.add(account, pieces(bytes), video);
      assert.equal(file.hash, createHash('sha256').update(bytes).digest('hex'));
      assert.equal(file.size, bytes.length);
      assert.equal(file.type, 'video/mp4');
      assert.equal(file.name, 'clip.mp4');
      assert.deepEqual(await files.get(account, file.id), file);
      assert.equal(await files.withLocal(file, async (path) => (await readFile(path)).equals(bytes)), true);
      assert.deepEqual(await keys(store, 'staging/'), []);
    });

    test('another account’s file is as absent as one that never was', async () => {
      const file = await files.add(account, pieces(someVideo()), video);
      const missing = { code: 'core:file-missing', kind: 'not-found' };
      await assert.rejects(files.get(other, file.id), missing);
      await assert.rejects(files.remove(other, file.id), missing);
      await assert.rejects(files.get(account, '01930000-0000-7000-8000-000000000000'), missing);
      assert.equal((await files.get(account, file.id)).id, file.id);
    });

    test('the same bytes are stored once, and stay until the last record goes', async () => {
      const bytes = someVideo();
      const mine = await files.add(account, pieces(bytes), video);
      const before = await store.stat(blobKey(mine.hash));
      const theirs = await files.add(other, pieces(bytes), { ...video, name: 'other.mp4' });
      assert.equal(theirs.hash, mine.hash);
      assert.notEqual(theirs.id, mine.id);
      assert.deepEqual(await store.stat(blobKey(mine.hash)), before);
      await files.remove(account, mine.id);
      assert.equal(await files.withLocal(theirs, async (path) => (await readFile(path)).length), bytes.length);
      await files.remove(other, theirs.id);
      assert.equal(await store.stat(blobKey(mine.hash)), undefined);
      const { rows } = await db.pool.query('select 1 from core_blobs where hash = $1', [mine.hash]);
      assert.equal(rows.length, 0);
    });

    test('adding and removing the same bytes at once never loses them', async () => {
      const bytes = someVideo(1000);
      let held = await files.add(account, pieces(bytes), video);
      for (let round = 0; round < 8; round += 1) {
        const [, ...added] = await Promise.all([
          files.remove(account, held.id),
          files.add(account, pieces(bytes), video),
          files.add(other, pieces(bytes), video),
        ]);
        for (const file of added) {
          assert.equal(await files.withLocal(file, async (path) => (await readFile(path)).equals(bytes)), true);
        }
        const [next, extra] = added as [typeof held, typeof held];
        await files.remove(other, extra.id);
        held = next;
      }
      await files.remove(account, held.id);
      assert.equal(await store.stat(blobKey(held.hash)), undefined);
    });

    const refused: [string, () => Readable, object, string, string][] = [
      ['an empty file', () => pieces(Buffer.alloc(0)), {}, 'core:file-empty', 'invalid'],
      [
        'text named like a video',
        () => pieces(Buffer.from('#EXTM3U\nhttp://example.com/a.ts\n'.repeat(10))),
        {},
        'core:file-type',
        'unsupported',
      ],
      ['a long text', () => pieces(Buffer.from('text '.repeat(50_000))), {}, 'core:file-type', 'unsupported'],
      [
        'SVG',
        () =>
          pieces(
            Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
          ),
        {},
        'core:file-type',
        'unsupported',
      ],
      [
        'SVG without a prolog',
        () => pieces(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
        {},
        'core:file-type',
        'unsupported',
      ],
      [
        'HTML',
        () => pieces(Buffer.from('<!doctype html><script>alert(1)</script>')),
        {},
        'core:file-type',
        'unsupported',
      ],
      [
        'a type that is not accepted',
        () => pieces(someVideo()),
        { accept: ['image/png'] },
        'core:file-type',
        'unsupported',
      ],
      [
        'a file over the limit',
        () => pieces(someVideo(200_000)),
        { maxSize: 100_000 },
        'core:file-too-large',
        'too-large',
      ],
    ];
    for (const [what, body, options, code, kind] of refused) {
      test(`${what} is refused and nothing is stored`, async () => {
        const before = await db.pool.query('select count(*) from core_files');
        const blobs = await keys(store, 'blobs/');
        await assert.rejects(files.add(account, body(), { ...video, ...options }), { code, kind });
        assert.deepEqual((await db.pool.query('select count(*) from core_files')).rows, before.rows);
        assert.deepEqual(await keys(store, 'blobs/'), blobs);
        assert.deepEqual(await keys(store, 'staging/'), []);
      });
    }

    test('an endless file is refused as soon as it is over the limit', async () => {
      let sent = 0;
      const endless = Readable.from(
        (function* () {
          yield MP4_HEAD;
          while (true) {
            sent += 65_536;
            yield Buffer.alloc(65_536);
          }
        })(),
      );
      await assert.rejects(files.add(account, endless, { ...video, maxSize: 1_000_000 }), {
        code: 'core:file-too-large',
      });
      assert.ok(sent < 4_000_000, `${sent} bytes were read`);
    });

    test('a line that breaks stores nothing', async () => {
      const body = Readable.from(
        (function* () {
          yield someVideo();
          throw new Error('the line broke');
        })(),
      );
      await assert.rejects(files.add(account, body, video), /the line broke/);
      assert.deepEqual(await keys(store, 'staging/'), []);
    });

    test('an account that is not there stores nothing, not even bytes', async () => {
      const bytes = someVideo();
      await assert.rejects(files.add('not-a-uuid', pieces(bytes), video));
      const hash = createHash('sha256').update(bytes).digest('hex');
      assert.equal(await store.stat(blobKey(hash)), undefined);
      assert.deepEqual(await keys(store, 'staging/'), []);
    });

    test('a name keeps no folders and no control characters', async () => {
      const file = await files.add(account, pieces(someVideo()), { ...video, name: '../../etc/\u0007港口\n.mp4' });
      assert.equal(file.name, '港口.mp4');
      const turned = await files.add(account, pieces(someVideo()), { ...video, name: 'a\u202E4pm.exe\u2069.mp4' });
      assert.equal(turned.name, 'a4pm.exe.mp4');
      const long = await files.add(account, pieces(someVideo()), { ...video, name: 'x'.repeat(1000) });
      assert.equal(long.name.length, 255);
    });

    test('a file of the server’s own goes with the transaction that records it', async () => {
      const path = join(folder, 'made.html');
      await writeFile(path, '<p>certificate</p>');
      const made = await db.transaction((tx) =>
        files.addLocal(tx, account, path, { name: 'made.html', type: 'text/html' }),
      );
      assert.equal((await files.get(account, made.id)).type, 'text/html');
      await assert.rejects(
        db.transaction(async (tx) => {
          await files.addLocal(tx, other, path, { name: 'made.html', type: 'text/html' });
          throw new Error('rolled back');
        }),
        /rolled back/,
      );
      const { rows } = await db.pool.query('select 1 from core_files where account_id = $1 and name = $2', [
        other,
        'made.html',
      ]);
      assert.equal(rows.length, 0);
      assert.equal(await files.withLocal(made, (local) => readFile(local, 'utf8')), '<p>certificate</p>');
    });

    test('bytes that went missing are supplied again by the next upload', async () => {
      const bytes = someVideo();
      const file = await files.add(account, pieces(bytes), video);
      await store.remove(blobKey(file.hash));
      await assert.rejects(files.withLocal(file, (path) => readFile(path)));
      await files.add(account, pieces(bytes), video);
      assert.equal(await files.withLocal(file, async (path) => (await readFile(path)).length), bytes.length);
    });
  });
}

describeFiles('files of accounts on a disk', async (folder) => ({
  store: await createDiskStore({ folder, secret: randomBytes(32) }),
  close: async () => undefined,
}));

describeFiles('files of accounts in a bucket', async () => {
  const s3 = await startS3();
  const store = createS3Store(s3.options);
  return {
    store,
    async close() {
      store.close();
      await s3.stop();
    },
  };
});

test('a sweep removes old leftovers and keeps everything that is in use or new', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'reelport-sweep-'));
  t.after(() => rm(folder, { recursive: true }));
  const store = await createDiskStore({ folder, secret: randomBytes(32) });
  const files = createAccountFiles({ db, store, temporaryFolder: join(folder, 'copies') });
  const { id: account } = await buildAccount(db);
  const used = await files.add(account, pieces(someVideo()), { name: 'a.mp4', maxSize: 1_000_000 });
  const orphan = blobKey('a'.repeat(64));
  const young = blobKey('b'.repeat(64));
  for (const key of [orphan, young, 'staging/old', 'staging/young']) await store.put(key, Buffer.from('x'));
  const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
  for (const key of [orphan, 'staging/old', blobKey(used.hash)]) await utimes(store.localPath(key), longAgo, longAgo);
  assert.equal(await files.sweep(), 2);
  assert.deepEqual(await keys(store, 'staging/'), ['staging/young']);
  assert.deepEqual(await keys(store, 'blobs/'), [blobKey(used.hash), young].sort());
});
