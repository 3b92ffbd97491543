import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { createAudit } from '#core/server/ground/audit/create-audit.ts';
import { connectDatabase } from '#core/server/ground/database/connect.ts';
import type { Database } from '#core/server/ground/database/database.ts';
import { createSecretBox } from '#core/server/services/settings/secret-box.ts';
import { createSettings } from '#core/server/services/settings/create-settings.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { testDatabase } from '#core/server/testing/test-database.ts';
import { testLog } from '#core/server/testing/test-log.ts';

const limit = {
  key: 'test.limit',
  schema: z.object({ most: z.number().int().default(5) }).prefault({}),
  secret: false,
};
const apiKey = { key: 'test.api-key', schema: z.string().nullable().default(null), secret: true };

function settingsOn(db: Database, key = randomBytes(32)) {
  const box = createSecretBox([key]);
  return createSettings({ db, box, audit: createAudit({ clock: { now: () => new Date() } }), log: testLog });
}

async function nodes(t: TestContext) {
  const scope = lastFirst(t);
  const db = await testDatabase(scope);
  const otherDb = await connectDatabase({ connectionString: db.connectionString, log: testLog });
  scope.after(() => otherDb.close());
  return { db, otherDb };
}

test('a setting has its default until it is set, and the change reaches the other nodes', async (t) => {
  const { db, otherDb } = await nodes(t);
  const [one, other] = [settingsOn(db), settingsOn(otherDb)];
  assert.deepEqual(await one.get(limit), { most: 5 });
  assert.deepEqual(await other.get(limit), { most: 5 });
  await one.set(limit, { most: 9 }, 'me');
  assert.deepEqual(await one.get(limit), { most: 9 });
  for (const deadline = Date.now() + 2000; (await other.get(limit)).most !== 9; await sleep(10)) {
    assert.ok(Date.now() < deadline);
  }
});

test('a value is read from memory', async (t) => {
  const { db } = await nodes(t);
  const settings = settingsOn(db);
  await settings.get(limit);
  await db.pool.query('alter table core_settings rename to hidden');
  assert.deepEqual(await settings.get(limit), { most: 5 });
});

test('a secret cannot be read in the table nor in the audit', async (t) => {
  const { db } = await nodes(t);
  const settings = settingsOn(db);
  await settings.set(apiKey, 'sk-very-secret', 'me');
  assert.equal(await settings.get(apiKey), 'sk-very-secret');
  const { rows } = await db.pool.query(
    'select value::text as text from core_settings union all select details::text from core_audit',
  );
  assert.equal(rows.length, 2);
  assert.ok(!JSON.stringify(rows).includes('very-secret'));
  await settings.set(apiKey, null, 'me');
  assert.equal(await settings.get(apiKey), null);
});

test('a secret under a lost key says which key is missing', async (t) => {
  const { db, otherDb } = await nodes(t);
  await settingsOn(db).set(apiKey, 'sk-very-secret', 'me');
  await assert.rejects(settingsOn(otherDb).get(apiKey), { code: 'core:secret-key-unknown' });
});

test('a value that its schema refuses is not stored, and the error does not tell it', async (t) => {
  const { db } = await nodes(t);
  const settings = settingsOn(db);
  // @ts-expect-error -- a caller without types
  await assert.rejects(settings.set(limit, { most: 'many' }, 'me'), {
    code: 'core:settings-invalid',
    params: { key: 'test.limit', problem: 'most' },
  });
  assert.equal((await db.pool.query('select 1 from core_settings')).rowCount, 0);
  assert.equal((await db.pool.query('select 1 from core_audit')).rowCount, 0);
});
