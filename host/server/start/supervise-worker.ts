import { setTimeout as sleep } from 'node:timers/promises';

import type { Failure } from './failure.ts';
import type { LogFile } from './log-file.ts';
import { superviseRole, type SupervisedProcess } from './supervised-process.ts';

const LONGEST_PAUSE_SECONDS = 30;
/** Milliseconds: a worker that ran this long is restarted without the accumulated delay. */
const STEADY_MILLISECONDS = 60_000;

/** A worker that is restarted whenever it ends by itself. */
export interface SupervisedWorker {
  /** Its process id; changes with every start. */
  readonly pid: number;
  /** Resolves when the very first start fails for an expected reason, which a restart would not change. */
  readonly refused: Promise<Failure>;
  stop(): Promise<void>;
}

/**
 * Starts a worker and keeps it running: the first restart is after one second, then two, four, up to half a
 * minute.
 * @param options.restarted called after each restart
 */
export function superviseWorker({ log, restarted }: { log: LogFile; restarted: () => void }): SupervisedWorker {
  const stopping = new AbortController();
  const { promise: refused, resolve: refuse } = Promise.withResolvers<Failure>();
  let worker: SupervisedProcess = superviseRole('worker', log);

  async function keep(): Promise<void> {
    let pause = 1;
    for (let first = true; ; first = false) {
      const began = Date.now();
      const failure = await worker.ended;
      if (stopping.signal.aborted) return;
      if (first && 'code' in failure) {
        refuse(failure);
        return;
      }
      if (Date.now() - began > STEADY_MILLISECONDS) pause = 1;
      await sleep(pause * 1000, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      pause = Math.min(pause * 2, LONGEST_PAUSE_SECONDS);
      worker = superviseRole('worker', log);
      restarted();
    }
  }

  const kept = keep();
  return {
    get pid() {
      return worker.pid;
    },
    refused,
    async stop() {
      stopping.abort();
      await worker.stop();
      await kept;
    },
  };
}
