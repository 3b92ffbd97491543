import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

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
  /** Answers some requests before this app sees them. @returns false for those that it leaves to the app */
  answerFirst?(request: IncomingMessage, response: ServerResponse): boolean;
  /** How long the headers of a request may take to arrive; a minute by default. */
  headersMilliseconds?: number;
}

const BODY_BYTES = 1024 * 1024;
const CLOSING_MILLISECONDS = 3_000;
const HEADERS_MILLISECONDS = 60_000;
const KEEP_ALIVE_MILLISECONDS = 72_000;
const CONNECTION_MILLISECONDS = 120_000;

/** A Fastify server without routes, but with what all our responses share: errors, request ids, headers, the log. */
export function createApp({
  log,
  headers,
  trustProxy,
  answerFirst,
  headersMilliseconds = HEADERS_MILLISECONDS,
}: AppOptions): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    bodyLimit: BODY_BYTES,
    serverFactory: (handler) => {
      // Unless it is set, Node takes a request without a limit for one whose headers have none either.
      const limits = { headersTimeout: headersMilliseconds, connectionsCheckingInterval: headersMilliseconds / 4 };
      const server = createServer(limits, (request, response) => {
        if (answerFirst?.(request, response) !== true) handler(request, response);
      });
      server.keepAliveTimeout = KEEP_ALIVE_MILLISECONDS;
      // Node's limit for a whole request would cut off long uploads; limitBodyTime limits bodies instead.
      server.requestTimeout = 0;
      // Time without a byte in either direction; uploads and slow downloads keep a connection alive.
      return server.setTimeout(CONNECTION_MILLISECONDS);
    },
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
