import { lstat, readFile, readdir, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';

import { PACKAGE_FILE, type PackedFile, type PluginPackage } from '#core/contract/plugin-package.ts';
import { readTexts, type PackageTexts } from '#core/server/services/plugin-registry/package/package-texts.ts';
import {
  assertHash,
  namedFiles,
  parseDescription,
} from '#core/server/services/plugin-registry/package/read-package.ts';
import { refuse } from '#core/server/services/plugin-registry/package/zip-directory.ts';
import { fail } from '#core/contract/errors.ts';

import { assertOwnNames } from './migration-names.ts';

/** A plugin's package unpacked in a folder, where every file matches its description. */
export interface PackageFolder {
  /** Its real path. */
  folder: string;
  package: PluginPackage;
  files: ReadonlyMap<string, PackedFile>;
  texts: PackageTexts;
}

/**
 * Reads and checks an unpacked package in a folder; none of its code is run. Besides the files in its
 * description there may be others, such as those of npm, but none under `server/`.
 * @param isOwn whether a name in the database belongs to the plugin
 * @throws expected `core:plugin.package-…`; a TypeError for a migration that touches anything else than the
 * plugin's
 * own tables
 */
export async function readFolder(path: string, isOwn: (id: string, name: string) => boolean): Promise<PackageFolder> {
  const folder = await realpath(path);
  const text = await readFile(join(folder, PACKAGE_FILE)).catch((error: unknown) =>
    fail('core:plugin.package-description', {}, { kind: 'invalid', cause: error }),
  );
  const description = parseDescription(text);
  const files = namedFiles(description);
  const contents = new Map<string, Buffer>();
  for (const file of files.values()) contents.set(file.path, await readNamed(folder, file));
  for (const extra of await filesUnder(folder, 'server')) {
    if (!files.has(extra)) refuse('core:plugin.package-extra', extra);
  }
  for (const [file, bytes] of contents) {
    if (!/^server\/.*\.sql$/.test(file)) continue;
    assertOwnNames(bytes.toString('utf8'), { file, isOwn: (name) => isOwn(description.manifest.id, name) });
  }
  return { folder, package: description, files, texts: readTexts(description, contents) };
}

async function readNamed(folder: string, file: PackedFile): Promise<Buffer> {
  const path = join(folder, file.path);
  const real = await realpath(path).catch(() => refuse('core:plugin.package-missing', file.path));
  if (!real.startsWith(folder + sep) || !(await lstat(real)).isFile()) refuse('core:plugin.package-link', file.path);
  const bytes = await readFile(real);
  if (bytes.length !== file.bytes) refuse('core:plugin.package-size', file.path);
  assertHash(bytes, file);
  return bytes;
}

async function filesUnder(folder: string, name: string): Promise<string[]> {
  const entries = await readdir(join(folder, name), { withFileTypes: true, recursive: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll(sep, '/'),
    );
}
