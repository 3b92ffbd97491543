import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { connectDatabase } from '#core/server/ground/database/connect.ts';
import { translate } from '#core/server/ground/messages.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { runPluginCommand } from '#host/server/outside-plugins/plugin-command.ts';
import { BUOY } from '#tests/fixtures/server-halves/buoy.ts';
import { MISBEHAVING } from '#tests/fixtures/server-halves/misbehaving.ts';
import { halfSource, packHalf, unpackInto, writeHalf } from '#tests/fixtures/server-halves/write-half.ts';
import type { TestServer } from '#tests/integration/http/test-server.ts';

import { startHarbour } from './harbour.ts';

const scope = lastFirst({ after });
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelport-plugin-command-'));
  scope.after(() => rm(folder, { recursive: true, force: true }));
});

async function run(dataDir: string, words: string[], options: { answer?: string; databaseUrl?: string } = {}) {
  const lines: string[] = [];
  const DATABASE_URL = options.databaseUrl ?? 'postgres://nobody@127.0.0.1:1/none';
  const code = await runPluginCommand(readConfiguration({ DATA_DIR: dataDir, DATABASE_URL }), words, {
    language: 'en',
    translate: (key, params) => translate('en', key, params),
    print: (line) => lines.push(line),
    readLine: async () => options.answer ?? '',
  });
  return { code, text: lines.join('\n') };
}

async function emptyData(): Promise<string> {
  return await mkdtemp(join(folder, 'data-'));
}

const names = async (dataDir: string) => (await readdir(join(dataDir, 'plugins'))).toSorted();

test('a packed plugin is added, listed and removed without a database', async () => {
  const dataDir = await emptyData();
  const zip = join(folder, 'buoy-1.0.0.reelport.zip');
  await writeFile(zip, packHalf(BUOY));
  const { code, text } = await run(dataDir, ['add', zip]);
  assert.equal(code, 0);
  assert.match(text, /Added plugin buoy 1\.0\.0[\s\S]*all rights of the server[\s\S]*next time the server starts/);
  assert.deepEqual(await names(dataDir), ['buoy']);
  assert.deepEqual(await run(dataDir, ['list']), { code: 0, text: 'buoy  1.0.0' });

  await writeFile(zip, packHalf({ ...BUOY, manifest: { version: '1.1.0' } }));
  assert.match((await run(dataDir, ['add', zip])).text, /buoy 1\.1\.0 .* replacing 1\.0\.0/);
  assert.match((await run(dataDir, ['remove', 'buoy'])).text, /tables are still there/);
  assert.deepEqual(await names(dataDir), []);
  assert.match((await run(dataDir, ['list'])).text, /no plugins/);
  await assert.rejects(run(dataDir, ['remove', 'buoy']), { code: 'host:outside.absent' });
});

test('a folder is added as well, a build’s own or one whose dist it is, without what is none of the plugin', async () => {
  const source = await emptyData();
  const built = await unpackInto(source, 'anything', packHalf(BUOY));
  await writeFile(join(built, 'README.md'), '# Buoys');
  const npm = join(source, 'npm');
  await mkdir(npm);
  await cp(built, join(npm, 'dist'), { recursive: true });
  for (const path of [built, npm]) {
    const dataDir = await emptyData();
    assert.equal((await run(dataDir, ['add', path])).code, 0);
    const there = await readdir(join(dataDir, 'plugins', 'buoy'));
    assert.deepEqual(there.toSorted(), ['plugin.json', 'server', 'texts']);
  }
});

