import type { HttpPlugin } from '#core/server/http/http-server.ts';

import type { ServerContext } from './context.ts';
import type { ServerPlugin } from './server-plugin.ts';

/** Turns plugins into what the HTTP server takes: their routes and upload receivers over the context of the process. */
export function httpPlugins(
  plugins: readonly (Pick<HttpPlugin, 'manifest' | 'calls'> & { server: ServerPlugin | undefined })[],
  ctx: ServerContext,
): HttpPlugin[] {
  return plugins.map(({ manifest, calls, server }) => ({
    ...{ manifest, calls },
    routes: (registry) => server?.routes?.(registry, ctx),
    uploads: server?.uploads?.(ctx) ?? {},
  }));
}
