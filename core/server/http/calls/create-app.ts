import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

import { onBrokenRequest } from './broken-request.ts';
import { answerError, answerMissingRoute } from './error-response.ts';
import { REQUEST_ID_HEADER, requestIdOf } from './request-id.ts';
import { logRequests } from './request-log.ts';
import { addSecurityHeaders } from './security-headers.ts';

export interface AppOptions {
  log: Logger;
  /** Headers of every response, as made by `securityHeaders`. */
  headers: Record<string, string>;
  /** Addresses of proxies whose forwarding headers are trusted; none when empty. */
  trustProxy: readonly string[];
  /** How long the headers of a request may take to arrive; a minute by default. */
  headersMilliseconds?: number;
}

const BODY_BYTES = 1024 * 1024;
const CLOSING_MILLISECONDS = 3_000;
const HEADERS_MILLISECONDS = 60_000;

/** A Fastify server without routes, but with what all our responses share: errors, request ids, headers, the log. */
export function createApp({
  log,
  headers,
  trustProxy,
  headersMilliseconds = HEADERS_MILLISECONDS,
}: AppOptions): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    bodyLimit: BODY_BYTES,
    // Time without a byte in either direction; uploads and slow downloads keep a connection alive.
    connectionTimeout: 120_000,
    // Node's limit for a whole request would cut off long uploads; limitBodyTime limits bodies instead.
    requestTimeout: 0,
    // Unless it is set, Node takes a request without a limit for one whose headers have none either.
    http: { headersTimeout: headersMilliseconds, connectionsCheckingInterval: headersMilliseconds / 4 },
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    clientErrorHandler: onBrokenRequest,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply.headers(headers)),
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerMissingRoute);
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id);
  });
  addSecurityHeaders(app, headers);
  logRequests(app);
  return app;
}

/** Accepts no new requests, and waits up to 3 seconds for running ones. */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const force = setTimeout(() => app.server.closeAllConnections(), CLOSING_MILLISECONDS);
  try {
    await app.close();
  } finally {
    clearTimeout(force);
  }
}
