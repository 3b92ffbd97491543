import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { after, test } from 'node:test';

import { strFromU8, unzipSync } from 'fflate';

import type { JobRun } from '#core/server/services/jobs/jobs.ts';
import { callsAmong } from '#core/server/http/calls/call-exports.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { compose } from '#host/server/compose.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import * as calls from '#plugins/membership/calls.ts';
import manifest from '#plugins/membership/plugin.ts';
import { exportConsumption } from '#plugins/membership/server/consumption/export-job.ts';
import { sweepExports } from '#plugins/membership/server/consumption/exports.ts';
import half from '#plugins/membership/server/index.ts';
import { startTestServer } from '#tests/integration/http/test-server.ts';
import { until } from '#tests/until.ts';

const scope = lastFirst({ after });
const discovered = [{ manifest, calls: callsAmong(calls), server: half }];
const server = await startTestServer(scope, { discovered });
const { ctx } = server.composed;
const { db, ledger } = ctx;

async function startWorker(): Promise<void> {
  const configuration = readConfiguration({ DATA_DIR: server.dataDir, DATABASE_URL: db.connectionString });
  const worker = await compose(configuration, 'worker', { concurrency: 1, plugins: discovered, log: testLog });
  scope.after(() => worker.close());
}

/** An account that has spent something on jobs of these names. */
async function spender(...names: string[]) {
  const member = await server.signIn({ level: 'level1' });
  const { accountId } = member;
  await ledger.issue(db, { accountId, kind: 'top-up', unit: 'fen', amount: 100_000, key: 'paid', facts: {} });
  for (const [at, name] of names.entries()) {
    const facts = { service: 'mixing.mix', name };
    const hold = { accountId, unit: 'fen', amount: 250, key: `job ${at}`, job: `test:${at}`, facts } as const;
    const { id: holdId } = await ledger.hold(db, hold);
    await ledger.settle(db, { accountId, holdId, used: 100, key: `end ${at}`, facts: { ...facts, seconds: 60 } });
  }
  return member;
}
type Member = Awaited<ReturnType<typeof spender>>;

const ask = (token: string, body: Record<string, unknown> = {}) =>
  server.call('POST', '/api/membership/consumption/exports', {
    token,
    body: { format: 'csv', zone: 'Asia/Shanghai', ...body },
  });
