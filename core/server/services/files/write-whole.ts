import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';

import { throwDiskError } from './disk-errors.ts';

/**
 * Makes a file that is there whole or not at all: `write` fills a path beside it.
 * @throws expected conditions of {@link throwDiskError}
 */
export async function writeWhole(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = `${path}.${randomUUID()}.part`;
  try {
    await write(temporary);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throwDiskError(error);
  }
}
