import type { Logger } from 'pino';

import { closeApp, createApp } from '#core/server/http/calls/create-app.ts';
import { securityHeaders } from '#core/server/http/calls/security-headers.ts';
import { addHealthRoutes, type ReadinessChecks } from '#core/server/http/routes/health.ts';
import { addMetrics, type MetricsParts } from '#core/server/http/routes/metrics.ts';

export interface ServiceServerOptions {
  /** Checks that must pass for the node to be ready. */
  ready: ReadinessChecks;
  /** Addresses of proxies whose forwarding headers are trusted; none when empty. */
  trustProxy?: readonly string[];
  /** A bearer token for `/metrics`. */
  metricsToken?: string;
}

/** The HTTP server of a node that answers no calls, only health checks and metrics. */
export interface ServiceServer {
  /** Resolves with the address: `http://127.0.0.1:4401`. */
  listen(options: { host: string; port: number }): Promise<string>;
  /** Accepts no new requests and waits up to 3 seconds for running ones. */
  close(): Promise<void>;
}

/** Builds the {@link ServiceServer} of a node; health and metrics are those of an api node. */
export function createServiceServer(
  services: MetricsParts & { log: Logger },
  options: ServiceServerOptions,
): ServiceServer {
  const { ready, trustProxy = [], metricsToken: token } = options;
  const headers = securityHeaders({ mediaOrigins: [], frameAncestors: [] });
  const app = createApp({ log: services.log, headers, trustProxy });
  addMetrics(app, services, { token, behindProxy: trustProxy.length > 0 });
  addHealthRoutes(app, ready);
  return {
    listen: ({ host, port }) => app.listen({ host, port }),
    close: () => closeApp(app),
  };
}
