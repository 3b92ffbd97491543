import type { AuthorFolder } from './author-folder.ts';
import { bundle, createBundler } from './bundle.ts';
import { readManifest, type PluginData } from './read-manifest.ts';

/**
 * Reads a plugin's manifest and calls without building its halves.
 * @throws RefusedPlugin with what to change
 */
export async function readPluginData(folder: AuthorFolder): Promise<PluginData> {
  await bundle(await createBundler({ ...folder, web: null, server: null }, { minify: false }), folder);
  return readManifest(folder);
}
