import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { fail } from '#core/contract/errors.ts';

import { throwDiskError } from './disk-errors.ts';
import { createDiskStaging } from './disk-staging.ts';
import type { ByteRange, FileStore, StoredObject } from './file-store.ts';
import { signPath, verifyPath, type SignedRead } from './signed-path.ts';
import { assertStoreKey } from './store-key.ts';
import { removeDeadTemporaries, temporaryName } from './temporary-names.ts';
import { writeWhole } from './write-whole.ts';

export interface DiskStoreOptions {
  /** Contains everything: finished objects in `objects/`, unfinished ones in `tmp/`. */
  folder: string;
  /** Signs URLs; must be the same on every node that shares the folder. */
  secret: Buffer;
  /** Scheme and host of signed URLs; by default they are paths on this server. */
  publicUrl?: string;
  now?: () => Date;
}

/** A {@link FileStore} on this machine's disk; its signed URLs are served by `http/routes/served-files.ts`. */
export interface DiskStore extends FileStore {
  localPath(key: string): string;
  /** What a request to `/files/<key>?…` may read, or undefined when its signature is invalid. */
  verify(key: string, query: { e: string; s: string; n?: string; t?: string }): SignedRead | undefined;
}

/** Opens the folder, creating it if needed, and removes unfinished files of dead processes. */
export async function createDiskStore(options: DiskStoreOptions): Promise<DiskStore> {
  const objects = join(options.folder, 'objects');
  const temporaries = join(options.folder, 'tmp');
  const now = options.now ?? (() => new Date());
  await mkdir(objects, { recursive: true }).catch(throwDiskError);
  await mkdir(temporaries, { recursive: true }).catch(throwDiskError);
  await removeDeadTemporaries(temporaries);

  function pathOf(key: string): string {
    assertStoreKey(key);
    return join(objects, key);
  }

  /** Writes to a temporary path, then moves the file to its key atomically. */
  async function publish(key: string, write: (temporary: string) => Promise<void>): Promise<StoredObject> {
    const target = pathOf(key);
    const temporary = join(temporaries, temporaryName());
    try {
      await write(temporary);
      await syncFile(temporary);
      await moveInto(temporary, target);
      // For two hard links to the same file, rename does nothing and leaves both.
      await rm(temporary, { force: true });
    } catch (error) {
      await rm(temporary, { force: true });
      throwDiskError(error);
    }
    const { size, mtime } = await stat(target).catch(throwDiskError);
    return { key, size, modifiedAt: mtime };
  }

  async function find(key: string): Promise<StoredObject | undefined> {
    const found = await stat(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw error;
    });
    return found?.isFile() ? { key, size: found.size, modifiedAt: found.mtime } : undefined;
  }

  return {
    put(key, body, { signal } = {}) {
      return publish(key, async (temporary) => {
        const file = await open(temporary, 'wx');
        await pipeline(Buffer.isBuffer(body) ? Readable.from([body]) : body, file.createWriteStream(), { signal });
      });
    },

    putFile(key, path, { move = false } = {}) {
      return publish(key, async (temporary) => {
        if (move) {
          try {
            return await rename(path, temporary);
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
          }
        }
        await copyFile(path, temporary, constants.COPYFILE_FICLONE);
        if (move) await rm(path, { force: true });
      });
    },

    async move(from, to) {
      await moveInto(pathOf(from), pathOf(to)).catch(throwDiskError);
    },

    async copy(from, to) {
      await publish(to, async (temporary) => {
        await link(pathOf(from), temporary).catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') throw error;
          // Some file systems have no hard links.
          return copyFile(pathOf(from), temporary, constants.COPYFILE_FICLONE);
        });
      });
    },

    staging: createDiskStaging(pathOf),

    async read(key, range?: ByteRange) {
      const file = await open(pathOf(key), 'r').catch(throwDiskError);
      if ((await file.stat()).isDirectory()) {
        await file.close();
        fail('core:file-missing', {}, { kind: 'not-found' });
      }
      return file.createReadStream(range ?? {});
    },

    async download(key, path) {
      await writeWhole(path, (temporary) => copyFile(pathOf(key), temporary, constants.COPYFILE_FICLONE));
    },

    stat: find,

    async remove(key) {
      await rm(pathOf(key), { force: true }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOTDIR') throw error;
      });
    },

    async *list(prefix) {
      for await (const key of keysUnder(objects, '', prefix)) {
        const object = await find(key);
        if (object !== undefined) yield object;
      }
    },

    localPath: pathOf,

    async signedUrl(key, seconds, { filename, type } = {}) {
      assertStoreKey(key);
      const expires = Math.floor(now().getTime() / 1000 + seconds);
      return `${options.publicUrl ?? ''}${signPath(options.secret, { key, expires, filename, type })}`;
    },

    verify(key, query) {
      return verifyPath(options.secret, key, query, now());
    },
  };
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A rename that survives a power failure; creates the target folder if needed. */
async function moveInto(from: string, to: string): Promise<void> {
  const folder = dirname(to);
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await mkdir(folder, { recursive: true });
    await rename(from, to);
  }
  await syncFile(folder);
}

/** Lists keys in the byte order of whole keys, like S3: a folder sorts as its name followed by a slash. */
async function* keysUnder(root: string, folder: string, prefix: string): AsyncGenerator<string> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const keys = entries.map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`);
  for (const key of keys.sort((a, b) => (a < b ? -1 : 1))) {
    if (!key.endsWith('/')) {
      if (key.startsWith(prefix)) yield key;
    } else if (key.startsWith(prefix) || prefix.startsWith(key)) {
      yield* keysUnder(root, key, prefix);
    }
  }
}
