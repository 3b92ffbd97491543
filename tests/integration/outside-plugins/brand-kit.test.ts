import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import sharp from 'sharp';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import { addPluginFolder } from '#host/server/outside-plugins/plugin-folders.ts';
import { startWorker } from '#host/server/worker.ts';
import { copyPlugin, packPlugin } from '#tests/fixtures/authored-plugin.ts';
import { startTestServer, type TestServer } from '#tests/integration/http/test-server.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';

interface Kit {
  id: string;
  name: string;
  color: string;
  outlineColor: string;
  paletteTask: string | null;
}

const KITS = '/api/p/brand-kit/kits';
const fields = (name: string, changes: object = {}) => ({
  ...{ name, color: '#ffffff', outlineColor: '#000000', size: 80, position: 0.25, watermark: '@harbour' },
  ...changes,
});

const scope = lastFirst({ after });
let server: TestServer;
before(async () => {
  const { path, bytes } = await packPlugin(copyPlugin(scope, 'brand-kit'));
  const discovered = (await discoverPlugins()).filter(({ manifest }) =>
    ['materials', 'mixing', 'workbench', 'extensions'].includes(manifest.id),
  );
  server = await startTestServer(scope, { discovered, prepare: (dataDir) => addPluginFolder(dataDir, path) });
  const grants = ['GET /api/materials', 'GET /api/tasks/:id', 'dialogs@1', 'events@1'];
  await server.composed.ctx.plugins.install(bytes, { actor: 'test', source: 'test', untrusted: false, grants });
  const env = { DATA_DIR: server.dataDir, DATABASE_URL: server.composed.ctx.db.connectionString, WORKER_SLOTS: '1' };
  const worker = await startWorker(readConfiguration(env), { log: testLog, plugins: discovered });
  scope.after(() => worker.stop());
});

async function create(token: string, name: string): Promise<Kit> {
  const { status, envelope } = await server.call('POST', KITS, { token, body: fields(name) });
  assert.equal(status, 200, envelope.message);
  return envelope.data as Kit;
}

async function list(token: string): Promise<Kit[]> {
  return ((await server.call('GET', KITS, { token })).envelope.data as { items: Kit[] }).items;
}

async function addPicture(accountId: string, name: string, bytes: Buffer): Promise<string> {
  const { ctx } = server.composed;
  const { id } = await ctx.files.add(accountId, Readable.from([bytes]), { name, maxSize: 1e7 });
  return await ctx.db.transaction((tx) => libraryOf(ctx).adopt(tx, accountId, { id, name }, { kind: 'image' }));
}

/** Starts a palette, and waits until its task has ended. */
async function take(token: string, kit: Kit, materialId: string) {
  const started = await server.call('POST', `${KITS}/${kit.id}/palette`, { token, body: { materialId } });
  assert.equal(started.status, 200, started.envelope.message);
  const { taskId } = started.envelope.data as { taskId: string };
  for (let round = 0; round < 800; round += 1) {
    const { envelope } = await server.call('GET', `/api/tasks/${taskId}`, { token });
    const task = envelope.data as { state: string; progress: number; error: { code: string; message: string } | null };
    if (['succeeded', 'failed'].includes(task.state)) return task;
    await sleep(25);
  }
  return assert.fail('the task does not end');
}

test('nobody who is not logged in gets anything', async () => {
  const id = randomUUID();
  for (const [method, path, body] of [
    ['GET', KITS, undefined],
    ['POST', KITS, fields('Harbour')],
    ['PUT', `${KITS}/${id}`, fields('Harbour')],
    ['DELETE', `${KITS}/${id}`, undefined],
    ['POST', `${KITS}/${id}/palette`, { materialId: id }],
  ] as const) {
    assert.equal((await server.call(method, path, { body })).status, 401, `${method} ${path}`);
  }
});

