import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { fail } from '#core/contract/errors.ts';
import { writeNewFile } from '#core/server/ground/write-new-file.ts';

/** The server's keys, newest first: the first one encrypts, all of them decrypt. Each has 32 bytes. */
export type MasterKeys = readonly [Buffer, ...Buffer[]];

const FILE = 'secret-key';

/**
 * The server's keys: `REELPORT_SECRET_KEY`, 32 bytes in base64, or several separated by commas while a key is
 * being replaced. Without it, a key created once in the data folder, readable by this user only. Nodes that
 * share a database need the same keys.
 * @throws expected `core:secret-key-invalid`
 */
export async function loadMasterKeys(options: {
  dataDir: string;
  environment?: { REELPORT_SECRET_KEY?: string };
}): Promise<MasterKeys> {
  const file = join(options.dataDir, FILE);
  const configured = (options.environment ?? process.env).REELPORT_SECRET_KEY;
  const text = configured === undefined || configured.trim() === '' ? await readOrMake(file) : configured;
  const [first, ...others] = text.split(',').map((part) => decode(part.trim(), file));
  return [first ?? fail('core:secret-key-invalid', { file }, { kind: 'unavailable' }), ...others];
}

/**
 * Derives a key for one purpose, such as `signed-url`; it reveals nothing about the master key or other
 * purposes' keys.
 * @returns 32 bytes
 */
export function deriveKey(master: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `reelport/${purpose}`, 32));
}

/** {@link deriveKey} for one master key, caching each purpose's key because some are needed on every request. */
export function keyring(master: Buffer): (purpose: string) => Buffer {
  const keys = new Map<string, Buffer>();
  return (purpose) => {
    const key = keys.get(purpose) ?? deriveKey(master, purpose);
    keys.set(purpose, key);
    return key;
  };
}

/** Identifies a key without revealing it: eight hexadecimal digits. */
export function keyId(master: Buffer): string {
  return createHash('sha256').update('reelport/key-id').update(master).digest('hex').slice(0, 8);
}

async function readOrMake(file: string): Promise<string> {
  const known = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (known !== undefined) return known;
  await mkdir(dirname(file), { recursive: true });
  // When two processes create it at once, one wins and both read the same key.
  await writeNewFile(file, randomBytes(32).toString('base64'));
  return await readFile(file, 'utf8');
}

function decode(text: string, file: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text) || key.length !== 32) {
    fail('core:secret-key-invalid', { file }, { kind: 'unavailable' });
  }
  return key;
}
