import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { eq } from 'drizzle-orm';

import { coreBlobs, coreFiles } from '#core/server/services/files/tables.ts';
import { buildSession } from '#core/server/testing/build-account.ts';
import { testDatabase } from '#core/server/testing/test-database.ts';
import { seededRandom } from '#plugins/mixing/server/plan/random.ts';
import { MEGABYTE, sha256, someVideo, tusClient } from '#tests/integration/uploads/upload-kit.ts';
import { freePort } from '../../scripts/testing/free-port.ts';

const SEED = 20_261;
const ROUNDS = 2;
const SIZE = 12 * MEGABYTE;
const NODE = fileURLToPath(new URL('./upload-node.ts', import.meta.url));

const db = await testDatabase({ after });
const dataDir = await mkdtemp(join(tmpdir(), 'reelport-upload-kill-'));
const port = await freePort();
const address = `http://127.0.0.1:${port}`;
let node: ChildProcess | undefined;
after(async () => {
  await strike();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: db.connectionString, PORT: String(port) };
  const child = spawn(process.execPath, [NODE], { stdio: ['ignore', 'pipe', 'inherit'], env });
  node = child;
  const [printed] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as [unknown];
  assert.match(String(printed), /^http:/);
}

async function strike(): Promise<void> {
  if (node === undefined || node.exitCode !== null || node.signalCode !== null) return;
  node.kill('SIGKILL');
  await once(node, 'exit');
}

test('an api that is killed at any moment of an upload loses nothing and takes nothing twice', async () => {
  const { token, account } = await buildSession(db);
  const client = tusClient(token);
  const random = seededRandom(SEED);
  const hashes: string[] = [];
  await start();
  for (let round = 0; round < ROUNDS; round++) {
    const bytes = someVideo(SIZE);
    hashes.push(sha256(bytes));
    const opened = await client.open(address, `round-${round}.mp4`, bytes.length);
    const url = address + (opened.headers.get('location') ?? '');
    let acknowledged = 0;
    // Once in the middle of the bytes, once about when the last one is there.
    for (const count of [random.below(SIZE), SIZE]) {
      const part = client.begin(url, acknowledged, bytes.subarray(acknowledged), count - acknowledged);
      part.catch(() => undefined);
      await sleep(random.next() * 60);
      await strike();
      (await part.catch(() => undefined))?.breakOff();
      await start();
      const offset = Number((await client.head(url)).headers.get('upload-offset'));
      assert.ok(offset >= acknowledged && offset <= SIZE, `${offset} after ${acknowledged}`);
      acknowledged = offset;
    }
    const answer =
      acknowledged === SIZE
        ? await client.result(url)
        : await client.patch(url, acknowledged, bytes.subarray(acknowledged));
    assert.deepEqual([answer.status, answer.crate?.hash], [200, sha256(bytes)]);
    assert.deepEqual((await client.result(url)).crate, answer.crate);
  }
  const files = await db.orm.select().from(coreFiles).where(eq(coreFiles.accountId, account.id));
  assert.deepEqual(files.map(({ hash }) => hash).sort(), hashes.sort());
  assert.equal(await db.orm.$count(coreBlobs), ROUNDS);
  const stored = await readdir(join(dataDir, 'files/objects/blobs'), { recursive: true, withFileTypes: true });
  assert.deepEqual(stored.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort(), hashes);
});
