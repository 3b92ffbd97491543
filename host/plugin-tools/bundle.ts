import { join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { createRsbuild, type EnvironmentConfig, type RsbuildInstance, type Rspack } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';

import { offeringPlugin, SHARED_PACKAGES, SHARED_PARTS } from '#core/contract/shared-packages.ts';

import { FACES } from '../../scripts/sdk-faces.ts';
import type { AuthorFolder } from './author-folder.ts';
import { RefusedPlugin } from './finding.ts';
import { WORKBENCH } from './workbench.ts';

/** The output folders of a bundle, besides `dist`. */
export const BUNDLED = {
  /** In `cache`: plugin.ts and calls.ts as they run in Node. */
  data: 'data',
  /** In `dist`. */
  web: 'web.mjs',
  styles: 'styles.css',
  server: 'server/server.mjs',
  serverMap: 'server.mjs.map',
} as const;

/** Used in place of URLs, which a package does not have; a browser half is a single file. */
const INLINE = Number.MAX_SAFE_INTEGER;
/** Packages that the workbench provides to server halves. */
const SERVER_GIVEN = /^(@reelport\/core(\/|$)|zod(\/|$)|drizzle-orm(\/|$)|node:)/;
const CONTRACT = pathToFileURL(fileURLToPath(new URL('contract-for-reading.ts', import.meta.url))).href;

/** How a plugin is bundled. */
export interface BundleOptions {
  /** Minifies: smaller output, slower builds. */
  minify: boolean;
  /** Writes where the code of the server half comes from; false by default. */
  serverMap?: boolean;
}

/** Creates a compiler for the whole plugin: its data, and whichever halves it has. */
export function createBundler(folder: AuthorFolder, options: BundleOptions): Promise<RsbuildInstance> {
  const environments: Record<string, EnvironmentConfig> = { data: dataBundle(folder) };
  if (folder.web !== null) environments['web'] = webBundle(folder, folder.web, options);
  if (folder.server !== null) environments['server'] = serverBundle(folder, folder.server, options);
  return createRsbuild({
    cwd: folder.root,
    config: {
      root: folder.root,
      mode: 'production',
      logLevel: 'silent',
      plugins: [pluginReact({ splitChunks: false })],
      splitChunks: false,
      performance: { printFileSize: false },
      output: { sourceMap: false, legalComments: 'none', cleanDistPath: false, module: true },
      tools: { htmlPlugin: false },
      environments,
    },
  });
}

function webBundle({ dist }: AuthorFolder, entry: string, { minify }: BundleOptions): EnvironmentConfig {
  return {
    source: { entry: { web: entry }, decorators: { version: 'legacy' } },
    output: {
      target: 'web',
      minify,
      distPath: { root: dist, js: '', css: '' },
      filename: { js: BUNDLED.web, css: BUNDLED.styles },
      dataUriLimit: INLINE,
      externals: [...SHARED_PACKAGES, ...SHARED_PARTS.map((folder) => new RegExp(`^${folder}`))],
    },
    tools: {
      rspack: {
        externalsType: 'module-import',
        output: { library: { type: 'module' } },
        optimization: { runtimeChunk: false },
        // Lazy pages are included: one file, one hash.
        module: { parser: { javascript: { dynamicImportMode: 'eager' } } },
      },
    },
  };
}

/** The manifest and the calls, to be run by these tools. */
function dataBundle(folder: AuthorFolder): EnvironmentConfig {
  const entry: Record<string, string> = { plugin: folder.plugin };
  if (folder.calls !== null) entry['calls'] = folder.calls;
  return {
    source: { entry },
    output: {
      target: 'node',
      minify: false,
      distPath: { root: join(folder.cache, BUNDLED.data), js: '' },
      filename: { js: '[name].mjs' },
      externals: [
        ({ request = '' }, callback) => {
          const offer = offeringPlugin(request) === undefined ? undefined : FACES[request];
          if (offer !== undefined) return callback(undefined, pathToFileURL(join(WORKBENCH, offer)).href);
          if (request.startsWith('@reelport/core')) return callback(undefined, CONTRACT);
          return /^(zod(\/|$)|node:)/.test(request) ? callback(undefined, request) : callback();
        },
      ],
    },
    tools: { rspack: { externalsType: 'module-import', output: { library: { type: 'module' } } } },
  };
}

function serverBundle(folder: AuthorFolder, server: string, { serverMap = false }: BundleOptions): EnvironmentConfig {
  // The workbench compares the calls of both halves before it connects them.
  const lines = [`export { default } from ${JSON.stringify(server)};`];
  lines.push(
    folder.calls === null ? 'export const calls = {};' : `export * as calls from ${JSON.stringify(folder.calls)};`,
  );
  return {
    source: { entry: { server: `data:text/javascript,${encodeURIComponent(lines.join('\n'))}` } },
    output: {
      target: 'node',
      minify: false,
      distPath: { root: folder.dist, js: '' },
      filename: { js: BUNDLED.server },
      sourceMap: { js: serverMap ? 'hidden-source-map' : false },
      externals: [
        ({ request = '' }, callback) => (SERVER_GIVEN.test(request) ? callback(undefined, request) : callback()),
      ],
    },
    tools: {
      rspack: {
        externalsType: 'module-import',
        output: {
          library: { type: 'module' },
          // Not beside the module: a package has no other file there.
          sourceMapFilename: BUNDLED.serverMap,
          devtoolModuleFilenameTemplate: '[resource-path]',
        },
        optimization: { runtimeChunk: false },
        module: {
          parser: {
            javascript: {
              dynamicImportMode: 'eager',
              // `new URL('./migrations/', import.meta.url)` means the folder next to the module, in the source
              // as in the bundle.
              url: false,
              importMeta: false,
            },
          },
        },
      },
    },
  };
}

/** Runs a compiler once and turns its messages into findings. */
export async function bundle(bundler: RsbuildInstance, folder: AuthorFolder): Promise<void> {
  let stats: Rspack.Stats | Rspack.MultiStats | undefined;
  bundler.onAfterBuild((result) => {
    stats = result.stats;
  });
  let close: (() => Promise<void>) | undefined;
  try {
    ({ close } = await bundler.build());
  } catch (error) {
    // It repeats the statistics, formatted for a terminal.
    if (stats === undefined) throw error;
  } finally {
    await close?.();
  }
  refuseFaults(stats, folder);
}

/** @throws RefusedPlugin when the compiler reported an error */
export function refuseFaults(stats: Rspack.Stats | Rspack.MultiStats | undefined, folder: AuthorFolder): void {
  if (stats === undefined || !stats.hasErrors()) return;
  const { errors = [], children = [] } = stats.toJson({ all: false, errors: true, children: true });
  const all = [...errors, ...children.flatMap((child) => child.errors ?? [])];
  const findings = all.map(({ message, moduleName, loc }) => ({
    level: 'error' as const,
    file: moduleName?.replace(/^\.\//, '') ?? 'web/index.tsx',
    ...lineIn(loc),
    text: 'host:plugin-tools.compiler' as const,
    params: { reason: plain(message).replaceAll(`${folder.root}${sep}`, '') },
  }));
  // Both halves may report the same error in a file that they share.
  throw new RefusedPlugin([...new Map(findings.map((each) => [JSON.stringify(each), each])).values()]);
}

function lineIn(loc: string | undefined): { line?: number } {
  const line = Number.parseInt(loc ?? '', 10);
  return Number.isNaN(line) ? {} : { line };
}

/** Removes terminal colours. */
function plain(message: string): string {
  return message.replaceAll(/\x1b\[[\d;]*m/g, '').trim();
}
