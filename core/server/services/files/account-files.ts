import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { and, eq, inArray } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';

import { withoutBidiControls } from '#core/contract/bidi.ts';
import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { Database, Tx } from '#core/server/ground/database/database.ts';
import { isForeignKeyViolation } from '#core/server/ground/database/sql-state.ts';

import { dropUnusedBytes, keepBlob, lockBlobs, releaseBlob } from './blobs.ts';
import { throwDiskError } from './disk-errors.ts';
import type { FileStore } from './file-store.ts';
import { blobKey, type FileRecord, type Files } from './files.ts';
import { HashedUpload } from './hashed-upload.ts';
import { heldFiles, holdFiles, lockUnheld, releaseFiles } from './holds.ts';
import { isCounted, lockSpace, mainOf, refuseFull, usedSpace, type ReadCapacity, type Space } from './space.ts';
import { coreFiles } from './tables.ts';
import { temporaryName } from './temporary-names.ts';

/** Default lifetime of a signed URL in seconds. */
const URL_SECONDS = 6 * 60 * 60;
const STAGING = 'staging/';
const DAY = 24 * 60 * 60 * 1000;

export interface AccountFilesOptions {
  db: Database;
  store: FileStore;
  /** A folder of this machine for local copies of remote files. */
  temporaryFolder: string;
  /** The capacity of each main account; unlimited by default. */
  capacity?: ReadCapacity;
}

/** {@link Files} with the housekeeping that the host calls. */
export interface AccountFiles extends Files {
  /**
   * Removes unfinished uploads left by crashes, and bytes that no row refers to, once they are a day old. Safe while
   * other processes are working; handles a few thousand objects per second.
   * @returns how many objects were removed
   */
  sweep(): Promise<number>;
}

