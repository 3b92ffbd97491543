import { join } from 'node:path';

import { createDiskStore, type DiskStore } from '#core/server/services/files/disk-store.ts';
import type { S3Store } from '#core/server/services/files/s3-store.ts';

import type { Configuration } from './configuration.ts';

/** Where files are kept, as the configuration has it. */
export interface OpenedStore {
  store: DiskStore | S3Store;
  served: DiskStore | undefined;
  /** The store through which render nodes are shared; none when files are on a disk. */
  shared: S3Store | undefined;
  origins: readonly string[];
  close(): Promise<void>;
}

/** Opens the store of files: a bucket when one is configured, or else a folder of the data folder. */
export async function openStore({ s3, dataDir, publicUrl }: Configuration, secret: Buffer): Promise<OpenedStore> {
  if (s3 === undefined) {
    const store = await createDiskStore({ folder: join(dataDir, 'files'), secret, publicUrl });
    return { store, served: store, shared: undefined, origins: [], close: async () => undefined };
  }
  // The packages that speak to a bucket take longer to load than most others: only where there is one.
  const { createS3Store } = await import('#core/server/services/files/s3-store.ts');
  const store = createS3Store(s3);
  const address = s3.publicEndpoint ?? s3.endpoint;
  const origins = [
    address === undefined ? `https://${s3.bucket}.s3.${s3.region}.amazonaws.com` : new URL(address).origin,
  ];
  return { store, served: undefined, shared: store, origins, close: async () => store.close() };
}
