import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';

import { stampDataFolder } from '#host/server/start/data-version.ts';

async function folderWith(t: TestContext, version?: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'version-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  if (version !== undefined) await writeFile(join(folder, 'version.json'), JSON.stringify({ version }));
  return folder;
}

async function stampOf(folder: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, 'version.json'), 'utf8'));
}

test('a new data folder is stamped with the version of the program', async (t) => {
  const folder = await folderWith(t);
  await stampDataFolder(folder, '0.10.0');
  assert.deepEqual(await stampOf(folder), { version: '0.10.0' });
  assert.deepEqual(await readdir(folder), ['version.json']);
});

test('data of an older version is taken over', async (t) => {
  const folder = await folderWith(t, '0.9.12');
  await stampDataFolder(folder, '0.10.0');
  assert.deepEqual(await stampOf(folder), { version: '0.10.0' });
});

test('data of a newer version is refused and left as it is', async (t) => {
  for (const found of ['0.10.1', '0.11.0', '1.0.0']) {
    const folder = await folderWith(t, found);
    const refused = { code: 'host:start.newer-data', params: { folder, found, own: '0.10.0' } };
    await assert.rejects(stampDataFolder(folder, '0.10.0'), refused);
    assert.deepEqual(await stampOf(folder), { version: found });
  }
});

test('a damaged stamp is written anew', async (t) => {
  const folder = await folderWith(t);
  await writeFile(join(folder, 'version.json'), '{');
  await stampDataFolder(folder, '0.10.0');
  assert.deepEqual(await stampOf(folder), { version: '0.10.0' });
});
