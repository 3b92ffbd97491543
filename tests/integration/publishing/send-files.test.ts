import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';

import { testLog } from '#core/server/testing/test-log.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { adapterBags } from '#core/server/services/providers/registry/adapter-settings.ts';
import { postPublished } from '#core/server/services/providers/post-published-hook.ts';
import { choiceSetting } from '#core/server/services/providers/registry/provider-choice.ts';
import { compose } from '#host/server/compose.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import type { Material } from '#plugins/materials/calls.ts';
import type { Target } from '#plugins/publishing/calls.ts';
import { ARRIVALS, BAD_PIERS, FLOODED, PIER } from '#tests/fixtures/server-halves/piers.ts';
import type { TestServer } from '#tests/integration/http/test-server.ts';
import { startHarbour } from '#tests/integration/outside-plugins/harbour.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';
import { until } from '#tests/until.ts';

const FOLDER = { kind: 'targets', id: 'publishing.folder' } as const;
const PIER_ID = 'pier.end';
/** Milliseconds after which a place that says nothing is given up. */
const HANG = 700;
const scope = lastFirst({ after });
let server: TestServer;
let folder: string;
let member: { token: string; accountId: string };
let quay: string;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reelport-send-'));
  scope.after(() => rm(folder, { recursive: true, force: true }));
  const discovered = await discoverPlugins();
  server = await startHarbour(scope, [PIER, BAD_PIERS], { discovered, hangMilliseconds: HANG });
  const env = { DATA_DIR: server.dataDir, DATABASE_URL: server.composed.ctx.db.connectionString };
  const worker = await compose(readConfiguration(env), 'worker', {
    ...{ concurrency: 2, plugins: discovered, log: testLog, hangMilliseconds: HANG },
  });
  scope.after(() => worker.close());
  member = await server.signIn({ level: 'level2' });
  quay = await material('quay.mp4', 'sea');
});
beforeEach(async () => {
  await choose(FOLDER.id, PIER_ID);
  await fillIn({ folder, perAccount: false });
});

const ctx = () => server.composed.ctx;
const choose = (...adapters: string[]) =>
  ctx().settings.set(choiceSetting('targets'), { adapters, orEmbedded: false }, 'test');
const fillIn = (values: Record<string, string | boolean>) =>
  ctx().settings.set(adapterBags(FOLDER).plain, values, 'test');
const call = (method: string, path: string, body?: unknown, token = member.token) =>
  server.call(method, path, { token, ...(body === undefined ? {} : { body }) });
const targets = async (language = 'en') => {
  const { token } = member;
  const headers = { 'accept-language': language };
  const { envelope } = await server.call('GET', '/api/publishing/targets', { token, headers });
  return (envelope.data as { targets: Target[] }).targets.map(({ title }) => title);
};
const send = (target: string, ...materials: string[]) =>
  call('POST', '/api/publishing/sends', { target, what: { materials } });

/** A material whose bytes are these words: what is sent is not looked at. */
async function material(name: string, words: string): Promise<string> {
  const path = join(folder, 'upload');
  writeFileSync(path, words);
  const { accountId } = member;
  const { id } = await ctx().files.addLocal(ctx().db, accountId, path, { name, type: 'video/mp4' });
  await rm(path);
  return await ctx().db.transaction((tx) => libraryOf(ctx()).adopt(tx, accountId, { id, name }, { kind: 'video' }));
}

interface SeenTask {
  id: string;
  job: string;
  state: string;
  error: { code: string } | null;
}
/** The tasks that send, once all have ended, the newest first. */
async function ended(count: number): Promise<SeenTask[]> {
  let tasks: SeenTask[] = [];
  await until(async () => {
    const { rows } = await ctx().db.pool.query<SeenTask>(
      `select id, job, state, error from core_tasks where job = 'publishing.send' order by created_at desc, id desc`,
    );
    tasks = rows;
    return rows.length === count && rows.every(({ state }) => ['succeeded', 'failed', 'cancelled'].includes(state));
  }, `${count} files were sent or not`);
  return tasks;
}
const sends = async () =>
  (await ctx().db.pool.query(`select 1 from core_tasks where job = 'publishing.send'`)).rowCount ?? 0;
