import { spawnSync } from 'node:child_process';
import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { processExists } from '#core/server/ground/process-identity.ts';

/** What PostgreSQL's lock file says about the server that runs, or ran, on a cluster. */
export interface LockFile {
  pid: number;
  port: number;
  /** `starting`, `ready`, `stopping` or, in its first moments, empty. */
  status: string;
}

/** Reads `postmaster.pid`; undefined if it does not exist or has not been written yet. */
export async function readLockFile(cluster: string): Promise<LockFile | undefined> {
  const text = await readFile(lockPath(cluster), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!Number.isInteger(pid) || pid <= 1) return undefined;
  return { pid, port: Number.parseInt(lines[3] ?? '', 10) || 0, status: lines[7] ?? '' };
}

/** The port of the cluster's last server. */
export async function lastPort(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, 'postmaster.opts'), 'utf8').catch(() => '');
  const port = Number(/port=(\d+)/.exec(text)?.[1]);
  return port > 0 ? port : undefined;
}

/**
 * Whether the process of a lock file is this cluster's server: `running`, `gone`, or `other` if the process id now
 * belongs to another program.
 */
export async function judgeServer(cluster: string, pid: number): Promise<'running' | 'gone' | 'other'> {
  if (!processExists(pid)) return 'gone';
  if (process.platform !== 'linux') {
    const program = spawnSync('ps', ['-o', 'comm=', '-p', String(pid)]).stdout.toString();
    return program.includes('postgres') ? 'running' : 'other';
  }
  const folder = await readlink(`/proc/${pid}/cwd`).catch((error: NodeJS.ErrnoException) => error.code ?? '');
  if (folder === 'ENOENT') return 'gone';
  return folder === cluster ? 'running' : 'other';
}

/**
 * Makes PostgreSQL see that the lock file's server is gone although its process id is in use by another program. The
 * rest of the file stays, because PostgreSQL uses it to find left-over processes of the old server.
 */
export async function disownLockFile(cluster: string): Promise<void> {
  const { pid: unused } = spawnSync('/bin/sh', ['-c', ':']);
  const lines = (await readFile(lockPath(cluster), 'utf8')).split('\n');
  lines[0] = String(unused);
  await writeFile(lockPath(cluster), lines.join('\n'));
}

/** Processes of this cluster, recognised by their working folder; empty where that cannot be seen. */
export async function clusterProcesses(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const folder = await readlink(`/proc/${name}/cwd`).catch(() => '');
    if (folder === cluster) found.push(Number(name));
  }
  return found;
}

function lockPath(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}
