import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test, type TestContext } from 'node:test';

import { definePlugin } from '#core/contract/plugin.ts';
import { defineServer } from '#core/server/server-plugin.ts';
import { buildSession } from '#core/server/testing/build-account.ts';
import { testDatabase, testLog } from '#core/server/testing/test-database.ts';
import { startApi } from '#host/server/api.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import type { DiscoveredPlugin } from '#host/server/discover-plugins.ts';
import { startWorker } from '#host/server/worker.ts';
import { startS3 } from '#tests/integration/files/start-s3.ts';

const db = await testDatabase({ after });
const MP4 = Buffer.concat([Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'), Buffer.alloc(1000)]);

async function configure(t: TestContext, env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'reelport-programs-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
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
  const page = await fetch(api.address);
  assert.match(await page.text(), /映港正在运行/);
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
    params: { port },
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
  const { compose } = await import('#host/server/compose.ts');
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
  await worker.stop();
});
