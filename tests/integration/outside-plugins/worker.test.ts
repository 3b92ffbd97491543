import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { startWorker } from '#host/server/worker.ts';
import { BUOY } from '#tests/fixtures/server-halves/buoy.ts';
import { halfSource, writeHalf } from '#tests/fixtures/server-halves/write-half.ts';
import type { TestServer } from '#tests/integration/http/test-server.ts';

import { startHarbour } from './harbour.ts';

/** A worker on the data folder and the database of a server. */
async function work(server: TestServer) {
  const { connectionString } = server.composed.ctx.db;
  const env = { DATA_DIR: server.dataDir, DATABASE_URL: connectionString, WORKER_SLOTS: '1' };
  return await startWorker(readConfiguration(env), { log: testLog, plugins: [] });
}

async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (let round = 0; ; round += 1) {
    const value = await read();
    if (holds(value)) return value;
    assert.ok(round < 400, `still ${JSON.stringify(value)}`);
    await sleep(25);
  }
}

async function oneTask(server: TestServer, token: string) {
  const { envelope } = await server.call('GET', '/api/tasks', { token });
  const { items } = envelope.data as {
    items: { id: string; state: string; error: { code: string; message: string } | null }[];
  };
  return items[0] ?? assert.fail('there is no task');
}

async function addMark(t: TestContext) {
  const server = await startHarbour(lastFirst(t), [BUOY]);
  const { token } = await server.signIn();
  assert.equal((await server.call('POST', '/api/p/buoy/marks', { token, body: { name: 'North' } })).status, 200);
  return { server, token };
}

test('a worker runs the jobs of a server half from the data folder', async (t) => {
  const { server, token } = await addMark(t);
  const worker = await work(server);
  await until(
    () => oneTask(server, token),
    ({ state }) => state === 'succeeded',
  );
  await worker.stop();
  const listed = await server.call('GET', '/api/p/buoy/marks', { token });
  assert.deepEqual(listed.envelope.data, { items: [{ name: 'North', lit: true }] });
});

test('tasks of a half that fails or is gone wait, say so, and go on once it is back', async (t) => {
  const { server, token } = await addMark(t);
  await rm(join(server.dataDir, 'plugins', 'buoy'), { recursive: true });
  const without = await work(server);
  const waiting = await until(
    () => oneTask(server, token),
    ({ error }) => error !== null,
  );
  assert.deepEqual([waiting.state, waiting.error?.code], ['queued', 'core:task.plugin-missing']);
  assert.match(waiting.error?.message ?? '', /waiting for the plugin buoy/);
  await without.stop();

  await writeHalf(server.dataDir, { ...BUOY, module: `throw new Error('sunk');` });
  const failing = await work(server);
  assert.equal((await oneTask(server, token)).state, 'queued');
  await failing.stop();

  await writeHalf(server.dataDir, BUOY);
  const worker = await work(server);
  const done = await until(
    () => oneTask(server, token),
    ({ state }) => state === 'succeeded',
  );
  assert.equal(done.error, null);
  await worker.stop();
});

test('a worker with a newer version leaves jobs alone that only another version knows', async (t) => {
  const { server, token } = await addMark(t);
  const module = halfSource('buoy', { version: '2.0.0', server: `jobs: () => ({ 'buoy.sound': async () => {} })` });
  await rm(join(server.dataDir, 'plugins', 'buoy'), { recursive: true });
  await writeHalf(server.dataDir, { id: 'buoy', module, manifest: { version: '2.0.0' } });
  const newer = await work(server);
  const waiting = await until(
    () => oneTask(server, token),
    ({ error }) => error !== null,
  );
  assert.deepEqual([waiting.state, waiting.error?.code], ['queued', 'core:task.plugin-missing']);
  await newer.stop();
});

test('what follows a failed task of a half may fail itself: the task ends all the same', async (t) => {
  const body = `
export const calls = { sink: defineCall({ method: 'POST', path: '/api/p/wreck/sink', summary: 'Sinks.', data: z.object({}) }) };
function routes(registry, ctx) {
  registry.handle(calls.sink, async (_input, { caller }) => {
    await ctx.db.transaction((tx) => ctx.jobs.enqueue(tx, 'wreck.sink', { accountId: caller.accountId, payload: null, attempts: 1 }));
    return {};
  });
}
const jobs = () => ({ 'wreck.sink': async () => { throw new Error('down'); } });
const failures = () => ({ 'wreck.sink': async (tx) => { await tx.orm.execute('select nonsense'); } });`;
  const sink = defineCall({ method: 'POST', path: '/api/p/wreck/sink', summary: 'Sinks.', data: z.object({}) });
  const module = halfSource('wreck', { body, server: 'routes, jobs, failures' });
  const server = await startHarbour(lastFirst(t), [{ id: 'wreck', module, shared: { sink } }]);
  const { token } = await server.signIn();
  assert.equal((await server.call('POST', '/api/p/wreck/sink', { token })).status, 200);
  const worker = await work(server);
  const ended = await until(
    () => oneTask(server, token),
    ({ state }) => state === 'failed',
  );
  assert.equal(ended.error?.code, 'core:task.failed');
  await worker.stop();
  const faults = await until(
    () => server.composed.ctx.plugins.faults('wreck'),
    (list) => list.length >= 2,
  );
  assert.deepEqual(faults.map(({ message }) => message.split(':')[0]).toSorted(), ['failure', 'job']);
});
