import { setTimeout as sleep } from 'node:timers/promises';

import type { LogFile } from './log-file.ts';
import { superviseRole, type SupervisedProcess } from './supervised-process.ts';

const LONGEST_PAUSE_SECONDS = 30;
/** A worker that ran this long before it ended is started again as if it were the first time. */
const STEADY_MILLISECONDS = 60_000;

/** A worker that is started again whenever it ends by itself. */
export interface KeptWorker {
  /** Its process number; changes with every start. */
  readonly pid: number;
  /** Resolves when the first one is ready; rejects with a `RoleFailed` when it ends before. */
  readonly ready: Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * Starts a worker and keeps it running: once it was ready, it is started again after
 * its first end in a second, then in two, in four, up to half a minute.
 * @param options.restarting is told before each pause
 * @param options.restarted is told after each new start
 */
export function keepWorker(options: {
  log: LogFile;
  restarting: (seconds: number) => void;
  restarted: () => void;
}): KeptWorker {
  const { log, restarting, restarted } = options;
  const stopping = new AbortController();
  let worker: SupervisedProcess = superviseRole('worker', log);

  async function keep(): Promise<void> {
    let pause = 1;
    for (;;) {
      const began = Date.now();
      await worker.ended;
      if (stopping.signal.aborted) return;
      if (Date.now() - began > STEADY_MILLISECONDS) pause = 1;
      restarting(pause);
      await sleep(pause * 1000, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      pause = Math.min(pause * 2, LONGEST_PAUSE_SECONDS);
      worker = superviseRole('worker', log);
      restarted();
    }
  }

  const ready = worker.ready;
  const kept = ready.then(keep, () => undefined);
  return {
    get pid() {
      return worker.pid;
    },
    ready,
    async stop() {
      stopping.abort();
      await worker.stop();
      await kept;
    },
  };
}
