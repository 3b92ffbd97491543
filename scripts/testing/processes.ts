import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

/** The environment variable that marks the processes of a test file; its value is the file's folder. */
export const FOLDER_MARK = 'REELPORT_TEST_FOLDER';

/**
 * Kills the processes that belong to a folder: those whose environment has the mark, or whose command line names it.
 * @returns a description of each
 */
export function endProcessesOf(folder: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((entry) => {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || pid === process.pid) return [];
    const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
    const marked = read(`/proc/${pid}/environ`).split('\0').includes(`${FOLDER_MARK}=${folder}`);
    if (command === '' || (!marked && !command.includes(`${folder}/`))) return [];
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      return [];
    }
    return [`${pid} ${command.trim()}`];
  });
}

/** The result of a command. */
export interface CommandResult {
  /** Null when it was killed. */
  code: number | null;
  output: string;
  seconds: number;
  processorSeconds: number;
}

/**
 * Runs a command to completion, including everything that it starts.
 * @param limitMilliseconds after which it is killed
 */
export function runCommand(
  [command, ...args]: readonly [string, ...string[]],
  { cwd, env, limitMilliseconds }: { cwd: string; env: NodeJS.ProcessEnv; limitMilliseconds?: number },
): Promise<CommandResult> {
  const began = performance.now();
  return new Promise((resolve) => {
    // At the end the shell prints the command's processor time.
    const script = '"$@"; code=$?; times >&3; exit $code';
    const child = spawn('/bin/sh', ['-c', script, 'sh', command, ...args], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      // A process group of its own, so that all of it can be killed.
      detached: true,
    });
    let [output, times] = ['', ''];
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (part: string) => (output += part));
    child.stdio[3]?.on('data', (part: Buffer) => (times += String(part)));
    const end = (): void => {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, 'SIGKILL');
    };
    process.once('exit', end);
    const limit = limitMilliseconds === undefined ? undefined : setTimeout(end, limitMilliseconds);
    child.once('error', (error) => (output += error.message));
    child.once('close', (code) => {
      clearTimeout(limit);
      process.off('exit', end);
      resolve({ code, output, seconds: (performance.now() - began) / 1000, processorSeconds: secondsOfTimes(times) });
    });
  });
}

/** @param times output of the shell's `times`: its own minutes and seconds, and those of its children below */
function secondsOfTimes(times: string): number {
  const ofChildren = times.trim().split('\n').at(-1) ?? '';
  return [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
