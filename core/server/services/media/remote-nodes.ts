import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ExpectedError } from '#core/contract/errors.ts';
import { createAdvisoryLocks } from '#core/server/ground/database/advisory-locks.ts';
import type { FileStore, StoredObject } from '#core/server/services/files/file-store.ts';

import { throwIfCancelled } from './abort-error.ts';
import { holdsRecord, parseRecord, readRecord, RECORD_NAME, type NodeRecord } from './node-record.ts';

const DAY_MILLISECONDS = 24 * 3600_000;
const MAX_RECORD_BYTES = 1 << 20;
const USED_NAME = 'used';
const STORABLE_NAME = /^[a-zA-Z0-9_-][a-zA-Z0-9._-]*$/;

/** The outputs of nodes in the store that several machines share. */
export interface RemoteNodes {
  /** Takes a node's lock if no machine holds it; undefined when it is taken. */
  tryLock(key: string): Promise<(() => Promise<void>) | undefined>;
  /**
   * Copies a node's output, with its record, into an empty folder.
   * @returns false when there is none, or it is damaged; the folder may then hold incomplete files
   */
  fetch(key: string, folder: string, signal: AbortSignal): Promise<boolean>;
  /** Stores a folder that has its record. Other machines see all of it or nothing. */
  publish(key: string, folder: string): Promise<void>;
  /** Records that a node is in use, at most once a day, in the background. */
  touch(key: string): void;
  /** Removes a node's output; a missing one is not an error. */
  remove(key: string): Promise<void>;
  /** Evicts by age and size. */
  sweep(): Promise<{ removed: number }>;
  /** Waits for background work and closes the connection. */
  close(): Promise<void>;
}

/** Settings of {@link createRemoteNodes}. */
export interface RemoteNodesOptions {
  store: FileStore;
  /** The PostgreSQL whose advisory locks all machines share. */
  connectionString: string;
  /** The most bytes that the shared outputs may take; 200 GB by default. */
  maxBytes?: number;
  /** Days without use after which an output is removed; 30 by default. */
  maxAgeDays?: number;
}

interface StoredNode {
  key: string;
  objects: StoredObject[];
  size: number;
  usedAt: number;
}

const baseOf = (key: string) => `render/${key.slice(0, 2)}/${key}`;

function isMissing(error: unknown): boolean {
  return error instanceof ExpectedError && error.code === 'core:file-missing';
}

/** Makes {@link RemoteNodes} on a file store, with locks in PostgreSQL. */
export function createRemoteNodes(options: RemoteNodesOptions): RemoteNodes {
  const { store } = options;
  const locks = createAdvisoryLocks(options.connectionString);
  const touched = new Map<string, number>();
  let background: Promise<unknown> = Promise.resolve();

  async function storedRecord(key: string): Promise<NodeRecord | undefined> {
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of await store.read(`${baseOf(key)}/${RECORD_NAME}`)) {
        const bytes = Buffer.from(chunk as Uint8Array);
        size += bytes.length;
        if (size > MAX_RECORD_BYTES) return undefined;
        chunks.push(bytes);
      }
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
    return parseRecord(Buffer.concat(chunks).toString('utf8'));
  }

  async function noteUse(key: string): Promise<void> {
    const name = `${baseOf(key)}/${USED_NAME}`;
    const noted = await store.stat(name);
    if (noted === undefined || Date.now() - noted.modifiedAt.getTime() > DAY_MILLISECONDS)
      await store.put(name, Buffer.from('1'));
  }

  async function removeObjects(
    key: string,
    objects: AsyncIterable<StoredObject> | Iterable<StoredObject>,
  ): Promise<void> {
    // The record is deleted first: without it the other files do not count as an output.
    await store.remove(`${baseOf(key)}/${RECORD_NAME}`);
    for await (const object of objects) await store.remove(object.key);
  }

  async function storedNodes(): Promise<StoredNode[]> {
    const nodes = new Map<string, StoredNode>();
    for await (const object of store.list('render/')) {
      const key = object.key.split('/')[2] ?? '';
      const node = nodes.get(key) ?? { key, objects: [], size: 0, usedAt: 0 };
      node.objects.push(object);
      node.size += object.size;
      node.usedAt = Math.max(node.usedAt, object.modifiedAt.getTime());
      nodes.set(key, node);
    }
    return [...nodes.values()].sort((a, b) => a.usedAt - b.usedAt);
  }

  async function evict({ key, objects }: StoredNode): Promise<boolean> {
    const release = await locks.tryLock(key);
    if (release === undefined) return false;
    try {
      await removeObjects(key, objects);
      return true;
    } finally {
      await release();
    }
  }

  return {
    tryLock: locks.tryLock,
    async fetch(key, folder, signal) {
      const record = await storedRecord(key);
      if (record === undefined) return false;
      try {
        for (const { name } of record.files) {
          throwIfCancelled(signal);
          await store.download(`${baseOf(key)}/${name}`, join(folder, name));
        }
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
      if (!(await holdsRecord(folder, record, true))) return false;
      await writeFile(join(folder, RECORD_NAME), JSON.stringify(record));
      return true;
    },
    async publish(key, folder) {
      const record = await readRecord(folder);
      assert(record !== undefined, `remote nodes: ${folder} has no record`);
      for (const { name } of record.files) {
        assert(STORABLE_NAME.test(name), `remote nodes: "${name}" cannot be a key`);
        await store.putFile(`${baseOf(key)}/${name}`, join(folder, name));
      }
      await store.putFile(`${baseOf(key)}/${RECORD_NAME}`, join(folder, RECORD_NAME), {
        contentType: 'application/json',
      });
      touched.set(key, Date.now());
    },
    touch(key) {
      const last = touched.get(key) ?? 0;
      if (Date.now() - last < DAY_MILLISECONDS) return;
      touched.set(key, Date.now());
      // A failed update costs at most an early eviction.
      background = background.then(() => noteUse(key)).catch(() => undefined);
    },
    remove: (key) => removeObjects(key, store.list(`${baseOf(key)}/`)),
    async sweep() {
      const nodes = await storedNodes();
      const oldest = Date.now() - (options.maxAgeDays ?? 30) * DAY_MILLISECONDS;
      let total = nodes.reduce((sum, node) => sum + node.size, 0);
      let removed = 0;
      for (const node of nodes) {
        if (node.usedAt >= oldest && total <= (options.maxBytes ?? 200e9)) break;
        if (!(await evict(node))) continue;
        removed += 1;
        total -= node.size;
      }
      return { removed };
    },
    async close() {
      await background;
      await locks.close();
    },
  };
}
