import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test, type TestContext } from 'node:test';

import { definePlugin } from '#core/contract/plugin.ts';
import { temporaryName } from '#core/server/services/files/temporary-names.ts';
import { defineServer } from '#core/server/plugins/server-plugin.ts';
import { buildSession } from '#core/server/testing/build-account.ts';
import { testDatabase } from '#core/server/testing/test-database.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { startApi } from '#host/server/api.ts';
import { compose } from '#host/server/compose.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import type { DiscoveredPlugin } from '#host/server/discover-plugins.ts';
import { startWorker } from '#host/server/worker.ts';
import { deadTemporaryName } from '#tests/integration/files/dead-temporary-name.ts';
import { startS3 } from '#tests/integration/files/start-s3.ts';
import { prepareMediaCache } from '#tests/shared-media-cache.ts';

const db = await testDatabase({ after });
const MP4 = Buffer.concat([Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'), Buffer.alloc(1000)]);

async function configure(t: TestContext, env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'reelport-programs-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  await prepareMediaCache(dataDir);
  return readConfiguration({
    DATA_DIR: dataDir,
    DATABASE_URL: db.connectionString,
    PORT: '0',
    WORKER_SLOTS: '1',
    ...env,
  });
}

/** A plugin whose job reads a stored file and stores what it found. */
function loader(seen: string[]): DiscoveredPlugin {
  const manifest = definePlugin({ id: 'harbour', version: '1.0.0', title: 'core:welcome.name' });
  const server = defineServer({
    manifest,
    jobs: (ctx) => ({
      'harbour.load': async (run) => {
        const { fileId } = run.payload as { fileId: string };
        const file = await ctx.files.get(run.task.accountId, fileId);
        await ctx.files.withLocal(file, async (path) => void seen.push(path));
        await run.complete();
      },
    }),
  });
  return { manifest, calls: {}, server };
}

test('the product’s own plugins start on an api node, which is ready and answers', async (t) => {
  const api = await startApi(await configure(t), { log: testLog });
  const ready = await fetch(`${api.address}/health/ready`);
  assert.deepEqual(await ready.json(), { status: 'ok', checks: { database: 'ok', migrations: 'ok', files: 'ok' } });
  // The workbench, or, where the browser half is not built, the page that says that the server runs.
  const page = await fetch(api.address);
  assert.match(await page.text(), /<title>[^<]*映港/);
  await api.stop();
  await assert.rejects(fetch(api.address));
});

test('a taken port is told as such, and everything that was opened is closed', async (t) => {
  const holder = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  t.after(() => holder.close());
  const { port } = holder.address() as { port: number };
  const configuration = await configure(t, { PORT: String(port) });
  await assert.rejects(startApi(configuration, { log: testLog, plugins: [] }), {
    code: 'host:start.port-taken',
    params: { port, setting: 'PORT' },
  });
  const worker = await configure(t, { WORKER_PORT: String(port) });
  await assert.rejects(startWorker(worker, { log: testLog, plugins: [] }), {
    code: 'host:start.port-taken',
    params: { port, setting: 'WORKER_PORT' },
  });
});

test('an unreachable database is told as such', async (t) => {
  const configuration = await configure(t, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  await assert.rejects(startApi(configuration, { log: testLog, plugins: [] }), { code: 'core:database.unreachable' });
});

test('two api nodes and a worker share files, jobs and events over one database and one bucket', async (t) => {
  const s3 = await startS3();
  t.after(s3.stop);
  const env = {
    S3_BUCKET: s3.options.bucket,
    S3_ENDPOINT: s3.options.endpoint ?? '',
    S3_ACCESS_KEY_ID: s3.options.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.options.secretAccessKey,
    REELPORT_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  const seen: string[] = [];
  const options = { log: testLog, plugins: [loader(seen)] };
  const workerSetup = await configure(t, env);
  const [first, second, worker] = await Promise.all([
    startApi(await configure(t, env), options),
    startApi(await configure(t, env), options),
    startWorker(workerSetup, options),
  ]);
  t.after(() => Promise.all([first.stop(), second.stop(), worker.stop()]));
  const { token, account } = await buildSession(db);
  const headers = { authorization: `Bearer ${token}` };

  const form = new FormData();
  form.set('file', new Blob([MP4]), 'a.mp4');
  const up = await fetch(`${first.address}/api/files`, { method: 'POST', headers, body: form });
  const { data: file } = (await up.json()) as { data: { id: string } };
  const link = await fetch(`${second.address}/api/files/${file.id}/url`, { headers });
  const { data } = (await link.json()) as { data: { url: string } };
  const served = await fetch(data.url, { headers: { range: 'bytes=4-7' } });
  assert.equal(await served.text(), 'ftyp');
  const page = await fetch(second.address);
  assert.ok(page.headers.get('content-security-policy')?.includes(new URL(data.url).origin));
  await page.text();

  const stream = await fetch(`${second.address}/api/events`, { headers });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  // A node of its own enqueues; the worker loads; the second node's client hears of it.
  const third = await compose(await configure(t, env), 'api', { ...options, concurrency: 0 });
  await third.ctx.db.transaction((tx) =>
    third.ctx.jobs.enqueue(tx, 'harbour.load', { accountId: account.id, payload: { fileId: file.id } }),
  );
  await third.close();
  let heard = '';
  while (!heard.includes('succeeded')) heard += (await reader?.read())?.value ?? assert.fail('the stream ended');
  await reader?.cancel();
  assert.equal(seen.length, 1);
  assert.ok(seen[0]?.startsWith(join(workerSetup.dataDir, 'tmp')));
  assert.deepEqual(await readdir(join(workerSetup.dataDir, 'tmp')), [], 'the copy is gone after use');
});

test('a worker that is stopped leaves nothing running', async (t) => {
  const worker = await startWorker(await configure(t), { log: testLog, plugins: [loader([])] });
  assert.equal(worker.serviceAddress, null, 'it listens only where a port is configured');
  await worker.stop();
});

test('a worker with a port tells of its health and metrics there, and of nothing else', async (t) => {
  const configuration = await configure(t, { WORKER_PORT: '0', METRICS_TOKEN: 'a-token-for-the-test' });
  const worker = await startWorker(configuration, { log: testLog, plugins: [loader([])] });
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${worker.serviceAddress}${path}`, { headers });
    return { status: answer.status, text: await answer.text() };
  };
  assert.deepEqual(await get('/healthz'), { status: 200, text: '{"status":"ok"}' });
  const ready = await get('/readyz');
  assert.deepEqual(JSON.parse(ready.text), { status: 'ok', checks: { database: 'ok', migrations: 'ok', files: 'ok' } });
  const { text } = await get('/metrics');
  for (const name of ['reelport_render_nodes{outcome="built"}', 'reelport_http_requests_total', 'reelport_tasks']) {
    assert.ok(text.includes(name), name);
  }
  assert.ok(!text.includes('reelport_event_streams'), 'it has no event streams');
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };
  assert.equal((await get('/metrics', forwarded)).status, 403);
  assert.equal((await get('/metrics', { ...forwarded, authorization: 'Bearer a-token-for-the-test' })).status, 200);
  for (const path of ['/', '/api/files', '/api/docs']) assert.equal((await get(path)).status, 404, path);
  await worker.stop();
  await assert.rejects(fetch(`${worker.serviceAddress}/healthz`));
});

test('what dead processes left in the folder for files of the moment goes once, at the start', async (t) => {
  const configuration = await configure(t);
  const folder = join(configuration.dataDir, 'tmp');
  const [dead, living] = [await deadTemporaryName(), temporaryName()];
  for (const name of [dead, living]) await mkdir(join(folder, name, 'work'), { recursive: true });
  const { close } = await compose(configuration, 'worker', { concurrency: 0, log: testLog, plugins: [] });
  t.after(close);
  assert.deepEqual(await readdir(folder), [living]);
});
