import { randomUUID } from 'node:crypto';
import { cp, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { fail } from '#core/contract/errors.ts';
import { PACKAGE_FILE, type PluginPackage } from '#core/contract/plugin-package.ts';
import { readPackage } from '#core/server/services/plugin-registry/package/read-package.ts';
import { ownsName, takenName } from '#core/server/services/plugin-registry/package/reserved-ids.ts';

import { PLUGINS } from '../discover-plugins.ts';
import { OUTSIDE_PLUGINS, outsideIds } from './open-halves.ts';
import { readFolder, type PackageFolder } from './read-folder.ts';

/** The ids of the plugins that ship with the product, without loading them. */
export async function shippedIds(): Promise<string[]> {
  const entries = await readdir(PLUGINS, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/**
 * Puts a package into the data folder: a packed plugin, or a folder with its content, such as the output of a
 * build or npm. Everything is checked first; none of its code is run.
 * @returns the description, and the version that it replaces
 * @throws expected `core:plugin.package-…`, `host:outside.…`; a TypeError for a migration that touches anything
 * else
 * than the plugin's own tables
 */
export async function addPluginFolder(
  dataDir: string,
  source: string,
): Promise<{ added: PluginPackage; before: string | null }> {
  const plugins = join(dataDir, OUTSIDE_PLUGINS);
  await mkdir(plugins, { recursive: true });
  const staged = join(plugins, `.${randomUUID()}`);
  try {
    await stage(source, staged);
    const others = [...(await outsideIds(dataDir)), ...(await shippedIds())];
    const { package: added } = await readFolder(staged, (id, name) => ownsName(id, name, others));
    const { id } = added.manifest;
    const taken = takenName(id, await shippedIds());
    if (taken !== undefined) fail('host:outside.id-taken', { plugin: id, name: taken }, { kind: 'conflict' });
    if (added.server === null) fail('host:outside.no-server', { plugin: id }, { kind: 'invalid' });
    const target = join(plugins, id);
    const before = await versionIn(target);
    const away = join(plugins, `.${randomUUID()}`);
    const isThere = await rename(target, away).then(
      () => true,
      () => false,
    );
    await rename(staged, target);
    if (isThere) await rm(away, { recursive: true, force: true });
    return { added, before };
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}

/** Every plugin in the data folder, checked; with the problem for one that is not valid. */
export async function listPluginFolders(
  dataDir: string,
): Promise<{ id: string; found: PackageFolder | undefined; problem: unknown }[]> {
  const ids = await outsideIds(dataDir);
  const others = [...ids, ...(await shippedIds())];
  return await Promise.all(
    ids.map(async (id) => {
      try {
        const folder = join(dataDir, OUTSIDE_PLUGINS, id);
        return { id, found: await readFolder(folder, (own, name) => ownsName(own, name, others)), problem: undefined };
      } catch (problem) {
        return { id, found: undefined, problem };
      }
    }),
  );
}

/** Removes a plugin from the data folder; false when it is not there. */
export async function removePluginFolder(dataDir: string, id: string): Promise<boolean> {
  if (!(await outsideIds(dataDir)).includes(id)) return false;
  // Renamed first, so that a start never finds a half-deleted folder.
  const away = join(dataDir, OUTSIDE_PLUGINS, `.${randomUUID()}`);
  await rename(join(dataDir, OUTSIDE_PLUGINS, id), away);
  await rm(away, { recursive: true, force: true });
  return true;
}

async function stage(source: string, staged: string): Promise<void> {
  const kind = await stat(source).catch(() => fail('host:outside.not-found', { path: source }, { kind: 'not-found' }));
  if (kind.isDirectory()) {
    const folder = await packageFolder(source);
    const found = await readFolder(folder, () => true);
    await mkdir(staged);
    for (const path of found.files.keys()) await copyInto(join(found.folder, path), join(staged, path));
    await copyInto(join(found.folder, PACKAGE_FILE), join(staged, PACKAGE_FILE));
    return;
  }
  const read = await readPackage(await readFile(source));
  const files = new Map([...read.files, [PACKAGE_FILE, Buffer.from(JSON.stringify(read.package, undefined, 2))]]);
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(staged, path)), { recursive: true });
    await writeFile(join(staged, path), bytes);
  }
}

/** A plugin's folder may contain the build in `dist`. */
async function packageFolder(source: string): Promise<string> {
  for (const folder of [source, join(source, 'dist')]) {
    const isThere = await stat(join(folder, PACKAGE_FILE)).then(
      (file) => file.isFile(),
      () => false,
    );
    if (isThere) return folder;
  }
  return fail('core:plugin.package-description', {}, { kind: 'invalid' });
}

async function copyInto(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, { dereference: true });
}

async function versionIn(folder: string): Promise<string | null> {
  const found = await readFolder(folder, () => true).catch(() => undefined);
  return found?.package.manifest.version ?? null;
}
