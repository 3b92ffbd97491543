import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

import { parseSync } from '@swc/core';

import { callKey } from '#core/contract/call-hashes.ts';
import {
  PACKAGE_FILE,
  pluginPackageSchema,
  type PackedFile,
  type PluginPackage,
} from '#core/contract/plugin-package.ts';
import { SDK_SURFACE } from '#core/contract/sdk-surface.ts';
import { callHash, callHashes } from '#core/server/services/plugin-registry/call-hashes.ts';

import type { AuthorFolder } from './author-folder.ts';
import { BUNDLED, bundle, createBundler, type BundleOptions } from './bundle.ts';
import { checkImports } from './check/imports.ts';
import { checkCalls, checkHalves } from './check/halves.ts';
import { importedCalls, type ImportedCall } from './face-calls.ts';
import { offersIn, takenNames } from './face-names.ts';
import { refuseErrors } from './finding.ts';
import { linkWorkbench } from './link-workbench.ts';
import { readManifest } from './read-manifest.ts';
import { readSources, type Sources } from './read-sources.ts';
import { checkTexts, readTexts, writeTextTypes, type Texts } from './texts.ts';

/** The result of building a plugin. */
export interface BuiltPlugin {
  /** The content of `dist/plugin.json`. */
  description: PluginPackage;
  sources: Sources;
  /** The calls of the workbench that it imports. */
  imported: readonly ImportedCall[];
  texts: Texts;
  /** The contents of every file by its path in the package, including `plugin.json`. */
  files: Map<string, Buffer>;
}

/**
 * Builds a plugin into its folder `dist`: bundles, texts, migrations, and `plugin.json` with a hash of each.
 * @throws RefusedPlugin with what to change
 */
export async function buildPlugin(
  folder: AuthorFolder,
  options: BundleOptions = { minify: true },
): Promise<BuiltPlugin> {
  linkWorkbench(folder.root);
  rmSync(folder.dist, { recursive: true, force: true });
  const bundler = await createBundler(folder, options);
  await bundle(bundler, folder);
  return finishBuild(folder);
}

/**
 * Packages a finished bundle.
 * @throws RefusedPlugin with what to change
 */
export async function finishBuild(folder: AuthorFolder): Promise<BuiltPlugin> {
  const { manifest, calls } = await readManifest(folder);
  const sources = readSources(folder.root, manifest.id);
  const { texts, findings } = readTexts(folder);
  if (findings.length === 0) {
    findings.push(...checkTexts(texts, manifest, sources));
    writeTextTypes(folder, manifest.id, texts);
  }
  refuseErrors([
    ...findings,
    ...checkHalves(folder, manifest),
    ...checkCalls(folder, manifest, calls),
    ...checkImports(sources),
  ]);

  const files = new Map<string, Buffer>();
  const add = (path: string, bytes: Buffer): PackedFile => {
    files.set(path, bytes);
    const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
    return { path, integrity, bytes: bytes.length };
  };
  const addBundled = (path: string): PackedFile | null => {
    const file = join(folder.dist, path);
    return existsSync(file) ? add(path, readFileSync(file)) : null;
  };
  const web = folder.web === null ? null : addBundled(BUNDLED.web);
  const imported = await importedCalls(sources);
  const description = pluginPackageSchema.parse({
    format: 1,
    manifest,
    requires: {
      ...takenNames(sources),
      packages: { ...(web === null ? {} : sharedIn(files.get(web.path)?.toString() ?? '')), ...offersIn(sources) },
      calls: Object.fromEntries(imported.map(({ call }) => [callKey(call), callHash(call)])),
    },
    web,
    styles: web === null ? null : addBundled(BUNDLED.styles),
    texts: { zh: addTexts(folder, add, 'zh', texts), en: addTexts(folder, add, 'en', texts) },
    calls: folder.server === null ? null : callHashes(calls),
    server: folder.server === null ? null : addServer(folder, add),
  } satisfies PluginPackage);
  const json = Buffer.from(`${JSON.stringify(description, null, 2)}\n`);
  files.set(PACKAGE_FILE, json);
  writeFileSync(join(folder.dist, PACKAGE_FILE), json);
  return { description, sources, imported, texts, files };
}

type AddFile = (path: string, bytes: Buffer) => PackedFile;

function addTexts({ dist }: AuthorFolder, add: AddFile, language: 'zh' | 'en', texts: Texts): PackedFile {
  const path = `texts/${language}.json`;
  const bytes = Buffer.from(JSON.stringify(texts[language]));
  write(join(dist, path), bytes);
  return add(path, bytes);
}

/** The module of the server half, with its migrations. */
function addServer({ dist, migrations }: AuthorFolder, add: AddFile): PluginPackage['server'] {
  const module = add(BUNDLED.server, readFileSync(join(dist, BUNDLED.server)));
  if (migrations === null) return { module, files: [] };
  // Snapshots are drizzle-kit's own records.
  const names = globSync(['*.sql', 'meta/_journal.json'], { cwd: migrations }).toSorted();
  const files = names.map((name) => {
    const path = `server/migrations/${name.split(sep).join('/')}`;
    mkdirSync(dirname(join(dist, path)), { recursive: true });
    copyFileSync(join(migrations, name), join(dist, path));
    return add(path, readFileSync(join(migrations, name)));
  });
  return { module, files };
}

/** The packages of the workbench that a bundle imports, with the versions that it was built with. */
function sharedIn(bundle: string): Record<string, string> {
  const { body } = parseSync(bundle, { syntax: 'ecmascript', target: 'esnext' });
  const imported = new Set(
    body.flatMap((statement) => (statement.type === 'ImportDeclaration' ? statement.source.value : [])),
  );
  return Object.fromEntries(Object.entries(SDK_SURFACE.packages).filter(([name]) => imported.has(name)));
}

function write(file: string, bytes: Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}
