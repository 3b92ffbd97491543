import type { ChildProcess } from 'node:child_process';
import { truncate, mkdir, readdir, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from 'pino';

import { ExpectedError, fail } from '#core/contract/errors.ts';

import { findBinaries, packageFolder, type Binaries } from './embedded/binaries.ts';
import { checkClusterVersion, createCluster, isCluster, knownCluster, placeCluster, readPassword, type ClusterPlace } from './embedded/cluster.ts';
import { askServer, connectionStringOf, freePort, launchServer, logSize, readStartFault } from './embedded/launch.ts';
import { clusterProcesses, disownLockFile, judgeServer, lastPort, readLockFile } from './embedded/lock-file.ts';
import { becomeOwner, resignOwner } from './embedded/owner-file.ts';
import { processExists } from './embedded/process-identity.ts';

/** Crash recovery of a large installation takes minutes; while the server works on it, we wait. */
const RECOVERY_MILLISECONDS = 15 * 60_000;
const LEFT_OVER_MILLISECONDS = 3_000;
const STOP_MILLISECONDS = 30_000;
const WATCH_MILLISECONDS = 1_000;
const LOG_LIMIT = 20_000_000;

export interface EmbeddedOptions {
  /** The folder of everything that the installation keeps. */
  dataDir: string;
  log: Logger;
  /** No durability, for tests. */
  test?: boolean;
  /** Where to look for the npm package; the installed one when absent. */
  packageFolder?: string;
  /** As root: folder for what PostgreSQL's user must reach when it cannot enter the checkout or `dataDir`. */
  stateFolder?: string;
}

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  readonly connectionString: string;
  /** Whether it was running already. */
  readonly adopted: boolean;
  /** Whether this process has to stop it; false when another living process started it. */
  readonly owned: boolean;
  /** Process number of the server. */
  readonly pid: number;
  /** Shuts the server down if this process owns it; else leaves it running. */
  stop(): Promise<void>;
}

interface Server {
  pid: number;
  port: number;
  child: ChildProcess | undefined;
}

