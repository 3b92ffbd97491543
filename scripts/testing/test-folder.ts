import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { mkdtemp, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY_DISK = '/dev/shm';
const ENOUGH_BYTES = 6 * 2 ** 30;
const NAME = 'reelport-tests-';

/**
 * Creates a folder for a test file or a database, which the caller removes. It is on Linux' memory disk if there is
 * room, since tests would otherwise spend much of their time waiting for the disk that all of them write to.
 * @param prefix of its name
 */
export async function makeTestFolder(prefix: string): Promise<string> {
  parent ??= onMemoryDisk() ?? tmpdir();
  const folder = await mkdtemp(join(parent, prefix));
  // PostgreSQL runs as another user when the tests run as root.
  await chmod(folder, 0o755);
  return folder;
}

let parent: string | undefined;

/** A folder on the memory disk for this process, removed when it exits; undefined where programs cannot run from it. */
function onMemoryDisk(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    removeLeftOver();
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    if (bavail * bsize < ENOUGH_BYTES) return undefined;
    const folder = mkdtempSync(join(MEMORY_DISK, `${NAME}${process.pid}-`));
    chmodSync(folder, 0o755);
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const program = join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    if (spawnSync(program).status !== 0) return undefined;
    rmSync(program);
    return folder;
  } catch {
    return undefined;
  }
}

/** Removes what killed runs left behind, which would fill the memory. */
function removeLeftOver(): void {
  for (const name of readdirSync(MEMORY_DISK)) {
    const pid = name.startsWith(NAME) ? Number.parseInt(name.slice(NAME.length), 10) : NaN;
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    try {
      rmSync(join(MEMORY_DISK, name), { recursive: true, force: true });
    } catch {
      // A disk that a killed test had mounted there; it fills no memory that would be missed.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
