import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { processIdentity } from './process-identity.ts';

const ownerSchema = z.object({ pid: z.number().int(), identity: z.string() });

/**
 * Makes this process the owner of a data folder's server, the one that starts and stops it, unless a
 * living process owns it.
 * @returns whether it is the owner now
 */
export async function becomeOwner(dataDir: string): Promise<boolean> {
  const path = ownerPath(dataDir);
  const own = { pid: process.pid, identity: (await processIdentity(process.pid)) ?? '' };
  // Twice: the second time after the file of a dead owner was removed.
  for (let round = 0; round < 2; round += 1) {
    if (await writeNew(path, JSON.stringify(own))) return true;
    const owner = await readOwner(path);
    if (owner !== undefined && (await processIdentity(owner.pid)) === owner.identity) return false;
    await rm(path, { force: true });
  }
  return false;
}

/** Ends the ownership of this process. */
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

/** Writes a file that does not exist yet, whole or not at all; false when it exists. */
async function writeNew(path: string, text: string): Promise<boolean> {
  const temporary = `${path}.${randomBytes(4).toString('hex')}`;
  await writeFile(temporary, text, { mode: 0o600 });
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

function ownerPath(dataDir: string): string {
  return join(dataDir, 'database-owner.json');
}
