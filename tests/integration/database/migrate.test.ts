import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { CORE_MIGRATIONS, migrate } from '#core/server/ground/database/migrate.ts';
import { testDatabase } from '#core/server/testing/test-database.ts';

type Files = Record<string, string>;

/** A plugin's migrations as drizzle-kit lays them out. */
async function sample(t: TestContext, files: Files) {
  const folder = await mkdtemp(join(tmpdir(), 'reelport-migrations-'));
  t.after(() => rm(folder, { recursive: true }));
  await write(folder, files);
  return { folder, source: { plugin: 'sample', folder: pathToFileURL(`${folder}/`) } };
}

async function write(folder: string, files: Files) {
  await mkdir(join(folder, 'meta'), { recursive: true });
  const entries = Object.keys(files).map((tag, idx) => ({ idx, version: '7', when: idx, tag, breakpoints: true }));
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }));
  for (const [tag, text] of Object.entries(files)) await writeFile(join(folder, `${tag}.sql`), text);
}

const two = {
  '0000_init': 'create table sample_a (n int);\n--> statement-breakpoint\ninsert into sample_a values (1);',
  '0001_more': 'alter table sample_a add column m int;',
};

test('the kernel is migrated once and then has nothing to do', async (t) => {
  const db = await testDatabase(t);
  assert.deepEqual(await migrate(db, [CORE_MIGRATIONS]), []);
});

test('four processes at once apply every migration once', async (t) => {
  const db = await testDatabase(t);
  const { source } = await sample(t, two);
  const program = fileURLToPath(new URL('../../fixtures/database/migrate-process.ts', import.meta.url));
  const applied = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const child = fork(program, [db.connectionString, source.folder.href], { stdio: 'inherit' });
      const [message] = await Promise.all([once(child, 'message'), once(child, 'exit')]);
      return message[0] as string[];
    }),
  );
  assert.deepEqual(applied.flat().toSorted(), ['0000_init', '0001_more']);
  assert.equal((await db.pool.query('select m from sample_a')).rowCount, 1);
});

test('a migration that was merged late, before an applied one, is applied too', async (t) => {
  const db = await testDatabase(t);
  const { folder, source } = await sample(t, { '0001_more': 'create table sample_b ()' });
  await migrate(db, [source]);
  await write(folder, { '0000_late': 'create table sample_c ()', '0001_more': 'create table sample_b ()' });
  assert.deepEqual(await migrate(db, [source]), [{ plugin: 'sample', tag: '0000_late' }]);
});

test('an applied migration that was edited is refused', async (t) => {
  const db = await testDatabase(t);
  const { folder, source } = await sample(t, two);
  await migrate(db, [source]);
  await write(folder, { ...two, '0000_init': 'create table sample_a (other int);' });
  await assert.rejects(migrate(db, [source]), /sample\/0000_init was edited/);
});

test('line ends of another system are no edit', async (t) => {
  const db = await testDatabase(t);
  const { folder, source } = await sample(t, two);
  await migrate(db, [source]);
  await write(folder, { ...two, '0000_init': two['0000_init'].replaceAll('\n', '\r\n') });
  assert.deepEqual(await migrate(db, [source]), []);
});

test('data of a newer version is refused and left as it is', async (t) => {
  const db = await testDatabase(t);
  const { folder, source } = await sample(t, two);
  await migrate(db, [source]);
  await rm(folder, { recursive: true });
  await write(folder, { '0000_init': two['0000_init'], '0002_else': 'drop table sample_a' });
  await assert.rejects(migrate(db, [source]), { code: 'core:database.newer', params: { what: 'sample/0001_more' } });
  assert.equal((await db.pool.query('select 1 from sample_a')).rowCount, 1);
});

test('a migration that fails leaves nothing of itself, and those before it stay', async (t) => {
  const db = await testDatabase(t);
  const { folder, source } = await sample(t, {
    '0000_init': two['0000_init'],
    '0001_broken': 'create table sample_half ();\n--> statement-breakpoint\nselect 1 / 0',
  });
  await assert.rejects(migrate(db, [source]), /sample\/0001_broken failed: division by zero/);
  const { rows } = await db.pool.query<{ half: string | null }>(`select to_regclass('sample_half') as half`);
  assert.deepEqual(rows, [{ half: null }]);
  await write(folder, two);
  assert.deepEqual(await migrate(db, [source]), [{ plugin: 'sample', tag: '0001_more' }]);
});
