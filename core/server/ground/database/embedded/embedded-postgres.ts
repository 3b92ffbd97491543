import { mkdir, readdir, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from 'pino';

import { ExpectedError, fail } from '#core/contract/errors.ts';

import { adoptOrLaunch, RECOVERY_MILLISECONDS, type ServerRun } from './adopt-or-launch.ts';
import { findBinaries, packageFolder } from './binaries.ts';
import { checkClusterVersion, createCluster, isCluster, knownCluster, placeCluster, readPassword } from './cluster.ts';
import { keepRunning } from './keep-running.ts';
import { askServer, connectionStringOf } from './launch.ts';
import { lastPort, readLockFile } from './lock-file.ts';
import { becomeOwner, resignOwner } from './owner-file.ts';

export interface EmbeddedOptions {
  /** The folder with all data of the installation. */
  dataDir: string;
  log: Logger;
  /** No durability, for tests. */
  test?: boolean;
  /** Where to look for the npm package; the installed one by default. */
  packageFolder?: string;
  /** As root: a folder for what PostgreSQL's user must reach when it cannot enter the checkout or `dataDir`. */
  stateFolder?: string;
}

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  readonly connectionString: string;
  /** Whether it was running already. */
  readonly adopted: boolean;
  /** Whether this process has to stop it; false when another living process started it. */
  readonly owned: boolean;
  /** The server's process id. */
  readonly pid: number;
  /** Shuts the server down if this process owns it; otherwise leaves it running. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of a data folder, creates its cluster the first time, or adopts a server that outlived the
 * process that started it. The owner restarts a server that dies, on the same port.
 * @throws expected `core:database.newer`, `core:database.older`, `core:database.disk-full`,
 * `core:database.not-yours`, `core:database.no-binaries`, `core:database.no-user`,
 * `core:database.no-port`, `core:database.not-made`, `core:database.not-started`
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  return await expectingFileErrors(options.dataDir, () => start(options));
}

async function start(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir } = options;
  await mkdir(dataDir, { recursive: true });
  if (!(await becomeOwner(dataDir))) return await joinOwner(options);
  try {
    return await startAsOwner(options);
  } catch (error) {
    await resignOwner(dataDir);
    throw error;
  }
}

async function startAsOwner(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, test = false, stateFolder = '/var/lib/reelport' } = options;
  const planned = await placeCluster(dataDir, stateFolder);
  const binaries = await findBinaries({
    source: options.packageFolder ?? packageFolder(),
    user: planned.user,
    copyFolders: planned.user === undefined ? [dataDir] : [stateFolder, '/usr/local/lib/reelport'],
    log,
  });
  if (!(await isCluster(planned.folder))) {
    await removeHalfMade(planned.folder);
    await createCluster(planned, binaries, test);
  }
  const place = { ...planned, folder: await realpath(planned.folder) };
  await checkClusterVersion(place.folder, binaries.major);

  const password = await readPassword(place.folder);
  const run: ServerRun = { place, binaries, password, logFile: join(dataDir, 'postgres.log'), test, log };
  const server = await adoptOrLaunch(run, await lastPort(place.folder));
  const adopted = server.child === undefined;
  log.info({ port: server.port, server: server.pid, adopted }, 'PostgreSQL is ready');

  const keeper = keepRunning(run, server);
  return {
    connectionString: connectionStringOf(server.port, password),
    adopted,
    owned: true,
    get pid() {
      return server.pid;
    },
    async stop() {
      await keeper();
      await resignOwner(dataDir);
    },
  };
}

/** Waits for the server of another living process, which may be starting it right now. */
async function joinOwner(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  for (const deadline = Date.now() + RECOVERY_MILLISECONDS; Date.now() < deadline;) {
    const found = await findRunning(options.dataDir);
    if (found !== undefined) return { ...found, adopted: true, owned: false, stop: () => Promise.resolve() };
    await sleep(100);
    // The owner may have failed or died.
    if (await becomeOwner(options.dataDir)) {
      await resignOwner(options.dataDir);
      return await start(options);
    }
  }
  fail('core:database.not-running', { folder: options.dataDir }, { kind: 'unavailable' });
}

/**
 * The connection string of the embedded PostgreSQL that another process of this machine runs on a data folder; waits
 * for one that is starting.
 * @throws expected `core:database.not-running` when none runs
 */
export async function connectEmbedded(dataDir: string, options: { waitMilliseconds?: number } = {}): Promise<string> {
  return await expectingFileErrors(dataDir, async () => {
    const deadline = Date.now() + (options.waitMilliseconds ?? 10_000);
    do {
      const found = await findRunning(dataDir);
      if (found !== undefined) return found.connectionString;
      await sleep(100);
    } while (Date.now() < deadline);
    fail('core:database.not-running', { folder: dataDir }, { kind: 'unavailable' });
  });
}

/** The server of a data folder, if it responds. */
async function findRunning(dataDir: string): Promise<{ connectionString: string; pid: number } | undefined> {
  const known = await knownCluster(dataDir);
  if (!(await isCluster(known))) return undefined;
  const folder = await realpath(known);
  const lock = await readLockFile(folder);
  if (lock?.status !== 'ready') return undefined;
  const password = await readPassword(folder);
  if ((await askServer(folder, lock.port, password)) !== 'ready') return undefined;
  return { connectionString: connectionStringOf(lock.port, password), pid: lock.pid };
}

/** Removes what a process left behind that was killed while creating the cluster. */
async function removeHalfMade(folder: string): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    if (!name.startsWith(`${basename(folder)}.making-`)) continue;
    const path = join(dirname(folder), name);
    const state = await stat(path).catch(() => undefined);
    if (state !== undefined && Date.now() - state.mtimeMs > 10 * 60_000) {
      await rm(path, { recursive: true, force: true });
    }
  }
}

async function expectingFileErrors<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ExpectedError || !(error instanceof Error) || !('code' in error)) throw error;
    const options = { kind: 'unavailable', cause: error } as const;
    if (error.code === 'ENOSPC' || error.code === 'EDQUOT')
      fail('core:database.disk-full', { folder: dataDir }, options);
    if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS') {
      fail('core:database.not-yours', { folder: dataDir }, options);
    }
    throw error;
  }
}
