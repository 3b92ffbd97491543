import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { createS3Store } from '#core/server/services/files/s3-store.ts';

import { describeFileStore } from './file-store-contract.ts';
import { startS3 } from './start-s3.ts';

describeFileStore('the S3 store', async () => {
  const s3 = await startS3();
  const store = createS3Store(s3.options);
  return {
    store,
    absolute: (url) => url,
    async close() {
      store.close();
      await s3.stop();
    },
  };
});

test('a store that does not answer is unavailable, not a crash', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  const store = createS3Store({
    bucket: 'none',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    accessKeyId: 'a',
    secretAccessKey: 'b',
  });
  await assert.rejects(store.stat('key'), { code: 'core:store-unavailable', kind: 'unavailable' });
  store.close();
});

test('signed URLs name the address that browsers use', async () => {
  const store = createS3Store({
    bucket: 'media',
    endpoint: 'http://10.0.0.5:9000',
    publicEndpoint: 'https://files.example.com',
    region: 'us-east-1',
    accessKeyId: 'a',
    secretAccessKey: 'b',
  });
  const url = new URL(await store.signedUrl('blobs/ab/abc', 60));
  assert.equal(url.origin + url.pathname, 'https://files.example.com/media/blobs/ab/abc');
  assert.equal(url.searchParams.get('X-Amz-Expires'), '60');
  assert.match(url.searchParams.get('X-Amz-Signature') ?? '', /^[0-9a-f]{64}$/);
  store.close();
});

test('downloads leave no half file behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reelport-s3-'));
  const s3 = await startS3();
  const store = createS3Store(s3.options);
  await store.put('whole', Buffer.from('x'));
  await assert.rejects(store.download('whole', join(folder, 'no-such-folder', 'file')));
  store.close();
  await s3.stop();
  await rm(folder, { recursive: true });
});
