import { REELPORT_VERSION } from '#core/server/ground/version.ts';
import { createHttpServer } from '#core/server/http/http-server.ts';
import { openWebBuild } from '#core/server/http/web/web-build.ts';
import { httpPlugins } from '#core/server/plugins/http-plugins.ts';

import { compose, type ComposeOptions } from './compose.ts';
import type { Configuration } from './configuration.ts';
import { listen } from './listen.ts';

/** Output folder of `scripts/build-web.ts`. */
const WEB_BUILD = new URL('../../dist/web/', import.meta.url);

export interface RunningApi {
  /** The URL it listens on: `http://127.0.0.1:4400`. */
  address: string;
  /** Stops accepting requests, waits for running ones and closes everything that it opened. */
  stop(): Promise<void>;
}

/**
 * Starts an API node.
 * @throws expected the same errors as {@link compose} and {@link listen}
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
      plugins: httpPlugins(plugins, ctx),
      halves: composed.halves,
      ready: composed.ready,
      servedStore: composed.servedStore,
      mediaOrigins: composed.mediaOrigins,
      trustProxy: configuration.trustProxy,
      metricsToken: configuration.metricsToken,
      maxUpload: configuration.maxUpload,
      web: await openWebBuild(WEB_BUILD),
      site: configuration.site,
    });
    composed.onRestart((id) => server.exchangeHalf(id));
    try {
      const address = await listen(server, { ...configuration, setting: 'PORT' });
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
