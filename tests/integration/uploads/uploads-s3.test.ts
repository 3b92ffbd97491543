import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';

import { eq } from 'drizzle-orm';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { blobKey } from '#core/server/services/files/files.ts';
import { sweepUploads } from '#core/server/services/uploads/sweep-uploads.ts';
import { coreUploads } from '#core/server/services/uploads/tables.ts';

import { startS3 } from '../files/start-s3.ts';
import { MEGABYTE, offsetOf, sendRest, sha256, someVideo, startUploadSite, tusClient } from './upload-kit.ts';

// Everything lies in a bucket that both nodes share; neither has a disk in common with the other.

const scope = lastFirst({ after });
const s3 = await startS3();
scope.after(() => s3.stop());
const { options } = s3;
const site = await startUploadSite(scope, {
  nodes: 2,
  env: {
    S3_BUCKET: options.bucket,
    S3_ENDPOINT: options.endpoint ?? '',
    S3_ACCESS_KEY_ID: options.accessKeyId,
    S3_SECRET_ACCESS_KEY: options.secretAccessKey,
    REELPORT_SECRET_KEY: randomBytes(32).toString('base64'),
  },
});
const [one, two] = site.nodes.map(({ address }) => address) as [string, string];
const { db, files } = site.composed.ctx;
const { token } = await site.signIn();
const client = tusClient(token);

async function begun(name: string, bytes: Buffer): Promise<string> {
  const opened = await client.open(one, name, bytes.length);
  assert.equal(opened.status, 201, JSON.stringify(opened.envelope));
  return opened.headers.get('location') ?? '';
}
async function waiting(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of files.store.list('uploads/')) keys.push(key);
  return keys;
}
async function isStored(bytes: Buffer): Promise<void> {
  assert.ok((await buffer(await files.store.read(blobKey(sha256(bytes))))).equals(bytes));
  assert.deepEqual(await waiting(), []);
}

test('a small file goes up whole, a large one in parts', async () => {
  // A part is eight megabytes.
  for (const size of [MEGABYTE, 8 * MEGABYTE, 17 * MEGABYTE + 7]) {
    const bytes = someVideo(size);
    const path = await begun('a.mp4', bytes);
    const done = await client.patch(one + path, 0, bytes);
    assert.deepEqual([done.status, done.crate?.hash], [200, sha256(bytes)]);
    await isStored(bytes);
  }
});

test('every interruption keeps what arrived, and another node goes on from there', async () => {
  const bytes = someVideo(17 * MEGABYTE);
  const path = await begun('broken.mp4', bytes);
  let offset = 0;
  for (const [node, count] of [
    [one, 3 * MEGABYTE],
    [two, 2 * MEGABYTE + 5],
    [one, 9 * MEGABYTE],
  ] as const) {
    const part = await client.begin(node + path, offset, bytes.subarray(offset), count);
    // Until it has all arrived; then the cable is pulled.
    await client.head(`${one}/api/uploads/pier/crate/none`);
    part.breakOff();
    const next = await offsetOf(client, (node === one ? two : one) + path);
    assert.ok(next >= offset && next <= offset + count, `${next} after ${offset}`);
    offset = next;
  }
  const done = await sendRest(client, two + path, bytes);
  assert.deepEqual([done.status, done.crate?.hash], [200, sha256(bytes)]);
  await isStored(bytes);
});

test('many small parts make a whole, too', async () => {
  const bytes = someVideo(9 * MEGABYTE);
  const path = await begun('crumbs.mp4', bytes);
  const step = 900_001;
  for (let offset = 0; offset < bytes.length; offset += step) {
    const answer = await client.patch(
      (offset / step) % 2 === 0 ? one + path : two + path,
      offset,
      bytes.subarray(offset, offset + step),
    );
    assert.ok(answer.status < 300, JSON.stringify(answer.envelope));
  }
  await isStored(bytes);
});

test('a hand-over that failed is completed at another node', async () => {
  const bytes = someVideo(9 * MEGABYTE);
  const path = await begun('crane.mp4', bytes);
  site.breakNext.take = true;
  assert.equal((await client.patch(one + path, 0, bytes)).status, 500);
  const done = await client.result(two + path);
  assert.deepEqual([done.status, done.crate?.hash], [200, sha256(bytes)]);
  await isStored(bytes);
});

test('what is given up is swept from the bucket', async () => {
  const bytes = someVideo(12 * MEGABYTE);
  const path = await begun('old.mp4', bytes);
  await client.patch(one + path, 0, bytes.subarray(0, 10 * MEGABYTE));
  assert.ok((await waiting()).some((key) => key.endsWith('.tail')));
  const id = path.split('/').at(-1) ?? '';
  await db.orm
    .update(coreUploads)
    .set({ expiresAt: new Date(0) })
    .where(eq(coreUploads.id, id));
  await sweepUploads({ db, store: files.store, clock: { now: () => new Date() } });
  assert.deepEqual(await waiting(), []);
  assert.equal((await client.head(two + path)).status, 404);
});
