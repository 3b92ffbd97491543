import { join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { createRsbuild, type EnvironmentConfig, type RsbuildInstance, type Rspack } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';

import { SHARED_PACKAGES } from '#core/contract/shared-packages.ts';

import type { AuthorFolder } from './author-folder.ts';
import { RefusedPlugin } from './finding.ts';

/** Where a bundle leaves what a plugin is made of, beside `dist`. */
export const BUNDLED = {
  /** In `cache`: plugin.ts and calls.ts as they run in Node. */
  data: 'data',
  /** In `dist`. */
  web: 'web.mjs',
  styles: 'styles.css',
  server: 'server/server.mjs',
} as const;

/** In place of addresses, which a package has none of; a browser half is one file. */
const INLINE = Number.MAX_SAFE_INTEGER;
/** What the workbench gives to server halves. */
const SERVER_GIVEN = /^(@reelport\/core(\/|$)|zod(\/|$)|drizzle-orm(\/|$)|node:)/;
const CONTRACT = pathToFileURL(fileURLToPath(new URL('contract-for-reading.ts', import.meta.url))).href;

/** How a plugin is bundled. */
export interface BundleOptions {
  /** Smaller, and slower to make. */
  minify: boolean;
}

/** A compiler for everything of a plugin: its data, and those of its halves that are there. */
export function createBundler(folder: AuthorFolder, { minify }: BundleOptions): Promise<RsbuildInstance> {
  const environments: Record<string, EnvironmentConfig> = { data: dataBundle(folder) };
  if (folder.web !== null) environments['web'] = webBundle(folder.web, minify);
  if (folder.server !== null) environments['server'] = serverBundle(folder, folder.server);
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

function webBundle(entry: string, minify: boolean): EnvironmentConfig {
  return {
    source: { entry: { web: entry }, decorators: { version: 'legacy' } },
    output: {
      target: 'web',
      minify,
      distPath: { root: 'dist', js: '', css: '' },
      filename: { js: BUNDLED.web, css: BUNDLED.styles },
      dataUriLimit: INLINE,
      externals: [...SHARED_PACKAGES],
    },
    tools: {
      rspack: {
        externalsType: 'module-import',
        output: { library: { type: 'module' } },
        optimization: { runtimeChunk: false },
        // Its pages come with it: one file, one hash.
        module: { parser: { javascript: { dynamicImportMode: 'eager' } } },
      },
    },
  };
}

/** The manifest and the calls, to be run here. */
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
          if (request.startsWith('@reelport/core')) return callback(undefined, CONTRACT);
          return /^(zod(\/|$)|node:)/.test(request) ? callback(undefined, request) : callback();
        },
      ],
    },
    tools: { rspack: { externalsType: 'module-import', output: { library: { type: 'module' } } } },
  };
}

function serverBundle(folder: AuthorFolder, server: string): EnvironmentConfig {
  // The workbench compares the calls of both halves before it lets them talk.
  const lines = [`export { default } from ${JSON.stringify(server)};`];
  lines.push(
    folder.calls === null ? 'export const calls = {};' : `export * as calls from ${JSON.stringify(folder.calls)};`,
  );
  return {
    source: { entry: { server: `data:text/javascript,${encodeURIComponent(lines.join('\n'))}` } },
    output: {
      target: 'node',
      minify: false,
      distPath: { root: 'dist', js: '' },
      filename: { js: BUNDLED.server },
      externals: [
        ({ request = '' }, callback) => (SERVER_GIVEN.test(request) ? callback(undefined, request) : callback()),
      ],
    },
    tools: {
      rspack: {
        externalsType: 'module-import',
        output: { library: { type: 'module' } },
        optimization: { runtimeChunk: false },
        module: {
          parser: {
            javascript: {
              dynamicImportMode: 'eager',
              // `new URL('./migrations/', import.meta.url)` means the folder beside the module, here as there.
              url: false,
              importMeta: false,
            },
          },
        },
      },
    },
  };
}

/** Runs a bundler once; what the compiler says becomes findings. */
export async function bundle(bundler: RsbuildInstance, folder: AuthorFolder): Promise<void> {
  let stats: Rspack.Stats | Rspack.MultiStats | undefined;
  bundler.onAfterBuild((result) => {
    stats = result.stats;
  });
  let close: (() => Promise<void>) | undefined;
  try {
    ({ close } = await bundler.build());
  } catch (error) {
    // It says the same as the statistics, for a terminal.
    if (stats === undefined) throw error;
  } finally {
    await close?.();
  }
  refuseFaults(stats, folder);
}

/** @throws RefusedPlugin when the compiler found something wrong */
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
  // Both halves may tell the same fault of a file that they share.
  throw new RefusedPlugin([...new Map(findings.map((each) => [JSON.stringify(each), each])).values()]);
}

function lineIn(loc: string | undefined): { line?: number } {
  const line = Number.parseInt(loc ?? '', 10);
  return Number.isNaN(line) ? {} : { line };
}

/** Without the colours of terminals. */
function plain(message: string): string {
  return message.replaceAll(/\x1b\[[\d;]*m/g, '').trim();
}
