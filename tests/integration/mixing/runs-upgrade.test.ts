import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { asc, eq } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';

import { migrate } from '#core/server/ground/database/migrate.ts';
import { coreToolItems, coreToolRuns } from '#core/server/services/tool-runs/tables.ts';
import { testDatabase } from '#core/server/testing/test-database.ts';
import { outputOf } from '#plugins/mixing/server/runs/outputs.ts';

const MIGRATIONS = new URL('../../../plugins/mixing/server/migrations/', import.meta.url);

/** Mixing's migrations up to the one that moves its runs. */
async function earlierMigrations(): Promise<{ folder: URL; end(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'reelport-earlier-'));
  await cp(fileURLToPath(MIGRATIONS), folder, { recursive: true });
  const journal = join(folder, 'meta/_journal.json');
  const read = JSON.parse(await readFile(journal, 'utf8')) as { entries: { idx: number }[] };
  const entries = read.entries.filter(({ idx }) => idx < 6);
  assert.equal(entries.length, 6);
  await writeFile(journal, JSON.stringify({ ...read, entries }));
  for (const name of ['0006_runs-of-the-tool.sql', '0007_naming-of-tool-runs.sql']) await rm(join(folder, name));
  return { folder: pathToFileURL(`${folder}/`), end: () => rm(folder, { recursive: true, force: true }) };
}

