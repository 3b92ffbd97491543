import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { findMediaTools } from '#core/server/services/media/media-tools.ts';

/** A cache of the media engine that all files of a test run share; a file that runs by itself has none. */
const SHARED = process.env['REELPORT_TEST_CACHE'];

const TOOLS = 'media-tools.json';

/** The folder of the shared cache, for tests in which it does not matter who has rendered what; else a folder. */
export function sharedMediaCache(otherwise: string): string {
  return SHARED ?? otherwise;
}

/**
 * Prepares the media cache of a server's data folder. What is known of the machine's ffmpeg is there, since to find it
 * out takes longer than the rest of a start.
 * @param options `sharedRenders`: the server shares its renderings with those of other tests, so that the same clip is
 *   prepared and cut once in a run. Not for tests of rendering itself, of its failures or of how long it takes.
 */
export async function prepareMediaCache(
  dataDir: string,
  { sharedRenders = false }: { sharedRenders?: boolean } = {},
): Promise<void> {
  if (SHARED === undefined) return;
  const cache = join(dataDir, 'cache');
  if (sharedRenders) {
    await symlink(SHARED, cache);
    return;
  }
  await findMediaTools({ cacheFolder: SHARED });
  rememberTools(cache);
}

/** Has an own cache know of this machine's ffmpeg what the shared one knows: to find it out takes half a second. */
export function rememberTools(cache: string): void {
  if (SHARED === undefined || cache === SHARED || !existsSync(join(SHARED, TOOLS))) return;
  mkdirSync(cache, { recursive: true });
  copyFileSync(join(SHARED, TOOLS), join(cache, TOOLS));
}
