import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

import { fileOwner, isRunning, ownFileName } from '#core/server/ground/process-identity.ts';

import { createNodeLocks, type NodeLocks } from './node-locks.ts';
import { holdsRecord, readRecord, recordSize, writeRecord } from './node-record.ts';

const TOUCH_EVERY_MILLISECONDS = 60_000;
const FOREIGN_WORK_MILLISECONDS = 24 * 3600_000;

/** The state of a node in the cache. */
type NodeState = 'ready' | 'absent' | 'broken';

/** A node's output as the sweep sees it. */
export interface CachedNode {
  key: string;
  /** When it was last used, in milliseconds. */
  usedAt: number;
}

/** The outputs of nodes on this machine's disk, shared by all its processes. */
export interface RenderCache {
  readonly locks: NodeLocks;
  /** Creates the folders and removes what dead processes left behind. Call it once, before anything else. */
  open(): Promise<void>;
  /** Where a node's output is, or will be. */
  folderOf(key: string): string;
  /** Looks a node up, marks it as used, and checks its files. */
  find(key: string): Promise<NodeState>;
  /** Creates an empty folder to build in. */
  startWork(): Promise<string>;
  dropWork(folder: string): Promise<void>;
  /** Writes the record of a complete work folder and makes the folder the output of the node. */
  publish(key: string, work: string, facts: { operation: string; weight: number }): Promise<void>;
  /** Like `commit`, for a work folder that already has its record. */
  adopt(key: string, work: string): Promise<void>;
  /** Removes a node's output, unless `keep` says, after the folder was moved aside, that it was used meanwhile. */
  remove(key: string, keep?: (usedAt: number) => boolean): Promise<boolean>;
  /** Marks nodes as used now. */
  touch(keys: Iterable<string>): Promise<void>;
  list(): AsyncIterable<CachedNode>;
  /** The bytes of a node's output. */
  sizeOf(key: string): Promise<number>;
}

/** Settings of {@link createRenderCache}. */
export interface RenderCacheOptions {
  folder: string;
  /**
   * `checksum`: the output's contents are compared with its record when this process first uses it (about 1 ms
   * for 3 MB). `size`: only checks that every file exists in full size.
   */
  verify: 'checksum' | 'size';
}

function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Creates a {@link RenderCache}. */
export function createRenderCache(options: RenderCacheOptions): RenderCache {
  const nodes = join(options.folder, 'nodes');
  const works = join(options.folder, 'work');
  const lockFolder = join(options.folder, 'locks');
  const locks = createNodeLocks(lockFolder);
  const verified = new Set<string>();

  const folderOf = (key: string) => join(nodes, key.slice(0, 2), key);

  async function touchOne(key: string): Promise<void> {
    const now = new Date();
    await utimes(folderOf(key), now, now).catch(() => undefined);
  }

  async function clearDeadWork(): Promise<void> {
    for (const name of await readdir(works)) {
      const owner = fileOwner(name);
      const running = owner === undefined ? false : isRunning(owner);
      if (running) continue;
      const path = join(works, name);
      if (running === null) {
        const facts = await stat(path).catch(() => undefined);
        if (facts === undefined || Date.now() - facts.mtimeMs < FOREIGN_WORK_MILLISECONDS) continue;
      }
      await rm(path, { recursive: true, force: true });
    }
  }

  const workPath = () => join(works, ownFileName());

  async function find(key: string): Promise<NodeState> {
    const folder = folderOf(key);
    const facts = await stat(folder).catch(() => undefined);
    if (facts === undefined) return 'absent';
    // Marked first, then checked: an eviction in between is noticed here, or notices the mark.
    if (Date.now() - facts.mtimeMs > TOUCH_EVERY_MILLISECONDS) await touchOne(key);
    const record = await readRecord(folder);
    if (record === undefined) return (await stat(folder).catch(() => undefined)) === undefined ? 'absent' : 'broken';
    const bytes = options.verify === 'checksum' && !verified.has(key);
    if (!(await holdsRecord(folder, record, bytes))) {
      verified.delete(key);
      return 'broken';
    }
    verified.add(key);
    return 'ready';
  }

  async function adopt(key: string, work: string): Promise<void> {
    const folder = folderOf(key);
    await mkdir(join(nodes, key.slice(0, 2)), { recursive: true });
    try {
      await rename(work, folder);
    } catch (error) {
      if (!isCode(error, 'ENOTEMPTY', 'EEXIST', 'EPERM')) throw error;
      // Only another machine that no longer saw our lock can have written this; equal keys mean equal outputs.
      if ((await find(key)) === 'ready') {
        await rm(work, { recursive: true, force: true });
        return;
      }
      await remove(key);
      await rename(work, folder);
    }
    verified.add(key);
  }

  async function remove(key: string, keep?: (usedAt: number) => boolean): Promise<boolean> {
    const grave = workPath();
    verified.delete(key);
    try {
      await rename(folderOf(key), grave);
    } catch (error) {
      if (isCode(error, 'ENOENT')) return false;
      throw error;
    }
    if (keep?.((await stat(grave)).mtimeMs)) {
      const restored = await rename(grave, folderOf(key)).then(
        () => true,
        () => false,
      );
      if (restored) return false;
    }
    await rm(grave, { recursive: true, force: true });
    return true;
  }

  return {
    locks,
    folderOf,
    find,
    adopt,
    remove,
    async open() {
      await Promise.all([nodes, works, lockFolder].map((path) => mkdir(path, { recursive: true })));
      await clearDeadWork();
    },
    async startWork() {
      const folder = workPath();
      await mkdir(folder);
      return folder;
    },
    dropWork: (folder) => rm(folder, { recursive: true, force: true }),
    async publish(key, work, facts) {
      await writeRecord(work, facts);
      await adopt(key, work);
    },
    async touch(keys) {
      for (const key of keys) await touchOne(key);
    },
    async *list() {
      for (const shelf of await readdir(nodes)) {
        for (const key of await readdir(join(nodes, shelf)).catch(() => [])) {
          const facts = await stat(folderOf(key)).catch(() => undefined);
          if (facts !== undefined) yield { key, usedAt: facts.mtimeMs };
        }
      }
    },
    async sizeOf(key) {
      const record = await readRecord(folderOf(key));
      return record === undefined ? 0 : recordSize(record);
    },
  };
}