test('runs of before they were runs of a tool are there after the upgrade, finished and under way', async (t) => {
  const db = await testDatabase(t);
  const earlier = await earlierMigrations();
  t.after(earlier.end);
  await migrate(db, [{ plugin: 'mixing', folder: earlier.folder }]);
  const [accountId, project, done, working, like, clip] = [uuid(), uuid(), uuid(), uuid(), uuid(), uuid()];
  const document = {
    name: '夏季新品',
    groups: [{ id: '1', name: 'One', materials: [{ material: clip }, { material: 'gone' }] }],
    music: null,
  };
  const at = '2026-11-01T10:00:00Z';
  const query = (text: string, values: unknown[]) => db.pool.query(text, values);
  await query(
    `insert into mixing_projects (id, account_id, name, document, created_at, updated_at) values ($1, $2, 'P', $3, $4, $4)`,
    [project, accountId, document, at],
  );
  await query(`insert into core_blobs (hash, size) values ('h', 5)`, []);
  await query(
    `insert into core_files (id, account_id, hash, size, name, type) values ($1, $2, 'h', 5, 'c.mp4', 'video/mp4')`,
    [clip, accountId],
  );
  const run = `insert into mixing_runs (id, account_id, project_id, document, count, planned, seed, state, round, plan,
    certificate, revision, progress, error, ended_at, created_at, updated_at, name_pattern)
    values ($1, $2, $3, $4, 5, $5, 1, $6, $7, $8, $9, 7, $10, $11, $12, $13, $13, $14)`;
  const plan = { blends: {}, shortestSeconds: 3, mostShared: 1 };
  await query(run, [
    done,
    accountId,
    project,
    document,
    2,
    'done',
    1,
    plan,
    { pairs: 1 },
    1,
    null,
    at,
    at,
    '{title} {n}',
  ]);
  await query(run, [
    working,
    accountId,
    project,
    document,
    4,
    'rendering',
    0,
    plan,
    null,
    0.4,
    null,
    null,
    at,
    '{project}-{nnn}',
  ]);
  const shots = [{ group: '1', material: clip, symbol: 's', window: { start: 0, end: 1 } }];
  const made = { sha256: 'x', size: 9, crc32: 4, seconds: 3, parts: [], audio: '' };
  const task = uuid();
  const rows: [string, string, number, string, unknown, string | null, string | null, string | null, boolean][] = [
    [like, done, 0, 'made', made, uuid(), null, null, true],
    [uuid(), done, 1, 'replaced', { ...made, crc32: undefined }, null, like, null, false],
    [uuid(), done, 2, 'given-up', null, null, null, null, false],
    [uuid(), working, 0, 'made', { ...made, crc32: undefined }, uuid(), null, null, false],
    [uuid(), working, 1, 'planned', null, null, null, task, false],
    [uuid(), working, 2, 'failed', null, null, null, null, false],
  ];
  for (const [id, runId, position, state, facts, fileId, likeId, taskId, counted] of rows) {
    await query(
      `insert into mixing_outputs (id, account_id, project_id, run_id, position, state, shots, title, facts, file_id,
       like_id, task_id, counted, name, error, weight, revision, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, 'Title', $8, $9, $10, $11, $12, $13, $14, 1.5, 3, $15)`,
      [
        ...[id, accountId, project, runId, position, state, JSON.stringify(shots), facts, fileId, likeId, taskId],
        ...[counted, `P-${position}`, state === 'failed' ? { code: 'core:space-full', params: {} } : null, at],
      ],
    );
  }
  await query(
    `insert into core_tasks (id, account_id, job, subject_id, state, payload, attempts, queue_id, tag, created_at, updated_at)
     values ($1, $2, 'mixing.render-output', $3, 'queued', $4, 3, $1, 0, $5, $5)`,
    [task, accountId, working, { runId: working, outputId: rows[4]?.[0] }, at],
  );
  await query(`insert into core_file_holds (file_id, account_id, holder) values ($1, $2, $3)`, [
    ...[clip, accountId, `mixing.run ${working}`],
  ]);

  await migrate(db, [{ plugin: 'mixing', folder: MIGRATIONS }]);

  const scope = db.scope(accountId);
  const runs = await scope.select(coreToolRuns, { orderBy: asc(coreToolRuns.state) });
  assert.deepEqual(
    runs.map(({ id, tool, name, state, settings, inputs, progress, revision, expiresAt }) => ({
      ...{ id, tool, name, state, settings, inputs, progress, revision, expiresAt },
    })),
    [
      { id: done, state: 'done', progress: 1 },
      { id: working, state: 'working', progress: 0.4 },
    ].map((own) => ({
      ...{ ...own, tool: 'mixing.mix', name: '夏季新品', settings: { project }, inputs: [clip] },
      ...{ revision: 7, expiresAt: null },
    })),
  );
  assert.deepEqual(
    runs.map(({ naming }) => naming),
    [{ pattern: '{title} {n}', timeZone: 'UTC' }, null],
    'what was named by a pattern stays so',
  );
  const outputsOf = async (id: string) =>
    (
      await scope.select(coreToolItems, { where: eq(coreToolItems.runId, id), orderBy: asc(coreToolItems.position) })
    ).map((row) => ({ ...outputOf(row), crc32: row.files[0]?.crc32 ?? null }));
  const finished = await outputsOf(done);
  assert.deepEqual(
    finished.map(({ state, name, likeId, title }) => [state, name, likeId, title]),
    [
      ['made', 'P-0', null, 'Title'],
      ['replaced', 'P-1', like, 'Title'],
      ['given-up', 'P-2', null, 'Title'],
    ],
  );
  const [first] = finished;
  assert.deepEqual([first?.id, first?.crc32, first?.fileId, first?.shots], [like, 4, rows[0]?.[5], shots]);
  assert.deepEqual(first?.facts, { ...made, counted: true });
  const open = await outputsOf(working);
  assert.deepEqual(
    open.map(({ state, crc32, error }) => [state, crc32, error?.code ?? null]),
    [
      ['made', null, null],
      ['planned', null, null],
      ['failed', null, 'core:space-full'],
    ],
  );
  const { rows: tasks } = await query('select payload from core_tasks', []);
  assert.deepEqual(tasks, [{ payload: { runId: working, itemId: rows[4]?.[0] } }]);
  const { rows: held } = await query('select holder from core_file_holds', []);
  assert.deepEqual(held, [{ holder: `tool-run ${working}` }]);
});
