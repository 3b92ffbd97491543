import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import type { Call } from '#core/contract/call.ts';
import { PLUGIN_HEADER } from '#core/contract/grants.ts';
import type { FailureData } from '#core/server/http/calls/error-response.ts';
import { callHash, callsHash } from '#core/server/services/plugin-registry/call-hashes.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import { BUOY, BUOY_CALLS } from '#tests/fixtures/server-halves/buoy.ts';
import type { Extension } from '#plugins/extensions/calls.ts';
import { halfSource, packHalf, type HalfParts } from '#tests/fixtures/server-halves/write-half.ts';
import type { Answer, TestServer } from '#tests/integration/http/test-server.ts';

import { startHarbour } from './harbour.ts';

const MP4 = Buffer.concat([Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'), Buffer.alloc(100)]);

const manager = async () => (await discoverPlugins()).filter(({ manifest }) => manifest.id === 'extensions');

const scope = lastFirst({ after });
let server: TestServer;
let token: string;
before(async () => {
  server = await startHarbour(scope, [BUOY], { discovered: await manager() });
  ({ token } = await server.signIn());
});

/** What an operator is shown of a plugin. */
async function manage(operator: string, id = 'buoy', at = server): Promise<Extension> {
  const { envelope } = await at.call('GET', `/api/extensions/${id}`, { token: operator });
  return (envelope.data as { extension: Extension }).extension;
}
const go = (how: string, headers: Record<string, string> = {}): Promise<Answer> =>
  server.call('POST', `/api/p/buoy/go/${how}`, { token, headers });
/** Faults are written down after the answer. */
async function noted(message: string) {
  for (let round = 0; round < 400; round += 1) {
    const found = (await server.composed.ctx.plugins.faults('buoy')).find((fault) => fault.message === message);
    if (found !== undefined) return found;
    await sleep(25);
  }
  assert.fail(`nobody noted "${message}"`);
}

const asked = { actor: 'test', source: 'test', untrusted: false, grants: [] };

test('a server half in the data folder has its routes, its table and its settings', async () => {
  const added = await server.call('POST', '/api/p/buoy/marks', { token, body: { name: 'North' } });
  assert.equal(added.status, 200);
  assert.equal((added.envelope.data as { light: string }).light, 'red');
  const listed = await server.call('GET', '/api/p/buoy/marks', { token });
  assert.deepEqual(listed.envelope.data, { items: [{ name: 'North', lit: false }] });
  const other = await server.signIn();
  const theirs = await server.call('GET', '/api/p/buoy/marks', { token: other.token });
  assert.deepEqual(theirs.envelope.data, { items: [] });
});

test('the kernel looks after access and validation as for any call', async () => {
  assert.equal((await server.call('GET', '/api/p/buoy/marks')).status, 401);
  const wrong = await server.call('POST', '/api/p/buoy/marks', { token, body: { name: '' } });
  assert.deepEqual([wrong.status, wrong.failure.fields?.[0]?.field], [422, 'body.name']);
});

test('a condition that it expects is told in its own words, in the caller’s language', async () => {
  const english = await go('expected');
  assert.deepEqual([english.status, english.envelope.message], [409, 'It is only 3 m deep.']);
  assert.equal((await go('expected', { 'accept-language': 'zh' })).envelope.message, '水深只有 3 米。');
  assert.deepEqual(await server.composed.ctx.plugins.faults('buoy'), []);
});

test('it reads and writes its own settings, and no others', async () => {
  assert.equal((await go('set')).status, 200);
  const added = await server.call('POST', '/api/p/buoy/marks', { token, body: { name: 'South' } });
  assert.equal((added.envelope.data as { light: string }).light, 'green');
  assert.equal((await go('foreign-setting')).status, 500);
});

const attributed = (rest: string) => ({ [PLUGIN_HEADER]: `buoy${rest}` });
const list = (rest: string) => server.call('GET', '/api/p/buoy/marks', { token, headers: attributed(rest) });
const add = (rest: string) =>
  server.call('POST', '/api/p/buoy/marks', { token, headers: attributed(rest), body: { name: 'East' } });
const outcome = ({ status, failure }: Answer) => (status === 200 ? 200 : [status, failure.error]);
const UPDATE = [409, 'core:plugin.update'];

test('of a browser half that is another build only the calls wait that changed, and all together block it', async () => {
  const { plugins } = server.composed.ctx;
  const { listMarks, addMark } = BUOY_CALLS;
  assert.equal(outcome(await list(`;call=${callHash(listMarks)}`)), 200);
  assert.equal(outcome(await list('')), 200);
  assert.deepEqual(outcome(await list(';call=0123456789abcdef0123')), UPDATE);
  assert.deepEqual(outcome(await list(`;call=${callHash(addMark)}`)), UPDATE);

  const changed = { ...addMark, body: z.strictObject({ name: z.string(), color: z.string() }) };
  const newer = { ...BUOY, manifest: { version: '1.1.0' } };
  const half = await plugins.install(packHalf({ ...newer, shared: { ...BUOY_CALLS, addMark: changed } }), asked);
  assert.deepEqual([half.blocked, half.waiting?.calls], [null, ['POST /api/p/buoy/marks']]);
  assert.equal(outcome(await list(`;call=${callHash(listMarks)}`)), 200);
  for (const rest of ['', `;call=${callHash(changed)}`]) assert.deepEqual(outcome(await add(rest)), UPDATE);
  const operator = await server.signIn({ operator: true });
  assert.deepEqual((await manage(operator.token)).waiting.calls, ['POST /api/p/buoy/marks']);

  const other = await plugins.install(packHalf({ ...newer, shared: { changed } }), asked);
  assert.equal(other.blocked?.reason, 'update');
  assert.deepEqual(outcome(await list('')), UPDATE);
  await plugins.install(packHalf(BUOY), asked);
  assert.equal(outcome(await add('')), 200);
});

test('a package with one hash of all calls is served when the pair fits, and told to update when not', async () => {
  const { plugins } = server.composed.ctx;
  const old = (shared: Record<string, Call>) => packHalf({ ...BUOY, calls: callsHash(shared) });
  assert.equal((await plugins.install(old(BUOY_CALLS), asked)).blocked, null);
  assert.equal(outcome(await list(`;calls=${callsHash(BUOY_CALLS)}`)), 200);
  assert.deepEqual(outcome(await list(`;calls=${'0'.repeat(64)}`)), UPDATE);

  const { listMarks } = BUOY_CALLS;
  assert.equal((await plugins.install(old({ listMarks }), asked)).blocked?.reason, 'update');
  assert.deepEqual(outcome(await list('')), UPDATE);
  await plugins.install(packHalf(BUOY), asked);
  assert.equal(outcome(await list('')), 200);
});

test('a fault is answered with 500 that names it; the third within a minute rests its routes until a retry', async () => {
  for (let at = 0; at < 5; at += 1) server.composed.halves.fault('buoy', new Error('of a job'), 'job');
  const other = await server.signIn();
  const first = await go('throw');
  assert.deepEqual([first.status, first.failure.error], [500, 'core:plugin.server-fault']);
  assert.match(first.envelope.message, /“Buoys”/);
  assert.ok(!first.envelope.message.includes('the chain broke'), 'what it threw is for the log');
  assert.match((await go('throw', { 'accept-language': 'zh' })).envelope.message, /“浮标”/);
  await go('throw');
  const resting = await go('fine');
  assert.deepEqual([resting.status, resting.failure.error], [503, 'core:plugin.server-failed']);
  const state = server.composed.halves.states().get('buoy');
  assert.equal(state?.state, 'failed');
  assert.match(state?.problem ?? '', /3 faults within a minute, the last one: Error: the chain broke/);
  assert.equal((await server.composed.ctx.plugins.find('buoy'))?.blocked?.reason, 'server');
  assert.equal((await server.call('GET', '/api/tasks', { token: other.token })).status, 200);

  const fault = await noted('route: Error: the chain broke');
  assert.deepEqual([fault.phase, fault.version], ['server', '1.0.0']);

  const operator = await server.signIn({ operator: true });
  const shown = async () => (await manage(operator.token)).server;
  assert.equal((await shown())?.state, 'resting');
  assert.equal((await server.call('POST', '/api/extensions/buoy/retry', { token })).status, 403);
  assert.equal((await server.call('POST', '/api/extensions/buoy/retry', { token: operator.token })).status, 200);
  for (let round = 0; (await go('fine')).status !== 200; round += 1) {
    assert.ok(round < 400, 'it never serves again');
    await sleep(25);
  }
  assert.equal((await server.composed.ctx.plugins.find('buoy'))?.blocked, null);
  const parts = {
    routes: 3,
    jobs: ['buoy.light'],
    uploads: ['chart'],
    operations: ['buoy.ring'],
    effects: [],
    tools: [],
    providers: [],
    provides: [],
    hooks: [],
    schedules: [],
  };
  assert.deepEqual(await shown(), { state: 'running', problem: null, parts });
});

test('the manager shows a half that has jobs only as running, with them', async (t) => {
  const lamp: HalfParts = {
    id: 'lamp',
    module: halfSource('lamp', { server: `jobs: () => ({ 'lamp.trim': async (run) => run.complete() })` }),
  };
  for (const calls of [undefined, callsHash({})]) {
    const bare = await startHarbour(lastFirst(t), [{ ...lamp, calls }], { discovered: await manager() });
    const operator = await bare.signIn({ operator: true });
    const { server: half, blocked } = await manage(operator.token, 'lamp', bare);
    assert.equal(blocked, null);
    const parts = {
      routes: 0,
      jobs: ['lamp.trim'],
      uploads: [],
      operations: [],
      effects: [],
      tools: [],
      providers: [],
      provides: [],
      hooks: [],
      schedules: [],
    };
    assert.deepEqual(half, { state: 'running', problem: null, parts });
  }
});

test('its render operations make nodes that are built once, and what fails in one is its own fault', async () => {
  const { media, dataFolder } = server.composed.ctx;
  const path = join(dataFolder, 'bell.txt');
  await writeFile(path, 'ding ');
  const bell = { hash: 'b'.repeat(64), name: 'bell.txt', read: <T>(use: (path: string) => Promise<T>) => use(path) };
  const ring = (params: unknown) => media.node('buoy.ring', params, { sources: [bell] });
  const twice = ring({ times: 2 });
  assert.deepEqual([twice.operation, twice.weight], ['buoy.ring@2', 0.2]);
  const heard = () => media.graph.make([twice], ([folder = '']) => readFile(join(folder, 'ring.txt'), 'utf8'));
  assert.equal(await heard(), 'ding ding ');
  const { builds } = media.graph.statistics;
  assert.equal(await heard(), 'ding ding ');
  assert.equal(media.graph.statistics.builds, builds);
  assert.equal(media.graph.key(ring({})), media.graph.key(ring({ times: 1 })), 'defaults are part of the key');
  assert.throws(() => ring({ times: 'often' }), { name: 'TypeError', message: /"buoy.ring".*times/s });
  await assert.rejects(
    media.graph.make([ring({ times: 4 })], async () => undefined),
    /the bell broke/,
  );
  assert.equal((await noted('operation: Error: the bell broke')).phase, 'server');
  assert.equal(server.composed.halves.states().get('buoy')?.state, 'running');
});

test('it takes uploads at its own addresses, and a fault there is its own too', async () => {
  const open = async (name: string) => {
    const answer = await fetch(`${server.address}/api/uploads/buoy/chart`, {
      method: 'POST',
      headers: {
        ...{
          authorization: `Bearer ${token}`,
          'tus-resumable': '1.0.0',
          'upload-length': String(MP4.length),
          'accept-language': 'en',
        },
        ...{ 'content-type': 'application/offset+octet-stream', [PLUGIN_HEADER]: 'buoy' },
        'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
      },
      body: MP4,
    });
    const { data } = (await answer.json()) as { data: unknown };
    return { status: answer.status, data };
  };
  const taken = await open('bay.mp4');
  assert.deepEqual([taken.status, taken.data], [201, { size: MP4.length }]);
  const torn = await open('torn.mp4');
  assert.equal(torn.status, 500);
  assert.equal((torn.data as FailureData).error, 'core:plugin.server-fault');
  await noted('upload: Error: the chart is torn');
});

test('its sweep is run with those of the product', async () => {
  await server.call('POST', '/api/p/buoy/marks', { token, body: { name: 'old' } });
  assert.equal((await server.composed.sweep()).rows, 1);
});

test('a file that was changed since the start is not run', async () => {
  await writeFile(join(server.dataDir, 'plugins/buoy/server/lib/late.mjs'), 'globalThis.tampered = true;\n');
  assert.equal((await go('late')).failure.error, 'core:plugin.server-fault');
  assert.equal('tampered' in globalThis, false);
  await noted('route: TypeError: buoy: "server/lib/late.mjs" was changed since it was checked; start the server again');
});

test('an answer of another shape than its call says is a fault of its own', async () => {
  const answer = await go('shape');
  assert.deepEqual([answer.status, answer.failure.error], [500, 'core:plugin.server-fault']);
});

test('without its server half an installed plugin says so instead of a 404', async (t) => {
  const bare = await startHarbour(lastFirst(t), []);
  await bare.composed.ctx.plugins.install(packHalf(BUOY), asked);
  const who = await bare.signIn();
  const answer = await bare.call('GET', '/api/p/buoy/marks', { token: who.token });
  assert.deepEqual([answer.status, answer.failure.error], [503, 'core:plugin.server-failed']);
  const index = await bare.call('GET', '/api/plugins', { token: who.token });
  const { plugins } = index.envelope.data as { plugins: { manifest: { id: string }; state: unknown }[] };
  assert.deepEqual(plugins.find(({ manifest }) => manifest.id === 'buoy')?.state, {
    ...{ name: 'blocked', reason: 'server', details: [] },
  });
});
