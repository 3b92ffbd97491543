import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';

import { ExpectedError, fail } from '#core/contract/errors.ts';

import { contentDisposition } from './content-disposition.ts';
import type { FileStore, StoredObject } from './file-store.ts';
import { createS3Staging } from './s3-staging.ts';
import { assertStoreKey } from './store-key.ts';
import { writeWhole } from './write-whole.ts';

export interface S3StoreOptions {
  bucket: string;
  /** Absent for Amazon S3. */
  endpoint?: string;
  /** The bucket's address for browsers, if it differs from the servers'. */
  publicEndpoint?: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** A {@link FileStore} that can check whether its bucket responds, and that has to be closed. */
export interface S3Store extends FileStore {
  close(): void;
}

const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;

/**
 * A {@link FileStore} in an S3 bucket, Amazon's or a compatible one. Memory use does not depend on object size; `move`
 * and `copy` copy inside the bucket, up to 5 GiB.
 */
export function createS3Store(options: S3StoreOptions): S3Store {
  const { bucket } = options;
  const client = clientFor(options, options.endpoint);
  const publicClient =
    options.publicEndpoint === undefined || options.publicEndpoint === options.endpoint
      ? client
      : clientFor(options, options.publicEndpoint);

  async function find(key: string): Promise<StoredObject | undefined> {
    assertStoreKey(key);
    try {
      const head = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
      return { key, size: head.ContentLength ?? 0, modifiedAt: head.LastModified ?? new Date(0) };
    } catch (error) {
      if (isMissing(error)) return undefined;
      return throwStoreError(error);
    }
  }

  async function put(
    key: string,
    body: Readable | Buffer,
    { contentType, signal }: { contentType?: string; signal?: AbortSignal } = {},
  ): Promise<StoredObject> {
    assertStoreKey(key);
    signal?.throwIfAborted();
    const upload = new Upload({
      client,
      params: { Bucket: bucket, Key: key, Body: body, ContentType: contentType ?? 'application/octet-stream' },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
    });
    const abort = () => void upload.abort();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      await upload.done();
    } catch (error) {
      signal?.throwIfAborted();
      if (body instanceof Readable && body.errored !== null) throw body.errored;
      throwStoreError(error);
    } finally {
      signal?.removeEventListener('abort', abort);
    }
    return (await find(key)) ?? fail('core:store-unavailable', {}, { kind: 'unavailable' });
  }

  async function read(key: string, range?: { start: number; end: number }): Promise<Readable> {
    assertStoreKey(key);
    try {
      const answer = await client.send(
        new GetObjectCommand({
          Bucket: bucket,
          Key: key,
          Range: range === undefined ? undefined : `bytes=${range.start}-${range.end}`,
        }),
      );
      // In Node the SDK's body is an IncomingMessage; its type also covers browsers.
      return answer.Body as Readable;
    } catch (error) {
      if (error instanceof S3ServiceException && error.name === 'InvalidRange') return Readable.from([]);
      return throwStoreError(error);
    }
  }

  async function remove(key: string): Promise<void> {
    assertStoreKey(key);
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })).catch((error: unknown) => {
      if (!isMissing(error)) throwStoreError(error);
    });
  }

  async function copy(from: string, to: string): Promise<void> {
    assertStoreKey(from);
    assertStoreKey(to);
    await client
      .send(new CopyObjectCommand({ Bucket: bucket, Key: to, CopySource: `${bucket}/${from}` }))
      .catch(throwStoreError);
  }

  return {
    put,

    async putFile(key, path, { contentType, move = false } = {}) {
      const stored = await put(key, createReadStream(path), { contentType });
      if (move) await rm(path, { force: true });
      return stored;
    },

    async move(from, to) {
      await copy(from, to);
      await remove(from);
    },

    copy,

    staging: createS3Staging({ client, bucket, store: { put, read, stat: find, remove }, throwStoreError }),

    read,

    async download(key, path) {
      const body = await read(key);
      await writeWhole(path, (temporary) => pipeline(body, createWriteStream(temporary, { flags: 'wx', flush: true })));
    },

    stat: find,

    remove,

    async *list(prefix) {
      try {
        for await (const found of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
          for (const { Key: key, Size: size = 0, LastModified: modifiedAt = new Date(0) } of found.Contents ?? []) {
            if (key !== undefined) yield { key, size, modifiedAt };
          }
        }
      } catch (error) {
        throwStoreError(error);
      }
    },

    localPath() {
      return undefined;
    },

    async signedUrl(key, seconds, { filename, type } = {}) {
      assertStoreKey(key);
      const command = new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ResponseContentType: type ?? 'application/octet-stream',
        ResponseContentDisposition: contentDisposition(type, filename),
      });
      return getSignedUrl(publicClient, command, { expiresIn: Math.max(1, Math.floor(seconds)) });
    },

    close() {
      client.destroy();
      publicClient.destroy();
    },
  };
}

function clientFor(options: S3StoreOptions, endpoint: string | undefined): S3Client {
  return new S3Client({
    region: options.region,
    endpoint,
    forcePathStyle: endpoint !== undefined,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    // Other S3 implementations reject the checksums that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5000, socketTimeout: 60_000 },
  });
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound');
}

function throwStoreError(error: unknown): never {
  if (error instanceof ExpectedError) throw error;
  if (isMissing(error)) fail('core:file-missing', {}, { kind: 'not-found', cause: error });
  fail('core:store-unavailable', {}, { kind: 'unavailable', cause: error });
}
