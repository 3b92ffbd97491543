import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { z } from 'zod';

import { defineCall, type Call } from '#core/contract/call.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { HALF_FAULT, HALF_RESTARTED, RESTART_HALF } from '#host/server/outside-plugins/obey-restarts.ts';
import { listPluginFolders } from '#host/server/outside-plugins/plugin-folders.ts';
import { startWorker } from '#host/server/worker.ts';
import { halfSource, writeHalf, type HalfParts } from '#tests/fixtures/server-halves/write-half.ts';
import type { TestServer } from '#tests/integration/http/test-server.ts';
import { until } from '#tests/until.ts';

import { startHarbour } from './harbour.ts';

// One server half is started anew while everything else goes on, as `reelport plugin dev --server` has it.

/** Its calls once more, for the hash of them. */
function callsOf(id: string, edition: number): Record<string, Call> {
  const data = z.object({ edition: z.number(), trips: z.number() });
  const sail = defineCall({ method: 'POST', path: `/api/p/${id}/sail`, summary: 'Sails.', data });
  const slow = defineCall({ method: 'GET', path: `/api/p/${id}/slow`, summary: 'Sails slowly.', data });
  if (edition === 1) return { sail, slow };
  return { sail, slow, dock: defineCall({ method: 'GET', path: `/api/p/${id}/dock`, summary: 'Docks.', data }) };
}

/** A half whose every part says which edition of it is running; it keeps a count in memory. */
function ferry(edition: number, { id = 'ferry', top = '' } = {}): HalfParts {
  const body = `
import { defineOperation, defineProvider, provide, serverToken } from '@reelport/core/server';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
${top}
let trips = 0;
const data = z.object({ edition: z.number(), trips: z.number() });
export const calls = {
  sail: defineCall({ method: 'POST', path: '/api/p/${id}/sail', summary: 'Sails.', data }),
  slow: defineCall({ method: 'GET', path: '/api/p/${id}/slow', summary: 'Sails slowly.', data }),
  ${edition > 1 ? `dock: defineCall({ method: 'GET', path: '/api/p/${id}/dock', summary: 'Docks.', data }),` : ''}
};
const TIDES = serverToken('${id}.tides', 1);
const logs = pgTable('${id}_logs', { id: uuid().primaryKey(), accountId: uuid('account_id').notNull(), said: text().notNull() });
function routes(registry, ctx) {
  registry.handle(calls.sail, async (_input, { caller }) => {
    await ctx.jobs.enqueue(ctx.db, '${id}.cross', { accountId: caller.accountId, payload: { edition: ${edition} } });
    return { edition: ${edition}, trips: (trips += 1) };
  });
  registry.handle(calls.slow, async () => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    return { edition: ${edition}, trips };
  });
  ${edition > 1 ? `registry.handle(calls.dock, async () => { if (${edition} === 3) throw new Error('no quay'); return { edition: ${edition}, trips }; });` : ''}
}
const jobs = (ctx) => ({
  // The first edition never arrives.
  '${id}.cross': async (run) => {
    if (${edition} === 1) await new Promise((resolve) => run.signal.addEventListener('abort', resolve));
    else await run.complete(async (tx) => {
      await tx.scope(run.task.accountId).insert(logs, { id: run.task.id, said: 'edition ${edition}' });
    });
  },
});
const operations = () => [defineOperation({
  name: '${id}.horn', version: ${edition}, params: z.object({}), cost: () => 0.1,
  build: ({ folder }) => writeFile(join(folder, 'horn.txt'), 'edition ${edition}'),
})];
const providers = () => [defineProvider({
  kind: 'speech', id: '${id}.voice', title: '${id}:title',
  open: () => ({ version: '${edition}', languages: async () => ['en-${edition}'], speak: async () => undefined }),
})];
const provides = () => [provide(TIDES, { edition: () => ${edition} })];
`;
  const server = `routes, jobs, operations, providers, provides, migrations: new URL('./migrations/', import.meta.url),`;
  return {
    id,
    shared: callsOf(id, edition),
    module: halfSource(id, { body, server }),
    migrations: {
      '0000_init': `create table ${id}_logs (id uuid primary key, account_id uuid not null, said text not null);`,
      ...(edition > 1 ? { '0001_more': `create table ${id}_docks (id uuid primary key);` } : {}),
    },
  };
}