const held = async () =>
  (await ctx().db.pool.query(`select 1 from core_file_holds where holder like 'publishing%'`)).rowCount;

test('members see what operators have chosen and what can be used, in their language', async () => {
  assert.deepEqual(await targets(), ['A folder of the server', 'Pier']);
  assert.deepEqual(await targets('zh'), ['服务器上的文件夹', '码头']);
  await fillIn({});
  assert.deepEqual(await targets(), ['Pier'], 'what is not filled in is not offered');
  await choose(FOLDER.id);
  assert.deepEqual(await targets(), []);
});

test('files are sent to a folder under their names, once, and to a target from outside', async () => {
  const other = await material('quay.mp4', 'another sea');
  assert.deepEqual((await send(FOLDER.id, quay, other)).envelope.data, { sent: 2 });
  assert.deepEqual(new Set((await ended(2)).map(({ state }) => state)), new Set(['succeeded']));
  assert.deepEqual(readdirSync(folder).toSorted(), ['quay (2).mp4', 'quay.mp4']);
  const words = () =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .toSorted();
  assert.deepEqual(words(), ['another sea', 'sea']);
  await send(FOLDER.id, quay, other);
  await ended(4);
  assert.deepEqual(words(), ['another sea', 'sea'], 'what is there already is not sent again');

  await send(PIER_ID, quay);
  await ended(5);
  assert.match(readFileSync(join(server.dataDir, ARRIVALS), 'utf8'), /^quay\.mp4 [0-9a-f]{64}\n$/);
  assert.equal(await held(), 0);
});

/** What the library says of what was published, once it was told of every post so far. */
async function published(id: string): Promise<Pick<Material, 'publishCount' | 'publishedAt'>> {
  await until(async () => {
    const { rows } = await ctx().db.pool.query(
      `select 1 from core_tasks where job = 'materials.on.posts.published.1' and state <> 'succeeded'`,
    );
    return rows.length === 0;
  }, 'the library was told');
  const { publishCount, publishedAt } = (await call('GET', `/api/materials/${id}`)).envelope.data as Material;
  return { publishCount, publishedAt };
}

test('the library counts what went out, each post once, and knows what went out before it had it', async () => {
  const first = await published(quay);
  assert.deepEqual([first.publishCount, first.publishedAt === null], [3, false]);
  const list = async (wanted: string) => {
    const { envelope } = await call('GET', `/api/materials?kind=video&published=${wanted}`);
    return (envelope.data as { items: Material[] }).items.map(({ name }) => name);
  };
  const fresh = await material('fresh.mp4', 'a fresh sea');
  assert.deepEqual([await list('false'), await list('true')], [['fresh.mp4'], ['quay.mp4', 'quay.mp4']]);

  const hash = createHash('sha256').update('a later sea').digest('hex');
  const post = (id: string) => ({ id, fileId: fresh, hash, name: 'later.mp4', service: PIER_ID, link: null });
  const fire = (id: string) =>
    ctx().db.transaction((tx) => ctx().fire(tx, postPublished, { accountId: member.accountId, data: post(id) }));
  const twice = randomUUID();
  for (const id of [twice, randomUUID(), twice]) await fire(id);
  assert.equal((await published(fresh)).publishCount, 0, 'other bytes were published');
  const later = await material('later.mp4', 'a later sea');
  assert.equal((await published(later)).publishCount, 2, 'a post that is told of twice counts once');
  await fire(randomUUID());
  assert.equal((await published(later)).publishCount, 3);
  const { envelope } = await call('GET', `/api/materials/${later}/uses`);
  assert.deepEqual(
    (envelope.data as { items: { what: string }[] }).items.map(({ what }) => what),
    ['published', 'uploaded'],
  );
});

test('each account has a folder of its own unless operators want otherwise', async () => {
  await fillIn({ folder });
  await send(FOLDER.id, quay);
  await ended(6);
  assert.deepEqual(readdirSync(join(folder, member.accountId)), ['quay.mp4']);
});

