import { constants } from 'node:fs';
import { mkdir, open, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

import { throwDiskError } from './disk-errors.ts';
import type { StagingArea } from './staging-area.ts';

/** Write buffer size in bytes. */
const BATCH_BYTES = 1024 * 1024;

/** A {@link StagingArea} of files that grow next to the finished objects. */
export function createDiskStaging(pathOf: (key: string) => string): StagingArea {
  return {
    async measure(key) {
      const found = await stat(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      return { size: found?.size ?? 0 };
    },

    async append(key, from, body) {
      try {
        const file = await openToWrite(pathOf(key));
        try {
          return { size: await write(file, from.size, body) };
        } finally {
          await file.close();
        }
      } catch (error) {
        throwDiskError(error);
      }
    },

    // The file is complete as it is; it is synced to disk when it gets its key.
    complete: (_key, state) => Promise.resolve(state),

    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

async function openToWrite(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true });
  return await open(path, constants.O_WRONLY | constants.O_CREAT, 0o666);
}

/** Writes one batch while the next is being received. */
async function write(file: FileHandle, start: number, body: AsyncIterable<Buffer>): Promise<number> {
  let batch: Buffer[] = [];
  let batched = 0;
  let end = start;
  let writing = Promise.resolve();
  const flush = async (): Promise<void> => {
    await writing;
    const [buffers, position] = [batch, end];
    [batch, end, batched] = [[], end + batched, 0];
    writing = writeAll(file, buffers, position);
    // Awaited with the next batch; marked as handled until then.
    writing.catch(() => undefined);
  };
  for await (const chunk of body) {
    batch.push(chunk);
    batched += chunk.length;
    if (batched >= BATCH_BYTES) await flush();
  }
  if (batched > 0) await flush();
  await writing;
  return end;
}

async function writeAll(file: FileHandle, buffers: Buffer[], position: number): Promise<void> {
  const wanted = buffers.reduce((sum, { length }) => sum + length, 0);
  const { bytesWritten } = await file.writev(buffers, position);
  if (bytesWritten === wanted) return;
  // A nearly full disk may write only part of it; the next attempt reports why.
  const rest = Buffer.concat(buffers).subarray(bytesWritten);
  await writeAll(file, [rest], position + bytesWritten);
}