test('what would fail is refused before it is there', async () => {
  const dataDir = await emptyData();
  const cases: [string, object | RegExp][] = [
    ['wrong-hash', { code: 'core:plugin.package-hash' }],
    ['extra-file', { code: 'core:plugin.package-extra' }],
    ['foreign-table', /"core_extras" does not belong/],
    ['core-tools', { code: 'host:outside.id-taken' }],
  ];
  for (const [id, refusal] of cases) {
    const parts = MISBEHAVING.find((half) => half.id === id) ?? assert.fail(id);
    const zip = join(folder, `${id}.zip`);
    await writeFile(zip, packHalf(parts));
    await assert.rejects(run(dataDir, ['add', zip]), refusal, id);
  }
  const shipped = join(folder, 'mixing.zip');
  await writeFile(shipped, packHalf({ id: 'mixing', module: halfSource('mixing') }));
  await assert.rejects(run(dataDir, ['add', shipped]), { code: 'host:outside.id-taken' });
  await assert.rejects(run(dataDir, ['add', join(folder, 'nothing')]), { code: 'host:outside.not-found' });
  await assert.rejects(run(dataDir, ['add']), { code: 'host:outside.help' });
  assert.deepEqual(await names(dataDir), []);
});

test('the list names what is wrong with a plugin', async () => {
  const dataDir = await emptyData();
  await writeHalf(dataDir, BUOY);
  const module = join(dataDir, 'plugins', 'buoy', 'server', 'index.mjs');
  await writeFile(module, (await readFile(module, 'utf8')).replace('North', 'South').replace('marks', 'MARKS'));
  const { code, text } = await run(dataDir, ['list']);
  assert.equal(code, 1);
  assert.match(text, /^buoy {2}cannot be used: .*server\/index\.mjs/);
});

test('purge drops what a removed plugin has left, after its id was typed, and nothing of others', async (t) => {
  const kit = {
    id: 'buoy-kit',
    module: halfSource('buoy-kit', { server: `migrations: new URL('./migrations/', import.meta.url)` }),
    migrations: { '0000_init': "create table buoy_kit_items (id int); create type buoy_kit_kind as enum ('a');" },
  };
  const server: TestServer = await startHarbour(lastFirst(t), [BUOY, kit]);
  const { token } = await server.signIn();
  const { connectionString } = server.composed.ctx.db;
  const db = await connectDatabase({ connectionString, log: testLog });
  lastFirst(t).after(() => db.close());
  assert.equal((await server.call('POST', '/api/p/buoy/marks', { token, body: { name: 'North' } })).status, 200);
  const purge = (answer: string, id = 'buoy') =>
    run(server.dataDir, ['purge', id], { answer, databaseUrl: connectionString });
  const left = async () =>
    (
      await db.pool.query<{ name: string }>(
        `select relname as name from pg_class where relname like 'buoy%' and relkind = 'r'
         union all select plugin || '/' || tag from reelport_migrations where plugin like 'buoy%'
         union all select job from core_tasks where job like 'buoy%'
         union all select name from pgboss.queue where name like 'buoy%' order by 1`,
      )
    ).rows.map(({ name }) => name);

  await assert.rejects(purge('buoy'), { code: 'host:outside.still-here' });
  await assert.rejects(purge('mixing', 'mixing'), { code: 'host:outside.id-taken' });
  await run(server.dataDir, ['remove', 'buoy']);
  const before = await left();
  // Its code is still in the server's process, and would find no table.
  await assert.rejects(purge('buoy'), { code: 'host:outside.running' });
  assert.deepEqual(await left(), before);
  await server.composed.close();
  const refused = await purge('no');
  assert.equal(refused.code, 1);
  assert.match(
    refused.text,
    /1 tasks[\s\S]*buoy_marks \(1 rows\)[\s\S]*type the plugin’s id[\s\S]*Nothing was dropped/,
  );
  assert.ok(!refused.text.includes('buoy_kit'));
  assert.deepEqual(await left(), before);

  assert.equal((await purge('buoy\n')).code, 0);
  assert.deepEqual(await left(), ['buoy-kit/0000_init', 'buoy_kit_items']);
  const { rows } = await db.pool.query(`select actor, target from core_audit where action = 'plugin.purge'`);
  assert.deepEqual(rows, [{ actor: 'console', target: 'buoy' }]);
  assert.match((await purge('buoy')).text, /left nothing behind/);
});
