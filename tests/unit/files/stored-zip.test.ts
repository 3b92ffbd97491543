import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { buffer } from 'node:stream/consumers';

import { storedZip, zipEntryOf, type ZipEntry } from '#core/server/services/files/stored-zip.ts';

const at = new Date('2026-11-21T08:00:00Z');
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelport-zip-test-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const some = () => [
  zipEntryOf('夏季新品-001.mp4', Buffer.alloc(100_000, 'a'), at),
  zipEntryOf('empty.txt', Buffer.alloc(0), at),
  zipEntryOf('b/ß.txt', Buffer.from('hello'), at),
];

test('unzip finds every file whole, by its name', async () => {
  const zip = storedZip(some());
  const path = join(folder, 'some.zip');
  const bytes = await buffer(zip.stream());
  assert.equal(bytes.length, zip.size);
  await writeFile(path, bytes);
  execFileSync('unzip', ['-tqq', path]);
  execFileSync('unzip', ['-qq', path, '-d', join(folder, 'some')], { env: { ...process.env, LC_ALL: 'C.UTF-8' } });
  assert.equal(await readFile(join(folder, 'some', 'b', 'ß.txt'), 'utf8'), 'hello');
  assert.equal((await readFile(join(folder, 'some', '夏季新品-001.mp4'))).length, 100_000);
});

test('any part of it can be read by itself', async () => {
  const zip = storedZip(some());
  const whole = await buffer(zip.stream());
  for (const [start, end] of [
    [0, 0],
    [10, 60],
    [40, 90_000],
    [99_000, zip.size - 1],
    [zip.size - 1, zip.size - 1],
  ] as const) {
    assert.ok((await buffer(zip.stream({ start, end }))).equals(whole.subarray(start, end + 1)), `${start}-${end}`);
  }
});

test('what it holds names it', () => {
  const [first, ...others] = some();
  assert.equal(storedZip(some()).digest, storedZip(some()).digest);
  assert.notEqual(storedZip(others).digest, storedZip(some()).digest);
  assert.throws(() => storedZip([first as ZipEntry, first as ZipEntry]), TypeError);
});

test('an entry that has not the bytes that it says breaks the stream off', async () => {
  const entry = { ...zipEntryOf('a', Buffer.from('abc'), at), size: 5 };
  await assert.rejects(buffer(storedZip([entry]).stream()), /not as many bytes/);
  const longer = { ...zipEntryOf('a', Buffer.from('abcdef'), at), size: 3 };
  await assert.rejects(buffer(storedZip([longer]).stream()), /not as many bytes/);
});

test('a stream that is given up closes the file that it reads', async () => {
  const body = new Readable({ read() {} });
  body.push(Buffer.alloc(1000));
  const entry: ZipEntry = { name: 'a', modifiedAt: at, size: 1_000_000, crc32: 0, read: async () => body };
  const stream = storedZip([entry]).stream();
  for await (const chunk of stream) if ((chunk as Buffer).length === 1000) break;
  assert.equal(body.destroyed, true);
});

test('large files, and files far into it, are found by zip64', async () => {
  const GIB = 1024 ** 3;
  const read: ZipEntry['read'] = async ({ start, end } = { start: 0, end: 0 }) => Buffer.alloc(end - start + 1);
  const zip = storedZip([
    { name: 'large.mp4', modifiedAt: at, size: 5 * GIB, crc32: 0x12345678, read },
    zipEntryOf('small.mp4', Buffer.from('content'), at),
  ]);
  const path = join(folder, 'large.zip');
  const file = await open(path, 'w');
  // Of the large file's middle only the room is there.
  for (const range of [
    { start: 0, end: 100 },
    { start: 5 * GIB, end: zip.size - 1 },
  ]) {
    const part = await buffer(zip.stream(range));
    await file.write(part, 0, part.length, range.start);
  }
  await file.close();
  const listed = execFileSync('zipinfo', ['-l', path], { encoding: 'utf8' });
  assert.match(listed, /5368709120 .* large\.mp4/);
  assert.match(listed, / 7 .* small\.mp4/);
  assert.equal(execFileSync('unzip', ['-p', path, 'small.mp4'], { encoding: 'utf8' }), 'content');
});

test('more files than the old format counts are found by zip64', async () => {
  const entries = Array.from({ length: 66_000 }, (_, index) => zipEntryOf(`${index}.txt`, Buffer.alloc(0), at));
  const path = join(folder, 'many.zip');
  await writeFile(path, await buffer(storedZip(entries).stream()));
  assert.match(execFileSync('zipinfo', ['-h', path], { encoding: 'utf8' }), /number of entries: 66000/);
});
