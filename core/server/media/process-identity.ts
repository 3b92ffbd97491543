import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** One run of one process, told apart from any later one with the same number. */
export interface ProcessIdentity {
  /** The machine, its start and the process namespace: numbers mean something only within it. */
  space: string;
  pid: number;
  /** When the process began, in the kernel's ticks; 0 where the platform does not tell. */
  start: string;
}

function read(path: string, how: (path: string) => string): string {
  try {
    return how(path);
  } catch {
    return '';
  }
}

/** A process's start, or undefined when there is no such process or it has ended. */
function startOf(pid: number): string | undefined {
  const text = read(`/proc/${pid}/stat`, (path) => readFileSync(path, 'utf8'));
  // The name in brackets may hold anything, spaces and brackets too.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return text === '' || fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
}

let own: ProcessIdentity | undefined;

function ownIdentity(): ProcessIdentity {
  own ??= {
    space: createHash('sha256')
      .update(hostname())
      .update(read('/proc/sys/kernel/random/boot_id', (path) => readFileSync(path, 'utf8')))
      .update(read('/proc/self/ns/pid', (path) => readlinkSync(path)))
      .digest('hex')
      .slice(0, 8),
    pid: process.pid,
    start: startOf(process.pid) ?? '0',
  };
  return own;
}

/** A new file name that says whose it is: `space-pid-start-random`. */
export function ownFileName(): string {
  const { space, pid, start } = ownIdentity();
  return `${space}-${pid}-${start}-${randomBytes(4).toString('hex')}`;
}

/** Whose a file is, from a name of {@link ownFileName}; undefined when it is none. */
export function parseIdentity(text: string): ProcessIdentity | undefined {
  const [, space, pid, start] = /^([0-9a-f]{8})-(\d+)-(\d+)-/.exec(text) ?? [];
  return space === undefined || pid === undefined || start === undefined
    ? undefined
    : { space, pid: Number(pid), start };
}

/** Whether a process still runs; null when it is of another machine or namespace and cannot be seen from here. */
export function isRunning(identity: ProcessIdentity): boolean | null {
  if (identity.space !== ownIdentity().space) return null;
  if (process.platform === 'linux') return startOf(identity.pid) === identity.start;
  try {
    process.kill(identity.pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
