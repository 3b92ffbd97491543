import multipart from '@fastify/multipart';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';

import type { Call } from '#core/contract/call.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';

import type { ServerContext } from '../context.ts';
import * as eventCalls from '../events/calls.ts';
import * as fileCalls from '../files/calls.ts';
import type { DiskStore } from '../files/disk-store.ts';
import { fileRoutes } from '../files/file-routes.ts';
import { serveFiles } from '../files/served-files.ts';
import * as taskCalls from '../jobs/calls.ts';
import { taskRoutes } from '../jobs/task-routes.ts';
import type { ServerPlugin } from '../server-plugin.ts';
import { collectApi, serveApiDocs } from './api-docs.ts';
import { onBrokenRequest } from './broken-request.ts';
import { callsAmong } from './call-exports.ts';
import { answerError, answerMissingRoute } from './error-response.ts';
import { createEventStreams } from './event-stream.ts';
import { createFastifyCalls } from './fastify-calls.ts';
import { addHealthRoutes, type ReadinessChecks } from './health.ts';
import { addMetrics } from './metrics.ts';
import { limitBodyTime, readJsonBodies } from './request-body.ts';
import { REQUEST_ID_HEADER, requestIdOf } from './request-id.ts';
import { logRequests } from './request-log.ts';
import { validateWithZod } from './request-validation.ts';
import { addSecurityHeaders, securityHeaders } from './security-headers.ts';
import { addWelcomePage } from './welcome-page.ts';

/** A plugin as the HTTP server needs it. */
export interface HttpPlugin {
  manifest: PluginManifest;
  /** The calls that its `calls.ts` exports, by name. */
  calls: Readonly<Record<string, Call>>;
  routes?: ServerPlugin['routes'];
}

export interface HttpServerOptions {
  version: string;
  plugins: readonly HttpPlugin[];
  /** What must hold before this node takes requests. */
  ready: ReadinessChecks;
  /** The store whose signed URLs this server answers itself; absent when a bucket does. */
  servedStore?: DiskStore;
  /** Origins that media come from beside this one, such as the bucket's public address. */
  mediaOrigins?: readonly string[];
  /** Origins of partners that may show pages in a frame. */
  frameAncestors?: readonly string[];
  /** Addresses of proxies whose forwarding headers are believed; none when empty. */
  trustProxy?: readonly string[];
  /** A bearer token for `/metrics`. */
  metricsToken?: string;
  /** Bytes that one upload may have; 4 GiB when absent. */
  maxUpload?: number;
  /** Milliseconds between signs of life on an event stream; 20 000 when absent. */
  pingMilliseconds?: number;
}

/** The HTTP server of one node. */
export interface HttpServer {
  readonly app: FastifyInstance;
  /** Answers the address: `http://127.0.0.1:4400`. */
  listen(options: { host: string; port: number }): Promise<string>;
  /** Takes no new requests, ends event streams and waits up to 3 seconds for what runs. */
  close(): Promise<void>;
}

const GIB = 1024 ** 3;
const BODY_BYTES = 1024 * 1024;
const CLOSING_MILLISECONDS = 3_000;

/**
 * Builds the HTTP server of a node over its context: the kernel's calls, those of the
 * plugins, health, metrics and the API's documentation.
 * @throws TypeError when a call has no handler or two
 */
export async function createHttpServer(ctx: ServerContext, options: HttpServerOptions): Promise<HttpServer> {
  const headers = securityHeaders({
    mediaOrigins: options.mediaOrigins ?? [],
    frameAncestors: options.frameAncestors ?? [],
  });
  const trustProxy = [...(options.trustProxy ?? [])];
  const app: FastifyInstance = Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    bodyLimit: BODY_BYTES,
    // A connection without a byte in either direction; uploads and slow downloads keep it alive.
    connectionTimeout: 120_000,
    // Node's own limit for a whole request would cut a long upload off; bodies have theirs in limitBodyTime.
    requestTimeout: 0,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    clientErrorHandler: onBrokenRequest,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply.headers(headers)),
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerMissingRoute);
  app.setValidatorCompiler(validateWithZod);
  app.setSerializerCompiler(serializerCompiler);
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id);
  });
  addSecurityHeaders(app, headers);
  logRequests(app);
  readJsonBodies(app);
  limitBodyTime(app);
  await app.register(multipart);
  await collectApi(app, options.version);

  const streams = createEventStreams(ctx, { headers, pingMilliseconds: options.pingMilliseconds });
  addMetrics(app, ctx, {
    token: options.metricsToken,
    behindProxy: trustProxy.length > 0,
    streamRoute: eventCalls.streamEvents.path,
    eventStreams: streams.count,
  });
  addHealthRoutes(app, options.ready);
  addWelcomePage(app, { version: options.version, docs: new URL('../../../docs/', import.meta.url) });
  if (options.servedStore !== undefined) serveFiles(app, options.servedStore);

  const calls = createFastifyCalls(app, ctx.accounts);
  const kernel = calls.of({ id: 'core', gate: null, calls: callsAmong(fileCalls, taskCalls, eventCalls) });
  fileRoutes(kernel, ctx, { maxUpload: options.maxUpload ?? 4 * GIB });
  taskRoutes(kernel, ctx);
  streams.register(kernel);
  for (const { manifest, calls: declared, routes } of options.plugins) {
    const registry = calls.of({ id: manifest.id, gate: manifest.gate, calls: declared });
    routes?.(registry, ctx);
  }
  calls.assertWhole();
  await serveApiDocs(app);
  await app.ready();

  return {
    app,
    listen: ({ host, port }) => app.listen({ host, port }),
    async close() {
      streams.close();
      const force = setTimeout(() => app.server.closeAllConnections(), CLOSING_MILLISECONDS);
      try {
        await app.close();
      } finally {
        clearTimeout(force);
      }
    },
  };
}
