import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { S3StoreOptions } from '#core/server/services/files/s3-store.ts';

/** The part of s3rver that tests use; the package has no types. */
interface S3rver {
  run(): Promise<{ address: string; port: number }>;
  close(): Promise<void>;
}
type S3rverClass = new (options: Record<string, unknown>) => S3rver;

/** Starts an S3 server on a free port of this machine with one empty bucket. */
export async function startS3(): Promise<{ options: S3StoreOptions; stop(): Promise<void> }> {
  const Server = createRequire(import.meta.url)('s3rver') as S3rverClass;
  const directory = await mkdtemp(join(tmpdir(), 'reelport-s3rver-'));
  const server = new Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'reelport', configs: [] }],
  });
  const { port } = await server.run();
  return {
    options: {
      bucket: 'reelport',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
