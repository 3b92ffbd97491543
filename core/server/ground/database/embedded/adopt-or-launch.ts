import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from 'pino';

import { fail } from '#core/contract/errors.ts';

import type { Binaries } from './binaries.ts';
import type { ClusterPlace } from './cluster.ts';
import { askServer, freePort, launchServer, logSize, readStartFault } from './launch.ts';
import { clusterProcesses, disownLockFile, judgeServer, readLockFile } from './lock-file.ts';

/** Crash recovery of a large installation takes minutes, which we wait for. */
export const RECOVERY_MILLISECONDS = 15 * 60_000;
const LEFT_OVER_MILLISECONDS = 3_000;

/** A running server. */
export interface Server {
  pid: number;
  port: number;
  /** Undefined for an adopted one, which is not a child of this process. */
  child: ChildProcess | undefined;
}

/** What is needed to start a cluster's server. */
export interface ServerRun {
  place: ClusterPlace;
  binaries: Binaries;
  password: string;
  logFile: string;
  test: boolean;
  log: Logger;
}

/**
 * Adopts the server that runs on a cluster, or launches one and waits until it has recovered.
 * @param keepPort insists on the preferred port, for clients that know it
 */
export async function adoptOrLaunch(
  run: ServerRun,
  preferredPort: number | undefined,
  keepPort = false,
): Promise<Server> {
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

/** Waits for a server that already runs on the cluster; undefined when there is none. */
async function waitForRunning(run: ServerRun, deadline: number): Promise<{ pid: number; port: number } | undefined> {
  const { folder } = run.place;
  let loggedAt = Date.now();
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
        fail(
          'core:database.not-started',
          { log: run.logFile, reason: `127.0.0.1:${lock.port}` },
          { kind: 'unavailable' },
        );
      }
    }
    if (Date.now() - loggedAt > 5_000) {
      loggedAt = Date.now();
      run.log.info(
        { server: lock.pid, status: lock.status },
        'waiting for a PostgreSQL that is starting, recovering or stopping',
      );
    }
    await sleep(100);
  }
  return undefined;
}

/** Waits until a newly launched server responds; false if it exited first. */
async function becomesReady(run: ServerRun, child: ChildProcess, port: number, deadline: number): Promise<boolean> {
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

/** Children of a killed server exit by themselves once they notice; others are killed. */
async function endLeftOvers({ place, log }: ServerRun, milliseconds: number): Promise<void> {
  if (milliseconds < LEFT_OVER_MILLISECONDS / 5) return;
  const signal = milliseconds < LEFT_OVER_MILLISECONDS ? 'SIGQUIT' : 'SIGKILL';
  for (const pid of await clusterProcesses(place.folder)) {
    log.warn({ left: pid, signal }, 'ending a process that a killed PostgreSQL left behind');
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended in the meantime.
    }
  }
  if (milliseconds > 4 * LEFT_OVER_MILLISECONDS) {
    fail('core:database.not-started', { log: place.folder, reason: 'shared memory' }, { kind: 'unavailable' });
  }
}
