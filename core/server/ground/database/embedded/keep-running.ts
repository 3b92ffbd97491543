import { truncate } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { processExists } from '#core/server/ground/process-identity.ts';

import { adoptOrLaunch, type Server, type ServerRun } from './adopt-or-launch.ts';
import { logSize } from './launch.ts';
import { readLockFile } from './lock-file.ts';

const STOP_MILLISECONDS = 30_000;
const WATCH_MILLISECONDS = 1_000;
/** How long a server may take to exit after announcing its shutdown. */
const GONE_MILLISECONDS = 2_000;
const LOG_LIMIT = 20_000_000;

/** Restarts the server when it dies. @returns a function that stops it for good */
export function keepRunning(run: ServerRun, server: Server): () => Promise<void> {
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
  // The server removes its lock file when it exits; until its parent reaps it, its process id stays in use.
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
  for (const late = Date.now() + GONE_MILLISECONDS; alive(server) && Date.now() < late;) await sleep(10);
}

/** The server appends to its log, so truncating it only loses old lines. */
async function limitLog(logFile: string): Promise<void> {
  if ((await logSize(logFile)) > LOG_LIMIT) await truncate(logFile).catch(() => undefined);
}
