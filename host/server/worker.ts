import { availableParallelism } from 'node:os';

import { createServiceServer } from '#core/server/http/service-server.ts';

import { compose, type Composed, type ComposeOptions } from './compose.ts';
import type { Configuration } from './configuration.ts';
import { listen } from './listen.ts';

const SWEEP_MILLISECONDS = 6 * 60 * 60 * 1000;

export interface RunningWorker {
  /** A worker serves no pages. */
  address: null;
  /** URL of its health and metrics, `http://127.0.0.1:4401`; null when no port is configured. */
  serviceAddress: string | null;
  /** Hands running jobs back to the queue and closes everything that it opened. */
  stop(): Promise<void>;
}

/**
 * Starts a worker: it works on the jobs of all plugins, and cleans up files that crashes left behind.
 * @throws expected the same errors as {@link compose} and {@link listen}
 */
export async function startWorker(
  configuration: Configuration,
  options: Omit<ComposeOptions, 'concurrency'> = {},
): Promise<RunningWorker> {
  const concurrency = configuration.workerSlots ?? availableParallelism();
  const composed = await compose(configuration, 'worker', { ...options, concurrency });
  const { ctx } = composed;
  const service = await startService(configuration, composed).catch(async (error: unknown) => {
    await composed.close();
    throw error;
  });

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
    serviceAddress: service?.address ?? null,
    async stop() {
      clearInterval(timer);
      await service?.close();
      await sweeping;
      await composed.close();
    },
  };
}

interface Service {
  address: string;
  close(): Promise<void>;
}

/** Serves the worker's health on the configured port, if there is one. */
async function startService(configuration: Configuration, { ctx, ready }: Composed): Promise<Service | undefined> {
  const { host, workerPort: port, trustProxy, metricsToken } = configuration;
  if (port === undefined) return undefined;
  const server = createServiceServer(ctx, { ready, trustProxy, metricsToken });
  try {
    const address = await listen(server, { host, port, setting: 'WORKER_PORT' });
    ctx.log.info({ address }, 'listening');
    return { address, close: () => server.close() };
  } catch (error) {
    await server.close();
    throw error;
  }
}
