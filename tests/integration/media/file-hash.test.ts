import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFile, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';

import { createFileHasher } from '#core/server/services/media/file-hash.ts';

import { temporaryFolder } from './media-kit.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder, 'a.bin');
});

const sha256 = (bytes: string) => createHash('sha256').update(bytes).digest('hex');
const remembered = () => readFile(join(folder, 'cache', 'file-hashes'), 'utf8').catch(() => '');
const hasher = () => createFileHasher({ folder: join(folder, 'cache') });

/** A file that has not changed for a while, as far as its times tell. */
async function settle(): Promise<void> {
  const end = (await stat(file)).ctimeMs + 2100;
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, end - Date.now())));
}

test('a settled file is hashed once, by whichever process; a changed one again', async () => {
  await writeFile(file, 'one');
  await settle();
  const first = hasher();
  assert.deepEqual(await Promise.all([first.hash(file), first.hash(file)]), [sha256('one'), sha256('one')]);
  assert.equal((await remembered()).split('\n').length, 2);
  const line = (await remembered()).replace(sha256('one'), sha256('from memory'));
  await writeFile(join(folder, 'cache', 'file-hashes'), line);
  assert.equal(await hasher().hash(file), sha256('from memory'));
  const { mtime } = await stat(file);
  await writeFile(file, 'two');
  // A copying tool may set the old time on new bytes of the same length.
  await utimes(file, mtime, mtime);
  assert.equal(await hasher().hash(file), sha256('two'));
});

test('a file that changed a moment ago is not remembered', async () => {
  await writeFile(file, 'one');
  assert.equal(await hasher().hash(file), sha256('one'));
  assert.equal(await remembered(), '');
});

test('torn and foreign lines are passed over', async () => {
  await writeFile(file, 'one');
  await settle();
  await hasher().hash(file);
  await appendFile(join(folder, 'cache', 'file-hashes'), '1:2:3:4:5 abc\nrubbish\n\u0000\u0000\n7:7');
  assert.equal(await hasher().hash(file), sha256('one'));
});

test('a cancelled hash ends as cancelled', async () => {
  await writeFile(file, Buffer.alloc(8 << 20));
  const controller = new AbortController();
  const hashing = hasher().hash(file, controller.signal);
  controller.abort();
  await assert.rejects(hashing, { name: 'AbortError' });
});

test('a file that is not there is the file system’s own error', async () => {
  await assert.rejects(hasher().hash(join(folder, 'nowhere')), { code: 'ENOENT' });
});