const scope = lastFirst({ after });
let server: TestServer;
const answers: { request: string; role: string; problem: string | null }[] = [];
const faults: { id: string; place: string; message: string }[] = [];
before(async () => {
  server = await startHarbour(scope, [ferry(1), ferry(1, { id: 'tug' })], { obeysRestarts: true });
  const { db } = server.composed.ctx;
  const env = { DATA_DIR: server.dataDir, DATABASE_URL: db.connectionString, WORKER_SLOTS: '1' };
  const worker = await startWorker(readConfiguration(env), { log: testLog, plugins: [], obeysRestarts: true });
  scope.after(() => worker.stop());
  const into =
    <T>(list: T[]) =>
    (data: unknown) =>
      void list.push(data as T);
  await db.notifications.listen({ topic: HALF_RESTARTED, onMessage: into(answers) });
  await db.notifications.listen({ topic: HALF_FAULT, onMessage: into(faults) });
});

/** Puts an edition into the data folder, asks for it, and installs the same. @returns what api and worker answer */
async function restart(half: HalfParts): Promise<(string | null)[]> {
  await rm(join(server.dataDir, 'plugins', half.id), { recursive: true });
  const packed = await writeHalf(server.dataDir, half);
  const problems = await ask(half.id);
  const asked = { actor: 'test', source: 'test', untrusted: false, grants: [] };
  await server.composed.ctx.plugins.install(packed, asked);
  return problems;
}

async function ask(id: string): Promise<(string | null)[]> {
  const { db } = server.composed.ctx;
  const request = randomUUID();
  const found = (await listPluginFolders(server.dataDir)).find((each) => each.id === id)?.found;
  const integrity = found?.package.server?.module.integrity ?? '';
  await db.notifications.send(db, RESTART_HALF, { request, id, integrity });
  const own = () => answers.filter((answer) => answer.request === request);
  await until(() => own().length === 2);
  assert.deepEqual(
    own()
      .map(({ role }) => role)
      .toSorted(),
    ['api', 'worker'],
  );
  return own().map(({ problem }) => problem);
}

async function call(token: string, method: string, path: string) {
  const { status, envelope } = await server.call(method, `/api/p/${path}`, { token });
  return { status, data: envelope.data as { edition: number; trips: number } };
}

test('every part of the half is exchanged, and the others go on where they were', async () => {
  const { token, accountId } = await server.signIn();
  const { ctx } = server.composed;
  await call(token, 'POST', 'tug/sail');
  assert.deepEqual((await call(token, 'POST', 'ferry/sail')).data, { edition: 1, trips: 1 });
  assert.equal((await call(token, 'GET', 'ferry/dock')).status, 404);
  await ctx.providers.admin.choose('speech', { adapters: ['ferry.voice'], orEmbedded: false }, 'test');
  assert.equal((await ctx.providers.use('speech')).provider.version, '1');
  const { rows: before } = await ctx.db.pool.query('select state from core_tasks where account_id = $1', [accountId]);
  assert.equal(before.length, 2);

  const slow = call(token, 'GET', 'ferry/slow');
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.deepEqual(await restart(ferry(2)), [null, null]);

  assert.deepEqual((await call(token, 'POST', 'ferry/sail')).data, { edition: 2, trips: 1 });
  assert.deepEqual((await call(token, 'GET', 'ferry/dock')).data, { edition: 2, trips: 1 });
  // It began before, and ends as it began.
  assert.deepEqual((await slow).data, { edition: 1, trips: 1 });
  assert.deepEqual((await call(token, 'POST', 'tug/sail')).data, { edition: 1, trips: 2 });
  assert.equal((await ctx.providers.use('speech')).provider.version, '2');
  assert.equal(ctx.media.node('ferry.horn', {}).operation, 'ferry.horn@2');
  assert.equal(ctx.media.node('tug.horn', {}).operation, 'tug.horn@1');
  // What the first edition was working on goes back to the queue, and the second one ends it.
  await until(async () => {
    const { rows } = await ctx.db.pool.query('select said from ferry_logs');
    return rows.length === 2;
  });
  const { rows } = await ctx.db.pool.query("select state from core_tasks where job = 'ferry.cross'");
  assert.deepEqual(rows, [{ state: 'succeeded' }, { state: 'succeeded' }]);
  const docs = (await (await fetch(`${server.address}/api/openapi.json`)).json()) as { paths: object };
  assert.ok('/api/p/ferry/dock' in docs.paths && '/api/p/tug/sail' in docs.paths);
});