async function exportsOf(token: string): Promise<calls.ConsumptionExport[]> {
  const { envelope } = await server.call('GET', '/api/membership/consumption/exports', { token });
  return envelope.data as calls.ConsumptionExport[];
}
/** Asks for a file and waits for it. */
async function exported({ token }: Member, body: Record<string, unknown> = {}) {
  const { envelope } = await ask(token, body);
  assert.equal(envelope.code, 1, JSON.stringify(envelope));
  const { id } = envelope.data as calls.ConsumptionExport;
  const find = async () => (await exportsOf(token)).find((one) => one.id === id && one.file !== null)?.file;
  await until(async () => (await find()) !== undefined, 'the spreadsheet is written');
  const file = (await find()) ?? assert.fail();
  const answer = await fetch(server.address + file.url);
  assert.equal(answer.status, 200);
  return { ...file, type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
}
const linesOf = (csv: Buffer) => csv.toString().trimEnd().split('\r\n').slice(1);

test('a filtered list becomes a file with its rows and no others, whose end day is not part of it', async () => {
  await startWorker();
  const member = await spender('一月上新', '=HYPERLINK("http://evil.example")', 'third');
  const { envelope } = await server.call('GET', '/api/membership/consumption', { token: member.token });
  const { items } = envelope.data as { items: calls.Consumption[] };
  assert.equal(items.length, 6);

  const csv = await exported(member);
  assert.equal(csv.rows, 6);
  const lines = linesOf(csv.bytes);
  assert.deepEqual(
    lines.map((line) => line.split(',').slice(-3).map(Number)),
    items.map(({ change, before, after: left }) => [change / 100, before / 100, left / 100]),
  );
  assert.ok(lines.some((line) => line.includes('一月上新') && line.includes(',60,')));
  assert.ok(lines.some((line) => line.includes(`"'=HYPERLINK(""http`)));
  assert.match(csv.name, /^Consumption.* \d{4}-\d\d-\d\d\.csv$/);

  const last = items[0] ?? assert.fail();
  const earlier = await exported(member, { until: last.at, state: 'consumed' });
  assert.equal(earlier.rows, items.filter(({ at, state }) => at < last.at && state === 'consumed').length);

  const excel = await exported(member, { format: 'xlsx', from: last.at });
  assert.equal(excel.rows, items.filter(({ at }) => at >= last.at).length);
  assert.match(excel.type ?? '', /spreadsheetml/);
  const sheet = strFromU8(unzipSync(excel.bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  assert.equal(sheet.match(/<row /g)?.length, excel.rows + 1);
  assert.match(sheet, /<v>1\.5<\/v>/);
  // What is written costs the account none of its space.
  assert.equal((await ctx.files.space(member.accountId)).used, 0);
});

test('an attempt that is ended while it writes leaves nothing, and the next one writes all', async () => {
  const member = await spender('a', 'b', 'c');
  const [now, day] = [new Date(), 86_400_000];
  const [id] = (
    await db.pool.query<{ id: string }>(
      `insert into membership_exports (id, account_id, filter, format, zone, language, created_at, expires_at)
        values (gen_random_uuid(), $1, '{}', 'xlsx', 'UTC', 'en', $2, $3) returning id`,
      [member.accountId, now, new Date(now.getTime() + day)],
    )
  ).rows.map((row) => row.id);
  const stop = new AbortController();
  const progress: number[] = [];
  const run = (signal: AbortSignal, onProgress: (value: number) => void): JobRun => ({
    task: { id, accountId: member.accountId } as JobRun['task'],
    payload: {},
    signal,
    progress: onProgress,
    complete: async (publish) => {
      await db.transaction(async (tx) => publish?.(tx));
      return true;
    },
  });
  const write = exportConsumption(ctx, { part: 2 });
  await assert.rejects(
    write(
      run(stop.signal, (value) => {
        progress.push(value);
        if (value > 0.5) stop.abort();
      }),
    ),
    { name: 'AbortError' },
  );
  assert.deepEqual(await readdir(ctx.temporaryFolder), []);
  const read = async () =>
    (await db.pool.query('select file_id, rows from membership_exports where id = $1', [id])).rows[0] as object;
  assert.deepEqual(await read(), { file_id: null, rows: null });
  await write(run(new AbortController().signal, (value) => progress.push(value)));
  assert.deepEqual(progress.slice(-3), [1 / 3, 2 / 3, 1]);
  assert.equal(((await read()) as { rows: number }).rows, 6);
  assert.deepEqual(await readdir(ctx.temporaryFolder), []);
});

test('an expired file is gone, for its address, too', async () => {
  const member = await spender('old');
  const { url } = await exported(member);
  await db.pool.query(`update membership_exports set expires_at = now() - interval '1 minute' where account_id = $1`, [
    member.accountId,
  ]);
  assert.deepEqual(await exportsOf(member.token), []);
  assert.ok((await sweepExports(ctx)) >= 1);
  assert.notEqual((await fetch(server.address + url)).status, 200);
  assert.equal((await db.pool.query('select from core_files where account_id = $1', [member.accountId])).rowCount, 0);
});

test('files of others, unknown zones and more than a few at once are refused', async () => {
  const [member, stranger] = [await spender('mine'), await server.signIn({ level: 'level1' })];
  await exported(member);
  assert.deepEqual(await exportsOf(stranger.token), []);
  const foreign = await ask(stranger.token, { account: member.accountId });
  assert.deepEqual([foreign.status, foreign.failure.error], [404, 'core:ledger.not-sub-account']);
  assert.equal((await ask(stranger.token, { zone: 'Mars/Olympus' })).failure.error, 'membership:export.zone');
  assert.equal((await server.call('GET', '/api/membership/consumption/exports')).status, 401);
  const values = Array.from(
    { length: 3 },
    () =>
      `(gen_random_uuid(), '${stranger.accountId}', '${calls.EXPORT_CONSUMPTION}', 'queued', 3, gen_random_uuid(), 1, now(), now())`,
  );
  await db.pool.query(
    `insert into core_tasks (id, account_id, job, state, attempts, queue_id, tag, created_at, updated_at)
      values ${values.join(', ')}`,
  );
  assert.equal((await ask(stranger.token)).failure.error, 'membership:export.too-many-open');
});
