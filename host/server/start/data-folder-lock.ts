import { mkdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import { processIdentity } from '#core/server/ground/process-identity.ts';

const processSchema = z.object({ pid: z.number().int().positive(), identity: z.string() });
const lockSchema = processSchema.extend({
  stopping: z.boolean(),
  children: z.array(processSchema),
  /** Where it serves; null until it does. */
  address: z.string().nullable().default(null),
});

type Process = z.output<typeof processSchema>;
type LockContent = z.output<typeof lockSchema>;

/** Milliseconds that a stopping holder gets before we report that it is in the way. */
const STOPPING_MILLISECONDS = 15_000;
/** Milliseconds: taking the lock is fast, so a guard this old was left by a killed process. */
const GUARD_MILLISECONDS = 10_000;
const CHILD_MILLISECONDS = 3_000;

/** The right to run the server of a data folder; only one process of this machine has it at a time. */
export interface DataFolderLock {
  /** Records the processes that have to be ended when this one is killed. */
  noteChildren(pids: number[]): Promise<void>;
  /** Records where it serves, for consoles of this machine. */
  noteAddress(address: string): Promise<void>;
  /** Tells the next server that it is worth waiting. */
  noteStopping(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes the lock of a data folder. A lock whose process no longer exists is ignored, even if another process
 * has its number now; processes that it started and left running are ended first.
 * @throws expected `host:start.in-use` when a running server has it
 */
export async function lockDataFolder(folder: string): Promise<DataFolderLock> {
  const file = lockFile(folder);
  const own: LockContent = { ...(await identify(process.pid)), stopping: false, children: [], address: null };
  const deadline = Date.now() + STOPPING_MILLISECONDS;
  for (;;) {
    const holder = await guarded(file, async () => {
      const found = await readLock(file);
      if (found !== undefined && found.pid !== process.pid && (await isAlive(found))) return found;
      await endLeftOver(found?.children ?? []);
      await writeLock(file, own);
      return undefined;
    });
    if (holder === undefined) break;
    if (!holder.stopping || Date.now() > deadline) {
      fail('host:start.in-use', { folder, pid: holder.pid }, { kind: 'conflict' });
    }
    await sleep(100);
  }

  return {
    async noteChildren(pids) {
      own.children = await Promise.all(pids.map((pid) => identify(pid)));
      await writeLock(file, own);
    },
    async noteAddress(address) {
      own.address = address;
      await writeLock(file, own);
    },
    async noteStopping() {
      own.stopping = true;
      await writeLock(file, own);
    },
    async release() {
      await rm(file, { force: true });
    },
  };
}

/** The server that runs from a data folder on this machine; undefined while none does. */
export async function runningServer(folder: string): Promise<{ address: string | null } | undefined> {
  const found = await readLock(lockFile(folder));
  return found !== undefined && !found.stopping && (await isAlive(found)) ? { address: found.address } : undefined;
}

const lockFile = (folder: string): string => join(folder, 'server.lock');

async function identify(pid: number): Promise<Process> {
  return { pid, identity: (await processIdentity(pid)) ?? '' };
}

async function isAlive({ pid, identity }: Process): Promise<boolean> {
  return (await processIdentity(pid)) === identity;
}

async function readLock(file: string): Promise<LockContent | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  try {
    return lockSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

async function writeLock(file: string, content: LockContent): Promise<void> {
  const temporary = `${file}.${process.pid}`;
  try {
    await writeFile(temporary, JSON.stringify(content));
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function endLeftOver(children: Process[]): Promise<void> {
  const began = Date.now();
  for (const child of children) {
    while (await isAlive(child)) {
      process.kill(child.pid, Date.now() - began < CHILD_MILLISECONDS ? 'SIGTERM' : 'SIGKILL');
      await sleep(50);
    }
  }
}

/** Runs `work` while no other process does; creating a folder is atomic in file systems. */
async function guarded<T>(file: string, work: () => Promise<T>): Promise<T> {
  const guard = `${file}.guard`;
  while (!(await makeFolder(guard))) {
    const made = await stat(guard).catch(() => undefined);
    if (made !== undefined && Date.now() - made.mtimeMs > GUARD_MILLISECONDS) await rmdir(guard).catch(() => undefined);
    await sleep(20);
  }
  try {
    return await work();
  } finally {
    await rmdir(guard).catch(() => undefined);
  }
}

async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