test('one that does not start has failed alone, says why, and comes back with the next', async () => {
  const { token } = await server.signIn();
  const broken = await restart(ferry(2, { top: "throw new Error('the hull leaks');" }));
  for (const problem of broken) assert.match(problem ?? '', /the hull leaks/);
  assert.equal((await call(token, 'POST', 'ferry/sail')).status, 503);
  assert.throws(() => server.composed.ctx.media.node('ferry.horn', {}), /not registered/);
  assert.equal((await call(token, 'POST', 'tug/sail')).status, 200);
  assert.deepEqual(await restart(ferry(2)), [null, null]);
  assert.deepEqual((await call(token, 'GET', 'ferry/dock')).data, { edition: 2, trips: 0 });
});

test('faults of a running half are told to the console', async () => {
  const { token } = await server.signIn();
  assert.deepEqual(await restart(ferry(3)), [null, null]);
  assert.equal((await call(token, 'GET', 'ferry/dock')).status, 500);
  await until(() => faults.length > 0);
  assert.deepEqual([faults[0]?.id, faults[0]?.place], ['ferry', 'route']);
  assert.match(faults[0]?.message ?? '', /no quay\n +at .*plugins\/ferry\/server\/index\.mjs/);
});

test('a console that asks again is answered again, and nothing is started twice', async () => {
  const { token } = await server.signIn();
  const { db } = server.composed.ctx;
  assert.deepEqual(await restart(ferry(2)), [null, null]);
  await call(token, 'POST', 'ferry/sail');
  const { request } = answers.at(-1) ?? assert.fail('nobody answered');
  const found = (await listPluginFolders(server.dataDir)).find(({ id }) => id === 'ferry')?.found;
  const integrity = found?.package.server?.module.integrity ?? '';
  await db.notifications.send(db, RESTART_HALF, { request, id: 'ferry', integrity });
  await until(() => answers.filter((answer) => answer.request === request).length === 4);
  assert.deepEqual((await call(token, 'GET', 'ferry/dock')).data, { edition: 2, trips: 1 });
});

test('a message about another module, or about none, changes nothing', async () => {
  const { token } = await server.signIn();
  const { db } = server.composed.ctx;
  const before = answers.length;
  for (const data of [
    { request: randomUUID(), id: 'ferry', integrity: 'sha384-other' },
    { request: randomUUID(), id: '../ferry', integrity: '' },
    { id: 'ferry' },
  ]) {
    await db.notifications.send(db, RESTART_HALF, data);
  }
  // Restarts come one after another, so those before would have been answered.
  await ask('tug');
  assert.equal(answers.length, before + 2);
  assert.equal((await call(token, 'POST', 'tug/sail')).status, 200);
});

test('a server that shares its database does not listen', async (t) => {
  const other = await startHarbour(lastFirst(t), [ferry(1)]);
  const { token } = await other.signIn();
  const sail = async () => (await other.call('POST', '/api/p/ferry/sail', { token })).envelope.data;
  assert.deepEqual(await sail(), { edition: 1, trips: 1 });
  const found = (await listPluginFolders(other.dataDir))[0]?.found;
  const { db } = other.composed.ctx;
  const integrity = found?.package.server?.module.integrity ?? '';
  await db.notifications.send(db, RESTART_HALF, { request: randomUUID(), id: 'ferry', integrity });
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.deepEqual(await sail(), { edition: 1, trips: 2 });
});