test('kits are created, changed, listed by name and deleted', async () => {
  const { token } = await server.signIn();
  const night = await create(token, 'Night');
  await create(token, '  Harbour ');
  assert.deepEqual(
    (await list(token)).map(({ name }) => name),
    ['Harbour', 'Night'],
  );
  const body = fields('Dusk', { color: '#ff8800', position: 0.6 });
  const changed = await server.call('PUT', `${KITS}/${night.id}`, { token, body });
  assert.deepEqual(changed.envelope.data, { ...body, id: night.id, paletteTask: null });
  assert.equal((await server.call('DELETE', `${KITS}/${night.id}`, { token })).status, 200);
  assert.deepEqual(
    (await list(token)).map(({ name }) => name),
    ['Harbour'],
  );
});

test('fields that do not fit are refused by name', async () => {
  const { token } = await server.signIn();
  const wrong: [string, object][] = [
    ['name', { name: '   ' }],
    ['name', { name: 'x'.repeat(41) }],
    ['color', { color: 'red' }],
    ['outlineColor', { outlineColor: '#12345' }],
    ['size', { size: 500 }],
    ['size', { size: 80.5 }],
    ['position', { position: 1 }],
    ['watermark', { watermark: 'x'.repeat(41) }],
  ];
  for (const [field, changes] of wrong) {
    const { status, failure } = await server.call('POST', KITS, { token, body: fields('Harbour', changes) });
    assert.deepEqual([status, failure.fields?.map((each) => each.field)], [422, [`body.${field}`]], field);
  }
  assert.equal((await server.call('POST', KITS, { token, body: fields('Harbour', { more: 1 }) })).status, 422);
  assert.equal((await server.call('PUT', `${KITS}/nothing`, { token, body: fields('Harbour') })).status, 404);
  assert.deepEqual(await list(token), []);
});

test('kits and pictures of somebody else are as absent as those that never were', async () => {
  const [mine, theirs] = [await server.signIn(), await server.signIn()];
  const kit = await create(theirs.token, 'Theirs');
  const picture = await addPicture(theirs.accountId, 'theirs.png', await twoHalves('#101010', '#f0f0f0'));
  const { token } = mine;
  assert.deepEqual(await list(token), []);
  for (const [method, path, body] of [
    ['PUT', `${KITS}/${kit.id}`, fields('Mine')],
    ['DELETE', `${KITS}/${kit.id}`, undefined],
    ['POST', `${KITS}/${kit.id}/palette`, { materialId: picture }],
  ] as const) {
    assert.equal((await server.call(method, path, { token, body })).status, 404, `${method} ${path}`);
  }
  const own = await create(token, 'Mine');
  const body = { materialId: picture };
  const refused = await server.call('POST', `${KITS}/${own.id}/palette`, { token, body });
  assert.deepEqual([refused.status, refused.failure.error], [404, 'brand-kit:picture-missing']);
  // A task for a kit that is not theirs is not left behind.
  const ownPicture = await addPicture(mine.accountId, 'mine.png', await twoHalves('#101010', '#f0f0f0'));
  const path = `${KITS}/${kit.id}/palette`;
  const foreign = await server.call('POST', path, { token, body: { materialId: ownPicture } });
  assert.deepEqual([foreign.status, foreign.failure.error], [404, 'brand-kit:kit-missing']);
  const { envelope } = await server.call('GET', '/api/tasks', { token });
  const { items } = envelope.data as { items: { job: string }[] };
  assert.equal(items.filter(({ job }) => job === 'brand-kit.palette').length, 0);
  assert.deepEqual(
    (await list(theirs.token)).map(({ name, paletteTask }) => [name, paletteTask]),
    [['Theirs', null]],
  );
});

