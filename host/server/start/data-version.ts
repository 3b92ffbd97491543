import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';

const stampSchema = z.object({ version: z.string().regex(/^\d+\.\d+\.\d+$/) });

/**
 * Refuses a data folder written by a newer version of the program; otherwise records `own` in it.
 * @throws expected `host:start.newer-data`
 */
export async function stampDataFolder(folder: string, own: string): Promise<void> {
  const file = join(folder, 'version.json');
  const found = await readStamp(file);
  if (found === own) return;
  if (found !== undefined && isNewer(found, own)) fail('host:start.newer-data', { folder, found, own });
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, `${JSON.stringify({ version: own })}\n`);
  await rename(temporary, file);
}

/** The recorded version; a damaged record counts as none, because the database knows its own version too. */
async function readStamp(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  try {
    return stampSchema.parse(JSON.parse(text)).version;
  } catch {
    return undefined;
  }
}

function isNewer(version: string, than: string): boolean {
  const [left, right] = [version.split('.').map(Number), than.split('.').map(Number)];
  const differs = left.findIndex((part, index) => part !== right[index]);
  return differs >= 0 && (left[differs] ?? 0) > (right[differs] ?? 0);
}
