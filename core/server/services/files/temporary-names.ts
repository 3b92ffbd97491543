import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

import { fileOwner, isRunning, ownFileName } from '#core/server/ground/process-identity.ts';

const HOST = hostname().replace(/[^a-zA-Z0-9-]/g, '-');
const DAY = 24 * 60 * 60 * 1000;

/** A unique file name that identifies the process and machine that made it. */
export function temporaryName(): string {
  return `${HOST}.${ownFileName()}`;
}

/**
 * Removes files named by {@link temporaryName} in processes that have died, and any that have not been written to for a
 * day.
 */
export async function removeDeadTemporaries(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) continue;
    if (isDead(name) || found.mtimeMs < Date.now() - DAY) await rm(path, { recursive: true, force: true });
  }
}

function isDead(name: string): boolean {
  const [host = '', rest = ''] = name.split('.');
  const owner = host === HOST ? fileOwner(rest) : undefined;
  // A process that cannot be seen although the name is from this host belongs to an earlier boot of the machine or
  // container.
  return owner !== undefined && isRunning(owner) !== true;
}