test('names are taken once an account, and operators say how many kits there may be', async () => {
  const { token } = await server.signIn();
  const operator = await server.signIn({ operator: true });
  const first = await create(token, 'Harbour');
  const again = await server.call('POST', KITS, { token, body: fields('Harbour') });
  assert.deepEqual([again.status, again.failure.error], [409, 'brand-kit:name-taken']);
  assert.match(again.envelope.message, /a kit called “Harbour” already/);
  const other = await create(token, 'Night');
  const renamed = await server.call('PUT', `${KITS}/${other.id}`, { token, body: fields('Harbour') });
  assert.equal(renamed.failure.error, 'brand-kit:name-taken');
  await create((await server.signIn()).token, 'Harbour');

  const limit = (mostKits: number | null) =>
    server.call('PUT', '/api/extensions/brand-kit/settings', { token: operator.token, body: { values: { mostKits } } });
  assert.equal((await limit(3)).status, 200);
  const answers = await Promise.all(
    ['Dawn', 'Noon', 'Dusk'].map((name) => server.call('POST', KITS, { token, body: fields(name) })),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409]);
  const refused = answers.find(({ status }) => status === 409);
  assert.equal(refused?.failure.error, 'brand-kit:too-many');
  assert.match(refused?.envelope.message ?? '', /There can be 3 kits/);
  assert.equal((await server.call('PUT', `${KITS}/${first.id}`, { token, body: fields('Harbour') })).status, 200);
  assert.equal((await limit(51)).status, 422);
  assert.equal((await limit(null)).status, 200);
});

test('a task takes both colours from a real picture, and the kit says so while it runs', async () => {
  const { token, accountId } = await server.signIn();
  const kit = await create(token, 'Harbour');
  const picture = await addPicture(accountId, 'harbour.jpg', await twoHalves('#0a2a4a', '#ffb020', 'jpeg'));
  const { state, progress } = await take(token, kit, picture);
  assert.deepEqual([state, progress], ['succeeded', 1]);
  const [after_] = await list(token);
  assert.equal(after_?.paletteTask, null);
  assert.ok(near(after_?.color, '#ffb020'), after_?.color);
  assert.ok(near(after_?.outlineColor, '#0a2a4a'), after_?.outlineColor);
});

test('a picture that cannot be read is told in plain words, and the kit stays as it was', async () => {
  const { token, accountId } = await server.signIn();
  const kit = await create(token, 'Harbour');
  const whole = await twoHalves('#0a2a4a', '#ffb020');
  const picture = await addPicture(accountId, 'torn.png', Buffer.concat([whole.subarray(0, 40), Buffer.alloc(200, 7)]));
  const { state, error } = await take(token, kit, picture);
  assert.deepEqual([state, error?.code], ['failed', 'brand-kit:picture-unreadable']);
  assert.match(error?.message ?? '', /cannot be read/);
  assert.deepEqual(await list(token), [kit]);
});

test('its effect lays a colour over the pictures', async () => {
  const [effect] = server.composed.halves.started().flatMap(({ effects }) => effects);
  assert.equal(effect?.name, 'brand-kit.tint');
  const shot = { width: 64, height: 64, fps: 25, frames: 1 };
  const filter = effect.filter({ color: '#ff8000', amount: 0.5 }, shot);
  const chunks: Buffer[] = [];
  const { ctx } = server.composed;
  const raw = ['-frames:v', '1', '-pix_fmt', 'rgb24', '-f', 'rawvideo', 'pipe:1'];
  await ctx.media.runner.ffmpeg({
    cwd: ctx.temporaryFolder,
    args: ['-f', 'lavfi', '-i', 'color=black:s=64x64,format=yuv420p', '-vf', filter, ...raw],
    onOutput: (chunk) => void chunks.push(chunk),
  });
  const [red = 0, green = 0, blue = 0] = Buffer.concat(chunks);
  const hex = `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
  assert.ok(near(hex, '#804000'), hex);
});

/** A picture of two colours; the first takes more of it. */
async function twoHalves(color: string, other: string, format: 'png' | 'jpeg' = 'png'): Promise<Buffer> {
  const background = { width: 400, height: 300, channels: 3 as const, background: color };
  const input = await sharp({ create: { width: 400, height: 100, channels: 3, background: other } })
    .png()
    .toBuffer();
  return await sharp({ create: background })
    .composite([{ input, top: 200, left: 0 }])
    .toFormat(format, { quality: 95 })
    .toBuffer();
}

function near(color: string | undefined, aim: string): boolean {
  const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const there = channels(color ?? '#000000');
  return channels(aim).every((value, index) => Math.abs(value - (there[index] ?? 0)) < 12);
}
