import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { processIdentity } from '#core/server/ground/process-identity.ts';
import { writeNewFile } from '#core/server/ground/write-new-file.ts';

const ownerSchema = z.object({ pid: z.number().int(), identity: z.string() });

/**
 * Makes this process the owner of a data folder's server, which starts and stops it, unless a living process owns it.
 * @returns whether it is the owner now
 */
export async function becomeOwner(dataDir: string): Promise<boolean> {
  const path = ownerPath(dataDir);
  const own = { pid: process.pid, identity: (await processIdentity(process.pid)) ?? '' };
  // Twice: the second time after removing a dead owner's file.
  for (let round = 0; round < 2; round += 1) {
    if (await writeNewFile(path, JSON.stringify(own))) return true;
    const owner = await readOwner(path);
    if (owner !== undefined && (await processIdentity(owner.pid)) === owner.identity) return false;
    await rm(path, { force: true });
  }
  return false;
}

/** Gives up this process's ownership. */
export async function resignOwner(dataDir: string): Promise<void> {
  await rm(ownerPath(dataDir), { force: true });
}

async function readOwner(path: string) {
  const text = await readFile(path, 'utf8').catch(() => '');
  try {
    return ownerSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function ownerPath(dataDir: string): string {
  return join(dataDir, 'database-owner.json');
}
