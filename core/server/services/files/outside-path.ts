import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';

/**
 * Whether a path that operators name is a full one outside the data folder, wherever links lead: what lies in there is
 * the workbench's own, among it the key of everything that is kept secret.
 */
export async function isOutside(path: string, dataFolder: string): Promise<boolean> {
  if (!isAbsolute(path)) return false;
  const away = relative(await real(dataFolder), await real(path));
  return away === '..' || away.startsWith(`..${sep}`) || isAbsolute(away);
}

/** Where a path leads; what is not there leads nowhere. */
const real = (path: string): Promise<string> => realpath(path).catch(() => resolve(path));
