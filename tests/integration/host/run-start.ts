import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PROGRAMS = {
  supervisor: [fileURLToPath(import.meta.resolve('#host/server/main.ts')), 'start'],
  launcher: [fileURLToPath(new URL('../../../scripts/start.mjs', import.meta.url))],
};

/** A server that `npm start` would run, as a process of its own. */
export interface StartedServer {
  child: ChildProcess;
  pid: number;
  /** Everything that it printed so far. */
  printed(): string;
  /** Waits until it prints `text`; rejects when it ends before. */
  prints(text: string): Promise<void>;
  /** The exit code, when it has ended; null after a signal. */
  ended: Promise<number | null>;
}

/** Runs the server in English on a data folder and a port. */
export function runStart(
  { dataDir, port, env: more = {} }: { dataDir: string; port: number; env?: NodeJS.ProcessEnv },
  program: keyof typeof PROGRAMS = 'supervisor',
): StartedServer {
  const { DATABASE_URL: _embedded, ...env } = process.env;
  const child = spawn(process.execPath, PROGRAMS[program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, ...more, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', LC_ALL: 'C.UTF-8' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (output += part));
  let over = false;
  const ended = once(child, 'close').then(() => {
    over = true;
    return child.exitCode;
  });
  return {
    child,
    pid: child.pid ?? 0,
    printed: () => output,
    async prints(text) {
      while (!output.includes(text)) {
        const { promise, resolve } = Promise.withResolvers<void>();
        child.stdout.once('data', () => resolve());
        child.stderr.once('data', () => resolve());
        await Promise.race([promise, ended]);
        if (over && !output.includes(text)) {
          throw new Error(`it ended (${child.signalCode ?? child.exitCode}) and printed: ${output}`);
        }
      }
    },
    ended,
  };
}

/** Running processes of a data folder: those whose environment or command names it. */
export function processesOf(dataDir: string): { pid: number; command: string }[] {
  return readdirSync('/proc').flatMap((entry) => {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || pid === process.pid) return [];
    const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
    const named = command.includes(dataDir) || read(`/proc/${pid}/environ`).split('\0').includes(`DATA_DIR=${dataDir}`);
    return named && command !== '' ? [{ pid, command }] : [];
  });
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
