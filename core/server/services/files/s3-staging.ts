import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  S3ServiceException,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3';

import { fail } from '#core/contract/errors.ts';

import type { FileStore } from './file-store.ts';
import type { StagedBytes, StagingArea } from './staging-area.ts';

export interface S3StagingOptions {
  client: S3Client;
  bucket: string;
  /** For whole objects. */
  store: Pick<FileStore, 'put' | 'read' | 'stat' | 'remove'>;
  throwStoreError(error: unknown): never;
}

/** All parts but the last must have at least 5 MiB; 10 000 of these make 80 GiB. */
const PART_BYTES = 8 * 1024 * 1024;

type Remote = NonNullable<StagedBytes['remote']>;

/**
 * A {@link StagingArea} in a bucket: a multipart upload, plus an object for the incomplete part when a connection
 * breaks. The caller stores the list of parts, so that any node can continue; each writer needs memory for two parts.
 */
export function createS3Staging({ client, bucket, store, throwStoreError }: S3StagingOptions): StagingArea {
  const tailKey = (key: string) => `${key}.tail`;

  async function begin(key: string): Promise<string> {
    const begun = await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: key }));
    return begun.UploadId ?? fail('core:store-unavailable', {}, { kind: 'unavailable' });
  }

  async function readTail(key: string, { tail }: Remote): Promise<Buffer> {
    if (tail === 0) return Buffer.alloc(0);
    const chunks: Buffer[] = [];
    for await (const chunk of await store.read(tailKey(key), { start: 0, end: tail - 1 })) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  async function sendPart(key: string, uploadId: string, number: number, body: Buffer): Promise<string> {
    const sent = await client
      .send(new UploadPartCommand({ Bucket: bucket, Key: key, UploadId: uploadId, PartNumber: number, Body: body }))
      .catch(throwStoreError);
    return sent.ETag ?? fail('core:store-unavailable', {}, { kind: 'unavailable' });
  }

  return {
    measure: (_key, known) => Promise.resolve(known),

    async append(key, from, body, { total, save }) {
      let state = from.remote ?? { parts: [], tail: 0 };
      if (state.whole === true) return from;
      const done = (remote: Remote): StagedBytes => ({ size: sizeOf(remote), remote });

      /** Sends one part while the next is being received. */
      let sending: Promise<void> = Promise.resolve();
      const sendNext = async (part: Buffer): Promise<void> => {
        await sending;
        const uploadId = state.uploadId ?? (await begin(key).catch(throwStoreError));
        if (state.uploadId === undefined) {
          state = { ...state, uploadId };
          await save(done(state));
        }
        sending = sendPart(key, uploadId, state.parts.length + 1, part).then(async (etag) => {
          state = { uploadId, parts: [...state.parts, { etag, size: part.length }], tail: 0 };
          await save(done(state));
        });
        // Awaited with the next part; marked as handled until then.
        sending.catch(() => undefined);
      };

      let batch = [await readTail(key, state)];
      let batched = batch[0]?.length ?? 0;
      for await (const chunk of body) {
        batch.push(chunk);
        batched += chunk.length;
        if (batched < PART_BYTES) continue;
        const whole = Buffer.concat(batch);
        let start = 0;
        for (; whole.length - start >= PART_BYTES; start += PART_BYTES) {
          await sendNext(whole.subarray(start, start + PART_BYTES));
        }
        batch = [Buffer.from(whole.subarray(start))];
        batched = whole.length - start;
      }
      const rest = Buffer.concat(batch);
      if (state.uploadId === undefined && rest.length === total) {
        await store.put(key, rest);
        state = { ...state, parts: [{ etag: '', size: total }], tail: 0, whole: true };
        return done(state);
      }
      await sending;
      if (rest.length > 0 && sizeOf({ ...state, tail: rest.length }) === total) {
        await sendNext(rest);
        await sending;
      } else if (rest.length > state.tail) {
        await store.put(tailKey(key), rest);
        state = { ...state, tail: rest.length };
      }
      return done(state);
    },

    async complete(key, state) {
      const { size, remote } = state;
      if (remote === undefined || remote.whole === true) return state;
      const Parts = remote.parts.map(({ etag }, index) => ({ ETag: etag, PartNumber: index + 1 }));
      try {
        await client.send(
          new CompleteMultipartUploadCommand({
            Bucket: bucket,
            Key: key,
            UploadId: remote.uploadId,
            MultipartUpload: { Parts },
          }),
        );
      } catch (error) {
        // An earlier attempt may have completed it and died before recording so.
        if ((await store.stat(key))?.size !== size) throwStoreError(error);
      }
      return { size, remote: { ...remote, whole: true } };
    },

    async remove(key, { remote }) {
      await store.remove(key);
      if (remote === undefined) return;
      await store.remove(tailKey(key));
      if (remote.uploadId === undefined || remote.whole === true) return;
      await client
        .send(new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: remote.uploadId }))
        .catch((error: unknown) => {
          if (!isGone(error)) throwStoreError(error);
        });
    },
  };
}

function sizeOf({ parts, tail }: Remote): number {
  return parts.reduce((sum, { size }) => sum + size, tail);
}

/** There is nothing to abort, or the store cleans up by itself and does not support the request. */
function isGone(error: unknown): boolean {
  const names = ['NoSuchUpload', 'NoSuchKey', 'NotFound', 'MethodNotAllowed', 'NotImplemented'];
  return error instanceof S3ServiceException && names.includes(error.name);
}
