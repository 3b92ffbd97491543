import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import type { AuthorFolder } from './author-folder.ts';
import { bundle, createBundler } from './bundle.ts';
import { linkWorkbench } from './link-workbench.ts';
import { readManifest, type PluginData } from './read-manifest.ts';
import { readTexts } from './texts.ts';
import { programOf } from './workbench.ts';

/** What the rstest configuration needs to know about the plugin under test. */
export interface TestedFolder {
  root: string;
  id: string;
  texts: ReturnType<typeof readTexts>['texts'];
}

/** The environment variable that carries a {@link TestedFolder}. */
export const TESTED = 'REELPORT_TESTED_PLUGIN';

const SETTINGS = fileURLToPath(new URL('rstest.config.ts', import.meta.url));

/**
 * Runs a plugin's own tests, `tests/*.test.ts(x)`, with the test kit of this checkout.
 * @param words names of test files to run, and options for rstest
 * @returns the exit code
 */
export async function testPlugin(folder: AuthorFolder, words: readonly string[], signal: AbortSignal): Promise<number> {
  linkWorkbench(folder.root);
  const { manifest } = await readPluginData(folder);
  const tested: TestedFolder = { root: folder.root, id: manifest.id, texts: readTexts(folder).texts };
  const rstest = programOf('@rstest/core', 'bin/rstest.js');
  const child = spawn(process.execPath, [rstest, 'run', '--root', folder.root, '--config', SETTINGS, ...words], {
    cwd: folder.root,
    stdio: 'inherit',
    // The bundler sets its own NODE_ENV; React's act exists only in the development and test builds.
    env: { ...process.env, NODE_ENV: 'test', [TESTED]: JSON.stringify(tested) },
    signal,
    killSignal: 'SIGTERM',
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}

/** Reads the manifest without building the halves. @throws RefusedPlugin with what to change */
async function readPluginData(folder: AuthorFolder): Promise<PluginData> {
  await bundle(await createBundler({ ...folder, web: null, server: null }, { minify: false }), folder);
  return readManifest(folder);
}
