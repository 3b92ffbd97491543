import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { promisify } from 'node:util';

const isLinux = process.platform === 'linux';

/** The owner of a file: one run of one process, distinguishable from a later process with the same id. */
export interface FileOwner {
  /** The machine, its boot and the process namespace: process ids are only meaningful within it. */
  space: string;
  pid: number;
  /** When the process started: in kernel ticks on Linux, in milliseconds elsewhere. */
  start: string;
}

function read(path: string, how: (path: string) => string): string {
  try {
    return how(path);
  } catch {
    return '';
  }
}

const readText = (path: string) => read(path, (found) => readFileSync(found, 'utf8'));

const bootId = () => readText('/proc/sys/kernel/random/boot_id');

/** On Linux, the tick at which a process started; undefined if it does not exist or has ended. */
function startOf(pid: number): string | undefined {
  const text = readText(`/proc/${pid}/stat`);
  // The name in parentheses may contain anything, including spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return text === '' || fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
}

/** Whether a process with this id exists, whoever owns it. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * A text that distinguishes a process of this machine from every other one that has had or will have its id; undefined
 * when no such process runs.
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  if (!isLinux) {
    const result = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => undefined);
    const started = result?.stdout.trim();
    return started === undefined || started === '' ? undefined : started;
  }
  const start = startOf(pid);
  return start === undefined ? undefined : `${bootId().trim()} ${start}`;
}

let own: FileOwner | undefined;

function ownIdentity(): FileOwner {
  own ??= {
    space: createHash('sha256')
      .update(hostname())
      .update(bootId())
      .update(read('/proc/self/ns/pid', (path) => readlinkSync(path)))
      .digest('hex')
      .slice(0, 8),
    pid: process.pid,
    start: (isLinux ? startOf(process.pid) : undefined) ?? String(Math.trunc(performance.timeOrigin)),
  };
  return own;
}

/** A unique file name that identifies its owner: `space-pid-start-random`. */
export function ownFileName(): string {
  const { space, pid, start } = ownIdentity();
  return `${space}-${pid}-${start}-${randomBytes(8).toString('hex')}`;
}

/** The owner named by a file name of {@link ownFileName}; undefined for any other name. */
export function fileOwner(name: string): FileOwner | undefined {
  const [, space, pid, start] = /^([0-9a-f]{8})-(\d+)-(\d+)-/.exec(name) ?? [];
  return space === undefined || pid === undefined || start === undefined
    ? undefined
    : { space, pid: Number(pid), start };
}

/** Whether a process is still running; null if it is on another machine or in another namespace. */
export function isRunning({ space, pid, start }: FileOwner): boolean | null {
  const self = ownIdentity();
  if (space !== self.space) return null;
  // In a container every start gets the same process id, and elsewhere ids are reused.
  if (pid === self.pid) return start === self.start;
  return isLinux ? startOf(pid) === start : processExists(pid);
}
