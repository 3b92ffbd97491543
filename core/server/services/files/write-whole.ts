import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';

import { throwDiskError } from './disk-errors.ts';

/**
 * Writes a file atomically: `write` fills a temporary path next to it.
 * @throws expected errors of {@link throwDiskError}
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
