import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

/** What a command and everything that it started took. */
export interface Cost {
  /** Seconds of processor time, user and system. */
  cpu: number;
  /** Seconds. */
  wall: number;
  /** Highest sum of resident memory over its processes, in MB; what they share counts for each. */
  memory: number;
  stdout: string;
}

/** Runs a command and measures it whole. */
export async function measureCommand(
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Cost> {
  const script = 'TIMEFORMAT="measured %R %U %S"; time "$0" "$@"';
  const child = spawn('bash', ['-c', script, command, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let [stdout, stderr, memory] = ['', '', 0];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-20_000)));
  const timer = setInterval(() => (memory = Math.max(memory, residentBelow(child.pid ?? 0))), 250);
  await once(child, 'close');
  clearInterval(timer);
  const [, wall, user, system] = /measured ([\d.]+) ([\d.]+) ([\d.]+)/.exec(stderr) ?? [];
  if (child.exitCode !== 0 || wall === undefined) {
    throw new Error(`${command} ended with ${child.exitCode}: ${stderr.slice(-2000)}`);
  }
  return { cpu: Number(user) + Number(system), wall: Number(wall), memory, stdout };
}

/** The one in the middle by its CPU time. */
export function middle(costs: readonly Cost[]): Cost {
  const found = costs.toSorted((a, b) => a.cpu - b.cpu)[Math.floor(costs.length / 2)];
  if (found === undefined) throw new Error('nothing was measured');
  return found;
}

function residentBelow(root: number): number {
  const parents = new Map<number, number>();
  const pages = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      parents.set(Number(name), Number(fields[1]));
      pages.set(Number(name), Number(fields[21]));
    } catch {
      // It ended while we looked.
    }
  }
  const isBelow = (pid: number): boolean => pid === root || (parents.has(pid) && isBelow(parents.get(pid) ?? 0));
  return [...pages].filter(([pid]) => isBelow(pid)).reduce((sum, [, count]) => sum + count * 4096, 0) / 1e6;
}