/** Content-addressed files of accounts on top of a store and a database. */
export function createAccountFiles({
  db,
  store,
  temporaryFolder,
  capacity = async () => null,
}: AccountFilesOptions): AccountFiles {
  async function space(tx: Tx, accountId: string): Promise<Space> {
    const mainId = await mainOf(tx, accountId);
    return { used: await usedSpace(tx, mainId), total: await capacity(tx, mainId) };
  }

  async function record(
    tx: Tx,
    accountId: string,
    file: Pick<FileRecord, 'hash' | 'size' | 'name' | 'type'> & { counted?: boolean },
    withinSpace = false,
  ): Promise<FileRecord> {
    if (withinSpace) {
      const mainId = await mainOf(tx, accountId);
      await lockSpace(tx, mainId);
      if (!(await isCounted(tx, mainId, file.hash))) refuseFull(await space(tx, mainId), file.size);
    }
    const [row] = await tx.scope(accountId).insert(coreFiles, { id: uuidv7(), ...file, name: tidyName(file.name) });
    return row as FileRecord;
  }

  /** @returns the hashes of the removed files */
  async function forget(tx: Tx, accountId: string, ids: readonly string[]): Promise<string[]> {
    const own = and(eq(coreFiles.accountId, accountId), inArray(coreFiles.id, [...ids]));
    const found = await tx.orm.select({ hash: coreFiles.hash }).from(coreFiles).where(own);
    await lockBlobs(
      tx,
      found.map(({ hash }) => hash),
    );
    const files = await lockUnheld(tx, accountId, ids);
    try {
      await tx.orm.delete(coreFiles).where(own);
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      fail('core:file-in-use', { name: files[0]?.name ?? '' }, { kind: 'conflict', cause: error });
    }
    const hashes = [...new Set(files.map(({ hash }) => hash))];
    for (const hash of hashes) await releaseBlob(tx, hash);
    return hashes;
  }

  async function drop(hashes: readonly string[]): Promise<void> {
    for (const hash of hashes) await dropUnusedBytes(db, store, hash);
  }

  return {
    store,

    async add(accountId, body, options) {
      const staging = `${STAGING}${randomUUID()}`;
      const upload = new HashedUpload(options);
      const abort = new AbortController();
      try {
        const stored = store.put(staging, upload, { signal: abort.signal });
        const piped = pipeline(body, upload);
        // Both are settled before cleaning up. When one fails the other breaks, so the expected error of the two is the
        // cause.
        const [pipe, put] = await Promise.allSettled([
          piped.catch((error: unknown) => {
            abort.abort(error);
            throw error;
          }),
          stored.catch((error: unknown) => {
            upload.destroy(error instanceof Error ? error : undefined);
            throw error;
          }),
        ]);
        const reasons = [pipe, put].flatMap((result) =>
          result.status === 'rejected' ? [result.reason as unknown] : [],
        );
        if (reasons.length > 0) throw reasons.find((reason) => reason instanceof ExpectedError) ?? reasons[0];
        const { hash, size, type } = upload;
        return await db
          .transaction(async (tx) => {
            await keepBlob(tx, store, { hash, size }, () => store.move(staging, blobKey(hash)));
            return record(tx, accountId, { hash, size, type, name: options.name }, options.withinSpace);
          })
          .catch(async (error: unknown) => {
            await dropUnusedBytes(db, store, hash).catch(() => undefined);
            throw error;
          });
      } finally {
        await store.remove(staging).catch(() => undefined);
      }
    },

    async addLocal(tx, accountId, path, { name, type, derived = false, withinSpace }) {
      const { hash, size } = await hashFile(path);
      await keepBlob(tx, store, { hash, size }, async () => {
        await store.putFile(blobKey(hash), path, { contentType: type });
      });
      return record(tx, accountId, { hash, size, type, name, counted: !derived }, withinSpace);
    },

    async copy(tx, { accountId, hash, size, type, name }, options = {}) {
      await lockBlobs(tx, [hash]);
      return record(tx, accountId, { hash, size, type, name: options.name ?? name });
    },

    async record(tx, accountId, file, supply) {
      await keepBlob(tx, store, file, supply);
      const { hash, size, name, type, withinSpace } = file;
      return record(tx, accountId, { hash, size, name, type }, withinSpace);
    },

    async get(accountId, id) {
      const row = await db.scope(accountId).find(coreFiles, eq(coreFiles.id, id));
      return (row as FileRecord | undefined) ?? fail('core:file-missing', {}, { kind: 'not-found' });
    },

    async withLocal({ hash }, use) {
      const local = store.localPath(blobKey(hash));
      if (local !== undefined) return use(local);
      await mkdir(temporaryFolder, { recursive: true });
      const copy = join(temporaryFolder, temporaryName());
      try {
        await store.download(blobKey(hash), copy);
        return await use(copy);
      } finally {
        await rm(copy, { force: true });
      }
    },

    async remove(accountId, id) {
      const hashes = await db.transaction(async (tx) => {
        const forgotten = await forget(tx, accountId, [id]);
        return forgotten.length > 0 ? forgotten : fail('core:file-missing', {}, { kind: 'not-found' });
      });
      await drop(hashes);
    },

    async forget(tx, accountId, ids) {
      const hashes = await forget(tx, accountId, ids);
      return () => drop(hashes);
    },

    hold: holdFiles,
    release: releaseFiles,
    held: heldFiles,

    space: (accountId, tx = db) => space(tx, accountId),

    async assertSpace(accountId, bytes, tx = db) {
      refuseFull(await space(tx, accountId), bytes);
    },

    signedUrl(file, seconds = URL_SECONDS) {
      return store.signedUrl(blobKey(file.hash), seconds, { filename: file.name, type: file.type });
    },

    async sweep() {
      let removed = 0;
      const old = Date.now() - DAY;
      for await (const object of store.list(STAGING)) {
        if (object.modifiedAt.getTime() >= old) continue;
        await store.remove(object.key);
        removed += 1;
      }
      for await (const object of store.list('blobs/')) {
        if (object.modifiedAt.getTime() >= old) continue;
        await dropUnusedBytes(db, store, object.key.slice(object.key.lastIndexOf('/') + 1));
        if ((await store.stat(object.key)) === undefined) removed += 1;
      }
      return removed;
    },
  };
}

async function hashFile(path: string): Promise<{ hash: string; size: number }> {
  const hasher = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
      hasher.update(chunk as Buffer);
      size += (chunk as Buffer).length;
    }
  } catch (error) {
    throwDiskError(error);
  }
  return { hash: hasher.digest('hex'), size };
}

/** A name fit for display: without folders and control characters, at most 255 characters. */
function tidyName(name: string): string {
  const last = name.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  return (
    [
      ...withoutBidiControls(last)
        .replace(/\p{Cc}/gu, '')
        .trim(),
    ]
      .slice(0, 255)
      .join('') || 'file'
  );
}