test('a target that is not chosen, not filled in, or gone is told at once, and nothing is queued', async () => {
  const codeOf = async (target: string) => (await send(target, quay)).failure.error;
  assert.equal(await codeOf('pier.moon'), 'core:provider.unused');
  await fillIn({});
  assert.equal(await codeOf(FOLDER.id), 'core:provider.incomplete');
  await ctx().plugins.setDisabled('pier', true, 'test');
  assert.equal(await codeOf(PIER_ID), 'core:provider.disabled');
  await ctx().plugins.setDisabled('pier', false, 'test');
  assert.equal((await ended(6)).length, 6);
});

test('what others have is not sent', async () => {
  const stranger = await server.signIn({ level: 'level2' });
  const body = { target: PIER_ID, what: { materials: [quay] } };
  const answer = await call('POST', '/api/publishing/sends', body, stranger.token);
  assert.deepEqual([answer.status, answer.failure.error], [409, 'publishing:nothing']);
});

test('what breaks in a target from outside is its fault and fails the task alone, which may be tried again', async () => {
  writeFileSync(join(server.dataDir, FLOODED), '');
  await send(PIER_ID, quay);
  await until(async () =>
    (await ctx().plugins.faults('pier')).some(({ message }) => message.includes('the pier has flooded')),
  );
  await rm(join(server.dataDir, FLOODED));
  assert.equal((await ended(7))[0]?.state, 'succeeded', 'it was tried again by itself');
  assert.equal(await held(), 0);
});

test('what places from outside get wrong does not count as sent, and is their plugin’s fault', async () => {
  const places = [
    ['lies', /send has ended, but asked whether "quay\.mp4" has arrived it answers false/],
    ['babbles', /has arrived it answers "aye"/],
    ['breaks', /nobody is at the pier/],
    ['hangs', /send of the service "bad-piers\.hangs" has neither ended nor reported progress within 0\.7 s/],
  ] as const;
  await choose('bad-piers.slow', ...places.map(([place]) => `bad-piers.${place}`));
  const { publishCount: count } = await published(quay);
  const before = await sends();
  // All at once: each is tried three times, with pauses.
  for (const [place] of places) await send(`bad-piers.${place}`, quay);
  await send('bad-piers.slow', quay);
  const [slow, ...bad] = (await ended(before + places.length + 1)).slice(0, places.length + 1);
  assert.equal(slow?.state, 'succeeded', 'one that takes long and says so is waited for');
  for (const { state, error } of bad) assert.deepEqual([state, error?.code], ['failed', 'core:provider.failed']);
  assert.equal((await published(quay)).publishCount, count + 1, 'what did not go out is not counted');
  const told = (await ctx().plugins.faults('bad-piers')).map(({ message }) => message);
  for (const [place, words] of places)
    assert.ok(
      told.some((message) => words.test(message)),
      `${place}: ${told.join('\n')}`,
    );
  assert.equal(await held(), 0);
});

test('one that cannot send at all is refused at once, and named', async () => {
  await choose('bad-piers.empty');
  assert.equal((await send('bad-piers.empty', quay)).failure.error, 'core:provider.failed');
  await until(async () =>
    (await ctx().plugins.faults('bad-piers')).some(({ message }) => /open answers has no method "send"/.test(message)),
  );
});

test('a folder that is not there, or is the workbench’s own, is told to operators', async () => {
  const { token } = await server.signIn({ operator: true });
  const problem = async () =>
    (await call('POST', '/api/services/targets/publishing.folder/check', undefined, token)).envelope.data;
  assert.partialDeepStrictEqual(await problem(), { healthy: true, problem: null });
  await fillIn({ folder: join(folder, 'none') });
  assert.match(JSON.stringify(await problem()), /does not exist or cannot be written to/);
  await fillIn({ folder: join(server.dataDir, 'plugins') });
  assert.match(JSON.stringify(await problem()), /outside the workbench’s own data folder/);
});
