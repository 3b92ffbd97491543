import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { testDatabaseServer } from '#core/server/testing/test-database.ts';

import type { AuthorFolder } from './author-folder.ts';
import { buildPlugin } from './build-plugin.ts';
import { bundle, createBundler } from './bundle.ts';
import { linkWorkbench } from './link-workbench.ts';
import { packPlugin } from './pack-plugin.ts';
import { readManifest } from './read-manifest.ts';
import { testEnvironment, type TestedPlugin } from './tested-plugin.ts';
import { readTexts } from './texts.ts';
import { programOf } from './workbench.ts';

const SETTINGS = fileURLToPath(new URL('rstest.config.ts', import.meta.url));

/**
 * Runs a plugin's own tests with the test kits of this checkout: `tests/server/*.test.ts` against its built server half
 * in a real server, all other `tests/*.test.ts(x)` in happy-dom.
 * @param words names of test files to run, and options for rstest
 * @returns the exit code
 * @throws RefusedPlugin with what to change
 */
export async function testPlugin(folder: AuthorFolder, words: readonly string[], signal: AbortSignal): Promise<number> {
  linkWorkbench(folder.root);
  const [tested, database] = hasServerTests(folder, words)
    ? await Promise.all([withServer(folder), databaseOfRun()])
    : [await withoutServer(folder), {}];
  const rstest = programOf('@rstest/core', 'bin/rstest.js');
  const child = spawn(process.execPath, [rstest, 'run', '--root', folder.root, '--config', SETTINGS, ...words], {
    cwd: folder.root,
    stdio: 'inherit',
    // The bundler sets its own NODE_ENV; React's act exists only in the development and test builds.
    env: { ...process.env, NODE_ENV: 'test', ...testEnvironment(tested), ...database },
    signal,
    killSignal: 'SIGTERM',
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}

/** One database server for all test files of this run; it ends with this process. */
async function databaseOfRun(): Promise<Record<string, string>> {
  return { REELPORT_TEST_DATABASE_URL: await testDatabaseServer() };
}

/** Whether any of the named test files, or of all, is one of the server half. */
function hasServerTests({ root }: AuthorFolder, words: readonly string[]): boolean {
  const named = words.filter((word) => !word.startsWith('-'));
  const files = globSync('tests/server/**/*.test.ts', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  return files.some((file) => named.length === 0 || named.some((name) => file.includes(name.replace(/^\.\//, ''))));
}

/** Reads the manifest without building the halves. @throws RefusedPlugin with what to change */
async function withoutServer(folder: AuthorFolder): Promise<TestedPlugin> {
  await bundle(await createBundler({ ...folder, web: null, server: null }, { minify: false }), folder);
  const { manifest } = await readManifest(folder);
  return { root: folder.root, id: manifest.id, texts: readTexts(folder).texts, server: null };
}

/** Builds the plugin beside `dist/`, as an operator would get it. @throws RefusedPlugin with what to change */
async function withServer(folder: AuthorFolder): Promise<TestedPlugin> {
  const built = await buildPlugin({ ...folder, dist: join(folder.cache, 'tested') }, { minify: false });
  const { id } = built.description.manifest;
  const packed = join(folder.cache, 'tested.reelport.zip');
  writeFileSync(packed, packPlugin(built));
  const server = { id, folder: join(folder.cache, 'tested'), packed, cacheFolder: join(folder.cache, 'server-tests') };
  return { root: folder.root, id, texts: built.texts, server };
}
