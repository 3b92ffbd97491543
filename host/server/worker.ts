import { availableParallelism } from 'node:os';

import { compose, type ComposeOptions } from './compose.ts';
import type { Configuration } from './configuration.ts';

const SWEEP_MILLISECONDS = 6 * 60 * 60 * 1000;

export interface RunningWorker {
  /** A worker serves nothing. */
  address: null;
  /** Gives running jobs back to the queue and closes everything that it opened. */
  stop(): Promise<void>;
}

/**
 * Starts a worker: it works on the jobs of all plugins, and cleans up files that crashes left.
 * @throws expected conditions of {@link compose}
 */
export async function startWorker(
  configuration: Configuration,
  options: Omit<ComposeOptions, 'concurrency'> = {},
): Promise<RunningWorker> {
  const concurrency = configuration.workerSlots ?? availableParallelism();
  const composed = await compose(configuration, 'worker', { ...options, concurrency });
  const { ctx } = composed;

  let sweeping: Promise<unknown> = Promise.resolve();
  const sweep = () => {
    sweeping = composed.sweep().then(
      (removed) => ctx.log.info({ removed }, 'unused files and renderings were removed'),
      (error: unknown) => ctx.log.warn({ err: error }, 'unused files and renderings could not be removed'),
    );
  };
  const timer = setInterval(sweep, SWEEP_MILLISECONDS);
  sweep();
  ctx.log.info({ concurrency }, 'working');

  return {
    address: null,
    async stop() {
      clearInterval(timer);
      await sweeping;
      await composed.close();
    },
  };
}
