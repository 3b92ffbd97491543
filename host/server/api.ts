import assert from 'node:assert/strict';

import { fail } from '#core/contract/errors.ts';
import { pendingMigrations } from '#core/server/database/migrate.ts';
import { createHttpServer } from '#core/server/http/http-server.ts';
import { REELPORT_VERSION } from '#core/server/version.ts';

import { compose, type ComposeOptions } from './compose.ts';
import type { Configuration } from './configuration.ts';

export interface RunningApi {
  /** Where it listens: `http://127.0.0.1:4400`. */
  address: string;
  /** Takes no new requests, waits for what runs and closes everything that it opened. */
  stop(): Promise<void>;
}

/**
 * Starts an api node.
 * @throws expected `host:start.port-taken` and those of {@link compose}
 */
export async function startApi(
  configuration: Configuration,
  options: Omit<ComposeOptions, 'concurrency'> = {},
): Promise<RunningApi> {
  const composed = await compose(configuration, 'api', { ...options, concurrency: 0 });
  const { ctx, plugins } = composed;
  try {
    const server = await createHttpServer(ctx, {
      version: REELPORT_VERSION,
      plugins: plugins.map(({ manifest, calls, server: half }) => ({ manifest, calls, routes: half?.routes })),
      ready: {
        database: () => ctx.db.pool.query('select 1'),
        migrations: async () => assert.deepEqual(await pendingMigrations(ctx.db, composed.migrations), []),
        files: () => ctx.files.store.stat('health/probe'),
      },
      servedStore: composed.servedStore,
      mediaOrigins: composed.mediaOrigins,
      trustProxy: configuration.trustProxy,
      metricsToken: configuration.metricsToken,
      maxUpload: configuration.maxUpload,
    });
    try {
      const { host, port } = configuration;
      const address = await server.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EADDRINUSE') fail('host:start.port-taken', { port }, { kind: 'conflict', cause: error });
        throw error;
      });
      ctx.log.info({ address }, 'listening');
      return {
        address,
        async stop() {
          await server.close();
          await composed.close();
        },
      };
    } catch (error) {
      await server.close();
      throw error;
    }
  } catch (error) {
    await composed.close();
    throw error;
  }
}