/**
 * Starts the PostgreSQL of a data folder, makes its cluster the first time, or adopts one that
 * outlived its starter. The owner restarts a server that dies, on the same port.
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
  const place: ClusterPlace = { ...planned, folder: await realpath(planned.folder) };
  await checkClusterVersion(place.folder, binaries.major);

  const password = await readPassword(place.folder);
  const run = { place, binaries, password, logFile: join(dataDir, 'postgres.log'), test, log };
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

/** Waits for the server of another living process, which may be starting it just now. */
async function joinOwner(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  for (const deadline = Date.now() + RECOVERY_MILLISECONDS; Date.now() < deadline; ) {
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
 * The connection string of the embedded PostgreSQL that another process of this machine runs on a
 * data folder; waits for one that is starting.
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

/** The server of a data folder when it answers. */
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

interface Run {
  place: ClusterPlace;
  binaries: Binaries;
  password: string;
  logFile: string;
  test: boolean;
  log: Logger;
}

async function adoptOrLaunch(run: Run, preferredPort: number | undefined, keepPort = false): Promise<Server> {
  const { folder } = run.place;
  const deadline = Date.now() + RECOVERY_MILLISECONDS;
  let portFaults = 0;
  let leftOverSince: number | undefined;
  while (Date.now() < deadline) {
    const running = await waitForRunning(run, deadline);
    if (running !== undefined) return { ...running, child: undefined };

    const port = keepPort && preferredPort !== undefined ? preferredPort : await freePort(preferredPort);
    const offset = await logSize(run.logFile);
    const child = await launchServer({ ...run, port });
    if (await becomesReady(run, child, port, deadline)) return { pid: child.pid ?? 0, port, child };

    const fault = await readStartFault(run.logFile, offset, folder);
    if (fault === 'port' && ++portFaults >= 5) fail('core:database.no-port', {}, { kind: 'unavailable' });
    if (fault === 'left-over-processes') {
      leftOverSince ??= Date.now();
      await endLeftOvers(run, Date.now() - leftOverSince);
    }
    await sleep(100);
  }
  fail('core:database.not-started', { log: run.logFile, reason: 'timeout' }, { kind: 'unavailable' });
}

/** Waits for a server that runs on the cluster already; undefined when there is none, or none any more. */
async function waitForRunning(run: Run, deadline: number): Promise<{ pid: number; port: number } | undefined> {
  const { folder } = run.place;
  let told = Date.now();
  while (Date.now() < deadline) {
    const lock = await readLockFile(folder);
    if (lock === undefined) return undefined;
    const state = await judgeServer(folder, lock.pid);
    if (state === 'gone') return undefined;
    if (state === 'other') {
      await disownLockFile(folder);
      return undefined;
    }
    if (lock.status === 'ready') {
      const answer = await askServer(folder, lock.port, run.password);
      if (answer === 'ready') return { pid: lock.pid, port: lock.port };
      if (answer === 'stranger') {
        fail('core:database.not-started', { log: run.logFile, reason: `127.0.0.1:${lock.port}` }, { kind: 'unavailable' });
      }
    }
    if (Date.now() - told > 5_000) {
      told = Date.now();
      run.log.info({ server: lock.pid, status: lock.status }, 'waiting for a PostgreSQL that is starting, recovering or stopping');
    }
    await sleep(100);
  }
  return undefined;
}

/** Waits until a server that was just launched answers; false when it ended before. */
async function becomesReady(run: Run, child: ChildProcess, port: number, deadline: number): Promise<boolean> {
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  while (Date.now() < deadline && !ended()) {
    const lock = await readLockFile(run.place.folder);
    if (lock?.pid === child.pid && lock?.status === 'ready') {
      if ((await askServer(run.place.folder, port, run.password)) === 'ready') return true;
    }
    await sleep(20);
  }
  if (!ended()) child.kill('SIGQUIT');
  return false;
}

/** Children of a killed server end by themselves as soon as they notice; what does not is ended. */
async function endLeftOvers({ place, log }: Run, milliseconds: number): Promise<void> {
  if (milliseconds < LEFT_OVER_MILLISECONDS / 5) return;
  const signal = milliseconds < LEFT_OVER_MILLISECONDS ? 'SIGQUIT' : 'SIGKILL';
  for (const pid of await clusterProcesses(place.folder)) {
    log.warn({ left: pid, signal }, 'ending a process that a killed PostgreSQL left behind');
    try {
      process.kill(pid, signal);
    } catch {
      // It ended meanwhile.
    }
  }
  if (milliseconds > 4 * LEFT_OVER_MILLISECONDS) {
    fail('core:database.not-started', { log: place.folder, reason: 'shared memory' }, { kind: 'unavailable' });
  }
}

/** Restarts the server when it dies; answers the function that stops it for good. */
function keepRunning(run: Run, server: Server): () => Promise<void> {
  const { log, logFile } = run;
  let stopping: Promise<void> | undefined;
  let reviving: Promise<void> | undefined;

  async function revive() {
    log.error({ server: server.pid, log: logFile }, 'PostgreSQL ended by itself and is started again');
    while (stopping === undefined) {
      try {
        const next = await adoptOrLaunch(run, server.port, true);
        server.pid = next.pid;
        server.child = next.child;
        log.info({ port: server.port, server: server.pid }, 'PostgreSQL is ready again');
        return;
      } catch (error) {
        log.error({ err: error }, 'PostgreSQL could not be started again');
        await sleep(WATCH_MILLISECONDS);
      }
    }
  }

  const watch = setInterval(() => {
    if (reviving === undefined && stopping === undefined && !alive(server)) {
      reviving = revive().finally(() => {
        reviving = undefined;
      });
    }
    void limitLog(logFile);
  }, WATCH_MILLISECONDS);
  watch.unref();

  return () => {
    clearInterval(watch);
    stopping ??= (async () => {
      await Promise.resolve();
      await reviving;
      await shutDown(run.place.folder, server);
    })();
    return stopping;
  };
}

function alive({ pid, child }: Server): boolean {
  if (child !== undefined) return child.exitCode === null && child.signalCode === null;
  return processExists(pid);
}

async function shutDown(folder: string, server: Server): Promise<void> {
  const started = Date.now();
  let next: { after: number; signal: NodeJS.Signals }[] = [
    { after: 0, signal: 'SIGINT' },
    { after: STOP_MILLISECONDS, signal: 'SIGQUIT' },
    { after: STOP_MILLISECONDS + 5_000, signal: 'SIGKILL' },
  ];
  // The server removes its lock file at its end; a parent that does not collect it leaves its number in use.
  while (alive(server) && (await readLockFile(folder))?.pid === server.pid) {
    if (next[0] !== undefined && Date.now() - started >= next[0].after) {
      try {
        process.kill(server.pid, next[0].signal);
      } catch {
        return;
      }
      next = next.slice(1);
    }
    await sleep(10);
  }
}

/** The server appends; cutting its log loses old lines only. */
async function limitLog(logFile: string): Promise<void> {
  if ((await logSize(logFile)) > LOG_LIMIT) await truncate(logFile).catch(() => undefined);
}

/** Removes what a process that was killed while it made the cluster left behind. */
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
    if (error.code === 'ENOSPC' || error.code === 'EDQUOT') fail('core:database.disk-full', { folder: dataDir }, options);
    if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS') {
      fail('core:database.not-yours', { folder: dataDir }, options);
    }
    throw error;
  }
}
