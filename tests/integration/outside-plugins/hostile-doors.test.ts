import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { ExpectedError } from '#core/contract/errors.ts';
import type { ToolRun } from '#core/contract/tool-run-calls.ts';
import { choiceSetting } from '#core/server/services/providers/registry/provider-choice.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { compose, type Composed } from '#host/server/compose.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { BAD_HALVES, BAD_OPERATIONS } from '#tests/fixtures/server-halves/hostile-doors.ts';
import { BEACON, LOOKOUT } from '#tests/fixtures/server-halves/hooked.ts';
import type { TestServer } from '#tests/integration/http/test-server.ts';
import { until } from '#tests/until.ts';

import { startHarbour } from './harbour.ts';

// Halves that start well and misuse their doors: everything else goes on, and the manager has it by their name.

const HANG = { hangMilliseconds: 700 };
const scope = lastFirst({ after });
let server: TestServer;
let token: string;
let accountId: string;
let worker: Composed;
before(async () => {
  server = await startHarbour(scope, [BEACON, LOOKOUT, ...BAD_HALVES], HANG);
  const { db } = server.composed.ctx;
  const configuration = readConfiguration({ DATA_DIR: server.dataDir, DATABASE_URL: db.connectionString });
  worker = await compose(configuration, 'worker', { concurrency: 1, plugins: [], log: testLog, ...HANG });
  scope.after(() => worker.close());
  ({ token, accountId } = await server.signIn({ level: 'level2' }));
});

const ctx = () => server.composed.ctx;

/** Waits until the manager has a fault of a plugin in these words. */
async function named(plugin: string, words: RegExp): Promise<void> {
  let told: string[] = [];
  await until(
    async () => (told = (await ctx().plugins.faults(plugin)).map(({ message }) => message)).some((m) => words.test(m)),
    'the manager has it',
    30,
  ).catch(() => assert.fail(`${plugin} has no fault like ${words}: ${told.join('; ')}`));
}

async function query<T extends object>(sql: string): Promise<T[]> {
  return (await ctx().db.pool.query<T>(sql)).rows;
}

test('who hangs when told of something is given up, and others are told of it all the same', async () => {
  assert.equal((await server.call('POST', '/api/p/beacon/lights/green', { token })).status, 200);
  await until(async () => (await query(`select 1 from lookout_seen where what = 'green'`)).length === 1);
  await named('hangs-at-hook', /^job: Error: the job "hangs-at-hook\.on\.beacon\.lit\.1" has neither ended/);
});

test('a scheduled job that never ends is given up, and the next one is due at its time', async () => {
  const due = () => query<{ next_at: Date }>(`select next_at from core_schedules where plugin = 'never-tidy'`);
  await worker.schedules.look();
  await query(`update core_schedules set next_at = now() - interval '1 hour' where plugin = 'never-tidy'`);
  await worker.schedules.look();
  await named('never-tidy', /^job: Error: the job "never-tidy\.sweep" has neither ended/);
  assert.ok(((await due())[0]?.next_at.getTime() ?? 0) > Date.now());
});

/** Starts a run of one of the tools on a clip. */
async function start(tool: string): Promise<ToolRun> {
  const path = join(ctx().temporaryFolder, `${tool}.mp4`);
  await writeFile(path, `clip for ${tool}`);
  const { id } = await ctx().files.addLocal(ctx().db, accountId, path, { name: 'clip.mp4', type: 'video/mp4' });
  const body = { tool: `bad-tools.${tool}`, name: tool, inputs: [id] };
  const { status, envelope } = await server.call('POST', '/api/tool-runs', { token, body });
  assert.equal(status, 200, JSON.stringify(envelope));
  return envelope.data as ToolRun;
}

test('tools that misuse their runs are named, and make nothing', async () => {
  const tools = [
    ['outside', /tool "bad-tools\.outside": \/etc\/hostname is no file in the item's folder/],
    ['link', /tool "bad-tools\.link": .*link is no file in the item's folder/],
    ['nothing', /tool "bad-tools\.nothing": make must answer \{ state: 'made' or/],
    ['hangs', /Error: the tool "bad-tools\.hangs" has neither ended nor reported progress within 0\.7 s/],
    ['million', /tool "bad-tools\.million": a plan has at most \d+ items, got 1000000/],
    ['stranger', /tool "bad-tools\.stranger": the source somebody’s of an item is none of the run's inputs/],
  ] as const;
  const runs = await Promise.all(tools.map(([tool]) => start(tool)));
  for (const [, words] of tools) await named('bad-tools', words);
  for (const { id, name } of runs) {
    const { envelope } = await server.call('POST', `/api/tool-runs/${id}/cancel`, { token });
    assert.equal((envelope.data as ToolRun).made, 0, name);
  }
});

test('a tool beside them makes what it should', async () => {
  const { id } = await start('good');
  const read = async () => (await server.call('GET', `/api/tool-runs/${id}`, { token })).envelope.data as ToolRun;
  await until(async () => (await read()).state === 'done', 'the run ends', 30);
  assert.equal((await read()).made, 1);
  assert.notEqual(await readFile('/etc/hostname', 'utf8'), '', 'what was pointed to is where it was');
});

test('an operation that asks ffmpeg for what it may not read is refused and named, and others work', async () => {
  const make = (name: string) => {
    const node = ctx().media.node(`${BAD_OPERATIONS.id}.${name}`, {}, {});
    return ctx().media.graph.make([node], ([folder = '']) => readFile(join(folder, 'good.txt'), 'utf8'));
  };
  await assert.rejects(make('fetches'), TypeError);
  await named('bad-operations', /^operation: TypeError: media runner: input "http:.*" must begin with "file:"/);
  await assert.rejects(make('option'), TypeError);
  await named('bad-operations', /input "-filter_complex" must begin/);
  await assert.rejects(make('throws'));
  await named('bad-operations', /^operation: Error: the press is jammed/);
  assert.equal(await make('good'), 'good');
});

test('a voice that hangs or stammers is a failure of the service, named as its plugin’s', async () => {
  await ctx().settings.set(choiceSetting('speech'), { adapters: ['bad-voice.croak'], orEmbedded: false }, 'test');
  const { provider } = await ctx().providers.use('speech');
  const failed = (error: unknown) => error instanceof ExpectedError && error.code === 'core:provider.failed';
  const path = join(ctx().temporaryFolder, 'croak.wav');
  const speak = (text: string) => provider.speak({ text, language: 'en', speed: 1, tone: 0 }, path);
  await assert.rejects(provider.languages(), failed);
  await named('bad-voice', /^provider: TypeError: languages must answer a list of BCP 47 tags, got 42/);
  await assert.rejects(provider.languages(), failed);
  await assert.rejects(speak('silence'), failed);
  await named('bad-voice', /speak must write a WAV file, and has written none for "en"/);
  await assert.rejects(speak('noise'), failed);
  await assert.rejects(speak('hang'), failed);
  await named('bad-voice', /speak of the service "bad-voice\.croak" has neither ended/);
});

test('after all that every half runs, and the server is well', async () => {
  for (const [id, { state }] of server.composed.halves.states()) assert.equal(state, 'running', id);
  assert.equal((await fetch(`${server.address}/health/ready`)).status, 200);
});
