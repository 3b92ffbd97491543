import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { deriveKey, loadMasterKeys } from '#core/server/services/settings/master-key.ts';
import { createSecretBox } from '#core/server/services/settings/secret-box.ts';

const [old, young] = [randomBytes(32), randomBytes(32)];

test('a sealed text opens again and tells nothing', () => {
  const box = createSecretBox([young]);
  const sealed = box.seal('秘密', 'smtp');
  assert.ok(!sealed.includes('秘密'));
  assert.notEqual(sealed, box.seal('秘密', 'smtp'));
  assert.equal(box.open(sealed, 'smtp'), '秘密');
});

test('a sealed text does not open elsewhere or when it was changed', () => {
  const box = createSecretBox([young]);
  const sealed = box.seal('secret', 'smtp');
  assert.throws(() => box.open(sealed, 'sms'), { code: 'core:secret-damaged' });
  assert.throws(() => box.open(`${sealed.slice(0, -2)}AA`, 'smtp'), { code: 'core:secret-damaged' });
  assert.throws(() => box.open('nonsense', 'smtp'), { code: 'core:secret-damaged' });
});

test('after a change of keys old secrets still open and new ones use the new key', () => {
  const sealed = createSecretBox([old]).seal('secret', 'smtp');
  const rotated = createSecretBox([young, old]);
  assert.equal(rotated.open(sealed, 'smtp'), 'secret');
  assert.equal(rotated.outdated(sealed), true);
  assert.equal(rotated.outdated(rotated.seal('secret', 'smtp')), false);
  assert.throws(() => createSecretBox([young]).open(sealed, 'smtp'), { code: 'core:secret-key-unknown' });
});

test('keys for two purposes have nothing in common', () => {
  assert.equal(deriveKey(young, 'a').length, 32);
  assert.deepEqual(deriveKey(young, 'a'), deriveKey(young, 'a'));
  assert.notDeepEqual(deriveKey(young, 'a'), deriveKey(young, 'b'));
});

test('without a configured key one is made once, for this user only', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'reelport-key-'));
  t.after(() => rm(dataDir, { recursive: true }));
  const all = await Promise.all(Array.from({ length: 5 }, () => loadMasterKeys({ dataDir, environment: {} })));
  for (const keys of all) assert.deepEqual(keys, all[0]);
  assert.equal((await stat(join(dataDir, 'secret-key'))).mode & 0o777, 0o600);
  assert.equal(Buffer.from(await readFile(join(dataDir, 'secret-key'), 'utf8'), 'base64').length, 32);
});

test('configured keys are used in their order, and a wrong one is refused', async () => {
  const environment = { REELPORT_SECRET_KEY: `${young.toString('base64')}, ${old.toString('base64')}` };
  assert.deepEqual(await loadMasterKeys({ dataDir: '/nowhere', environment }), [young, old]);
  await assert.rejects(loadMasterKeys({ dataDir: '/nowhere', environment: { REELPORT_SECRET_KEY: 'short' } }), {
    code: 'core:secret-key-invalid',
  });
});
