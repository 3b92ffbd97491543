import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

const HOST = hostname().replace(/[^a-zA-Z0-9-]/g, '-');
const DAY = 24 * 60 * 60 * 1000;

/** A file name that nobody else takes and that tells which process of which machine made it. */
export function temporaryName(): string {
  return `${HOST}.${process.pid}.${randomUUID()}`;
}

/**
 * Removes files of a folder that were named by {@link temporaryName} in a process that is
 * gone, and any that nobody has written to for a day.
 */
export async function removeDeadTemporaries(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) continue;
    const [host, pid] = name.split('.');
    const dead = host === HOST && !isAlive(Number(pid), found.mtimeMs);
    if (dead || found.mtimeMs < Date.now() - DAY) await rm(path, { recursive: true, force: true });
  }
}

function isAlive(pid: number, writtenAt: number): boolean {
  // In a container every start has the same process id: what is older than this process is not its own.
  if (pid === process.pid) return writtenAt >= performance.timeOrigin;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
