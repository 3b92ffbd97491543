import { randomBytes } from 'node:crypto';
import { link, rm, writeFile } from 'node:fs/promises';

/**
 * Writes a file that does not exist yet, for this user only. It appears completely or not at all; when several
 * processes try, one wins.
 * @returns false when it exists already; its content is left as it is
 */
export async function writeNewFile(path: string, text: string): Promise<boolean> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(temporary, text, { mode: 0o600, flag: 'wx' });
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
