import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Failure } from './failure.ts';
import type { LogFile } from './log-file.ts';
import { roleMessageSchema } from './role-messages.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const SETPRIV = '/usr/bin/setpriv';
/** Milliseconds that a stopping role has before it is killed. */
const STOP_MILLISECONDS = 4_000;

/** A role of the server in its own process. */
export interface SupervisedProcess {
  readonly pid: number;
  /** The URL it serves, or null; rejects with a {@link RoleFailed} when it ends before it is ready. */
  readonly ready: Promise<string | null>;
  /** Resolves with the reason when the process has ended. */
  readonly ended: Promise<Failure>;
  /** Asks it to stop, and kills it if it does not. */
  stop(): Promise<void>;
}

/** A role that ended before it was ready. */
export class RoleFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(JSON.stringify(failure));
    this.name = 'RoleFailed';
    this.failure = failure;
  }
}

/**
 * Starts a role (`api`, `worker`). It runs in its own session, so that a terminal's Ctrl-C reaches only this
 * process. It ends with this process, because the channel between them closes and, on Linux, the system sends
 * it a signal.
 */
export function superviseRole(role: string, log: LogFile): SupervisedProcess {
  const command = [process.execPath, MAIN, role];
  if (process.platform === 'linux' && existsSync(SETPRIV)) command.unshift(SETPRIV, '--pdeathsig', 'TERM', '--');
  const [program = process.execPath, ...args] = command;
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], detached: true });
  passLines(child, log);

  let failure: Failure | undefined;
  const { promise: ready, resolve: becomeReady, reject: failToBecomeReady } = Promise.withResolvers<string | null>();
  // A caller that stops a starting role does not wait for it to be ready.
  ready.catch(() => undefined);
  child.on('message', (message) => {
    const { data } = roleMessageSchema.safeParse(message);
    if (data?.type === 'ready') becomeReady(data.address);
    if (data?.type === 'failed') failure = data.failure;
  });
  const ended = new Promise<Failure>((resolve) => {
    const end = (reason: string): void => {
      const why = failure ?? { reason };
      failToBecomeReady(new RoleFailed(why));
      resolve(why);
    };
    child.once('error', (error) => end(error.message));
    child.once('exit', (code, signal) => end(`${role}: ${signal ?? `exit code ${code}`}`));
  });

  return {
    pid: child.pid ?? 0,
    ready,
    ended,
    async stop() {
      if (!child.kill('SIGTERM')) return;
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MILLISECONDS);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** Writes whole lines, so that the output of two processes is never mixed within one. */
function passLines(child: ChildProcess, log: LogFile): void {
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream?.setEncoding('utf8');
    stream?.on('data', (part: string) => {
      const end = part.lastIndexOf('\n') + 1;
      if (end > 0) log.write(rest + part.slice(0, end));
      rest = end > 0 ? part.slice(end) : rest + part;
    });
    stream?.once('end', () => {
      if (rest !== '') log.write(`${rest}\n`);
    });
  }
}
