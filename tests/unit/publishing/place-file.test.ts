import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';

import { nameOnDisk } from '#plugins/publishing/server/folder/name-on-disk.ts';
import { placeFile } from '#plugins/publishing/server/folder/place-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reelport-place-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const there = () => readdirSync(join(folder, 'to')).toSorted();
function fileOf(words: string, name = 'quay.mp4') {
  const path = join(folder, 'from');
  writeFileSync(path, words);
  const hash = createHash('sha256').update(words).digest('hex');
  return { path, name, type: 'video/mp4', size: words.length, hash };
}
const place = (file: ReturnType<typeof fileOf>, signal = new AbortController().signal, seen: number[] = []) =>
  placeFile(file, join(folder, 'to'), { key: 'k', signal, onProgress: (done) => void seen.push(done) });

test('a file is placed whole, once, and replaces none of its name', async () => {
  const seen: number[] = [];
  await place(fileOf('sea'), undefined, seen);
  await place(fileOf('sea'));
  await place(fileOf('tide'));
  await place(fileOf('tide'));
  assert.deepEqual([there(), seen.at(-1)], [['quay (2).mp4', 'quay.mp4'], 1]);
  assert.equal(readFileSync(join(folder, 'to', 'quay (2).mp4'), 'utf8'), 'tide');
});

test('two files of one name that are placed at once both stay', async () => {
  const files = ['sea', 'tide', 'rain'].map((words) => {
    const file = fileOf(words);
    const path = `${file.path}-${words}`;
    writeFileSync(path, words);
    return { ...file, path };
  });
  await Promise.all(
    files.map((file, index) =>
      placeFile(file, join(folder, 'to'), { key: `k${index}`, signal: new AbortController().signal, onProgress() {} }),
    ),
  );
  const words = there().map((name) => readFileSync(join(folder, 'to', name), 'utf8'));
  assert.deepEqual(words.toSorted(), ['rain', 'sea', 'tide']);
});

test('what is stopped leaves nothing behind', async () => {
  const stopped = AbortSignal.abort(new Error('stopped'));
  await assert.rejects(place(fileOf('sea'), stopped));
  assert.deepEqual(there(), []);
});

test('names are what every file system takes', () => {
  const cases = [
    ['港口 日落.mp4', '港口 日落.mp4'],
    ['../../etc/passwd', '__.._etc_passwd'],
    ['a/b\\c:d*e?.mp4', 'a_b_c_d_e_.mp4'],
    ['.hidden', '_hidden'],
    ['con.mp4', '_con.mp4'],
    ['tail. . ', 'tail'],
    ['gpj\u202E4pm.exe', 'gpj_4pm.exe'],
    ['', 'file'],
  ] as const;
  for (const [given, wanted] of cases) assert.equal(nameOnDisk(given), wanted);
  const long = nameOnDisk(`${'港'.repeat(200)}.mp4`);
  assert.ok(Buffer.byteLength(long) <= 200 && long.endsWith('港.mp4'), long);
});
