import { spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';

import { fail } from '#core/contract/errors.ts';

/** A user of this machine that PostgreSQL runs as; PostgreSQL refuses root. */
export interface RunAs {
  uid: number;
  gid: number;
}

/**
 * The user for PostgreSQL's processes: this process's own (undefined) unless it is root; then the
 * owner of the cluster, else `postgres` where that user exists, else `nobody`.
 */
export async function chooseUser(clusterFolder: string): Promise<RunAs | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(clusterFolder).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const users = new Map<string, RunAs>();
  for (const line of (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n')) {
    const [name = '', , uid, gid] = line.split(':');
    users.set(name, { uid: Number(uid), gid: Number(gid) });
  }
  const user = users.get('postgres') ?? users.get('nobody');
  return user ?? fail('core:database.no-user', {}, { kind: 'unavailable' });
}

/** None of our own environment: a stray PGDATA or LC_ALL must not reach PostgreSQL. */
export const CLEAN_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Whether the user can enter a folder. */
export async function canEnter(folder: string, user: RunAs): Promise<boolean> {
  return (await exitCode('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], user)) === 0;
}

/** The exit code of a command without input or output; undefined when it cannot be started. */
export async function exitCode(command: string, args: string[], user: RunAs | undefined): Promise<number | undefined> {
  return await new Promise((resolve) => {
    const child = spawn(command, args, { ...user, cwd: '/', env: CLEAN_ENVIRONMENT, stdio: 'ignore' });
    child.on('error', () => resolve(undefined));
    child.on('exit', (code) => resolve(code ?? -1));
  });
}
