import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import { writeNewFile } from '#core/server/ground/write-new-file.ts';

import type { Binaries } from './binaries.ts';
import { canEnter, chooseUser, CLEAN_ENVIRONMENT, type RunAs } from './run-as.ts';

/** The database user and the database of the embedded PostgreSQL. */
export const EMBEDDED_NAME = 'reelport';

const LOCATION_FILE = 'database-location.json';
const locationSchema = z.object({ folder: z.string() });
const credentialsSchema = z.object({ password: z.string().min(20) });

/** Where a data folder's cluster is, and which user it belongs to. */
export interface ClusterPlace {
  folder: string;
  /** Undefined if it is this process's user. */
  user: RunAs | undefined;
}

/**
 * Decides where the cluster of a data folder is: inside it, unless its user cannot enter it, for example under root's
 * home. In that case it is in `stateFolder`, and a file in the data folder points to it.
 */
export async function placeCluster(dataDir: string, stateFolder: string): Promise<ClusterPlace> {
  const remembered = join(dataDir, LOCATION_FILE);
  const within = join(await realpath(dataDir), 'postgres');
  const known = await readLocation(remembered);
  if (known !== undefined) return { folder: known, user: await chooseUser(known) };
  const user = await chooseUser(within);
  if (user === undefined || (await isCluster(within)) || (await canEnter(dirname(within), user))) {
    return { folder: within, user };
  }
  // Random, so that a recreated data folder does not find the data of a deleted one.
  const mark = createHash('sha256').update(dirname(within)).digest('hex').slice(0, 8);
  const name = `${basename(dirname(within))}-${mark}-${randomBytes(4).toString('hex')}`;
  const parent = join(stateFolder, 'clusters');
  await mkdir(parent, { recursive: true, mode: 0o755 });
  await writeNewFile(remembered, JSON.stringify({ folder: join(parent, name) }));
  const folder = (await readLocation(remembered)) ?? within;
  return { folder, user: await chooseUser(folder) };
}

/** Where a data folder's cluster is, or would be; changes nothing. */
export async function knownCluster(dataDir: string): Promise<string> {
  return (await readLocation(join(dataDir, LOCATION_FILE))) ?? join(dataDir, 'postgres');
}

async function readLocation(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : locationSchema.parse(JSON.parse(text)).folder;
}

/** Whether a folder contains a cluster. */
export async function isCluster(folder: string): Promise<boolean> {
  return await stat(join(folder, 'PG_VERSION')).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EACCES') fail('core:database.not-yours', { folder }, { kind: 'unavailable', cause: error });
      return false;
    },
  );
}

/**
 * Rejects data of another major version of PostgreSQL.
 * @throws expected `core:database.newer`, `core:database.older`
 */
export async function checkClusterVersion(folder: string, major: number): Promise<void> {
  const found = Number.parseInt(await readFile(join(folder, 'PG_VERSION'), 'utf8'), 10);
  if (found > major) fail('core:database.newer', { what: `PostgreSQL ${found}` }, { kind: 'unavailable' });
  if (found < major) fail('core:database.older', { found, ours: major }, { kind: 'unavailable' });
}

/** The password of the cluster's only user; it is stored in the cluster's folder, which only that user can read. */
export async function readPassword(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'reelport.json'), 'utf8');
  return credentialsSchema.parse(JSON.parse(text)).password;
}

/**
 * Creates a cluster atomically; when several processes try, one wins.
 * @throws expected `core:database.disk-full`
 */
export async function createCluster(place: ClusterPlace, binaries: Binaries, test: boolean): Promise<void> {
  const { folder, user } = place;
  const work = await mkdtemp(`${folder}.making-`);
  try {
    const password = randomBytes(24).toString('hex');
    const passwordFile = join(work, 'password');
    const data = join(work, 'data');
    await writeFile(passwordFile, password, { mode: 0o600 });
    await giveTo(user, work, passwordFile);
    const { code, output } = await runInitdb(binaries.initdb, user, [
      `--pgdata=${data}`,
      `--username=${EMBEDDED_NAME}`,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      // The operating system's locales differ between machines and change with its upgrades.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
      ...(test ? ['--no-sync'] : []),
    ]);
    if (code !== 0) {
      if (isDiskFull(output)) fail('core:database.disk-full', { folder }, { kind: 'unavailable' });
      fail(
        'core:database.not-made',
        { folder, reason: lastLine(output) },
        { kind: 'unavailable', cause: new Error(output) },
      );
    }
    const credentials = join(data, 'reelport.json');
    await writeFile(credentials, JSON.stringify({ password }), { mode: 0o600 });
    await giveTo(user, credentials);
    await rename(data, folder).catch(async (error: unknown) => {
      if (!(await isCluster(folder))) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Whether PostgreSQL's output says that the disk is full. */
export function isDiskFull(output: string): boolean {
  return /No space left on device|Disk quota exceeded/.test(output);
}

/** The last line of a program's output. */
export function lastLine(output: string): string {
  return output.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
}

async function giveTo(user: RunAs | undefined, ...paths: string[]): Promise<void> {
  if (user === undefined) return;
  for (const path of paths) await chown(path, user.uid, user.gid);
}

async function runInitdb(initdb: string, user: RunAs | undefined, args: string[]) {
  return await new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn(initdb, args, { ...user, cwd: '/', env: CLEAN_ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-10_000);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
