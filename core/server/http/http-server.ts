import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';

import type { Call } from '#core/contract/call.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';
import type { Audit } from '#core/server/ground/audit/audit.ts';
import { NO_FACTS, type SiteFacts } from '#core/server/ground/site-facts.ts';
import { KERNEL } from '#core/server/http/calls/authentication.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import { closeApp, createApp, type AppOptions } from '#core/server/http/calls/create-app.ts';
import { createFastifyCalls } from '#core/server/http/calls/fastify-calls.ts';
import { refuseUnguarded } from '#core/server/http/calls/plugin-guard.ts';
import { limitBodyTime, readBodies } from '#core/server/http/calls/request-body.ts';
import { validateWithZod } from '#core/server/http/calls/request-validation.ts';
import {
  contentSecurityPolicy,
  type InlineParts,
  inlineStyleHeaders,
  securityHeaders,
} from '#core/server/http/calls/security-headers.ts';
import { accountSettingsRoutes } from '#core/server/http/routes/account-settings.ts';
import { streamEvents } from '#core/server/http/routes/event-calls.ts';
import { createEventStreams } from '#core/server/http/routes/event-stream.ts';
import { fileRoutes } from '#core/server/http/routes/file-routes.ts';
import {
  addHalfRoutes,
  answerStoppedHalves,
  halfUploads,
  type HttpHalves,
} from '#core/server/http/routes/half-routes.ts';
import { addHealthRoutes, type ReadinessChecks } from '#core/server/http/routes/health.ts';
import { KERNEL_CALLS } from '#core/server/http/routes/kernel-calls.ts';
import { addMetrics, type MetricsParts } from '#core/server/http/routes/metrics.ts';
import { pluginIndexRoutes } from '#core/server/http/routes/plugin-index-route.ts';
import { pluginReportRoutes } from '#core/server/http/routes/plugin-report-routes.ts';
import { pluginSettingsRoute } from '#core/server/http/routes/plugin-settings-route.ts';
import type { MembershipExpiryParts } from '#core/server/http/routes/membership-expiry.ts';
import { serveFiles } from '#core/server/http/routes/served-files.ts';
import { taskRoutes } from '#core/server/http/routes/task-routes.ts';
import { toolRunRoutes } from '#core/server/http/routes/tool-run-routes.ts';
import { addUploadRoutes, createUploadParts } from '#core/server/http/routes/upload-routes.ts';
import { collectApi, serveApiDocs } from '#core/server/http/web/api-docs.ts';
import { servePluginFiles } from '#core/server/http/web/plugin-files.ts';
import { addPluginFrame } from '#core/server/http/web/plugin-frame.ts';
import { serveWeb } from '#core/server/http/web/serve-web.ts';
import { addServicePages } from '#core/server/http/web/service-pages.ts';
import type { WebSource } from '#core/server/http/web/web-build.ts';
import { addWelcomePage } from '#core/server/http/web/welcome-page.ts';
import type { DiskStore } from '#core/server/services/files/disk-store.ts';
import type { Files } from '#core/server/services/files/files.ts';
import type { InstalledPlugins } from '#core/server/services/plugin-registry/plugins.ts';
import type { OperatorSettings } from '#core/server/services/settings/settings.ts';
import type { ToolRuns } from '#core/server/services/tool-runs/tool-runs.ts';
import type { UploadReceiver } from '#core/server/services/uploads/upload-receiver.ts';

import { createHalfApps, type HalfApps } from './half-apps.ts';

/** A plugin as the HTTP server needs it. */
export interface HttpPlugin {
  manifest: PluginManifest;
  /** The calls that its `calls.ts` exports, by name. */
  calls: Readonly<Record<string, Call>>;
  /** Registers a handler for each of them. */
  routes?(calls: CallRegistry): void;
  /** Receivers of its uploads, by the name in the address. */
  uploads?: Readonly<Record<string, UploadReceiver>>;
}

/** The services that the kernel's routes need. */
export interface HttpServices extends MetricsParts, MembershipExpiryParts {
  audit: Audit;
  files: Files;
  settings: OperatorSettings;
  plugins: InstalledPlugins;
  toolRuns: ToolRuns;
  /** Scheme and host at which browsers reach this installation, as set by the operator. */
  publicUrl: string | undefined;
}

export interface HttpServerOptions {
  version: string;
  plugins: readonly HttpPlugin[];
  /** The server halves of external plugins; none by default. */
  halves?: HttpHalves;
  /** Checks that must pass before this node accepts requests. */
  ready: ReadinessChecks;
  /** The store whose signed URLs this server serves itself; absent if a bucket does. */
  servedStore?: DiskStore;
  /** Other origins that media come from, such as the bucket's public address. */
  mediaOrigins?: readonly string[];
  /** The browser half; without it a page says that the server is running. */
  web?: WebSource;
  /** What the pages say about the installation. */
  site?: SiteFacts;
  /** Addresses of proxies whose forwarding headers are trusted; none when empty. */
  trustProxy?: readonly string[];
  /** A bearer token for `/metrics`. */
  metricsToken?: string;
  /** Maximum bytes of an upload; 4 GiB by default. */
  maxUpload?: number;
  /** Milliseconds between pings on an event stream; 20 000 by default. */
  pingMilliseconds?: number;
}

/** The HTTP server of one node. */
export interface HttpServer {
  readonly app: FastifyInstance;
  /** Resolves with the address: `http://127.0.0.1:4400`. */
  listen(options: { host: string; port: number }): Promise<string>;
  /** Answers for a server half as it is now; requests under way end as they began. */
  exchangeHalf(id: string): Promise<void>;
  /** Accepts no new requests, ends event streams and waits up to 3 seconds for running requests. */
  close(): Promise<void>;
}

const GIB = 1024 ** 3;

/**
 * Builds the HTTP server of a node: the calls of the kernel and the plugins, health, metrics and the API documentation.
 * @throws TypeError when a call has no handler or two
 */
export async function createHttpServer(services: HttpServices, options: HttpServerOptions): Promise<HttpServer> {
  const site = options.site ?? NO_FACTS;
  const origins = {
    mediaOrigins: options.mediaOrigins ?? [],
    frameAncestors: site.partnerOrigins,
    captchaOrigins: site.captchaOrigins,
  };
  const headers = securityHeaders(origins);
  const inlineStyles = inlineStyleHeaders(origins);
  const trustProxy = options.trustProxy ?? [];
  let halfApps: HalfApps | undefined;
  const base: AppOptions = { log: services.log, headers, trustProxy };
  const app = await createCallApp({ ...base, answerFirst: (...exchange) => halfApps?.answer(...exchange) === true });
  await collectApi(app, options.version);

  const streams = createEventStreams(services, { headers, pingMilliseconds: options.pingMilliseconds });
  const measure = addMetrics(app, services, {
    token: options.metricsToken,
    behindProxy: trustProxy.length > 0,
    streams: { route: streamEvents.path, count: streams.count },
  });
  addHealthRoutes(app, options.ready);
  addServicePages(app, { docs: new URL('../../../docs/', import.meta.url) });
  if (options.servedStore !== undefined) serveFiles(app, options.servedStore);
  servePluginFiles(app, services.plugins);

  const calls = createFastifyCalls(app, services);
  const kernel = calls.of({ id: KERNEL, calls: KERNEL_CALLS });
  const maxUpload = options.maxUpload ?? 4 * GIB;
  fileRoutes(kernel, services, { maxUpload });
  taskRoutes(kernel, services);
  toolRunRoutes(kernel, services);
  accountSettingsRoutes(kernel, services);
  pluginReportRoutes(kernel, services);
  pluginSettingsRoute(kernel, services);
  streams.register(kernel);
  pluginIndexRoutes(kernel, {
    plugins: services.plugins,
    build: async () => (await options.web?.current())?.build ?? '',
  });
  for (const { manifest, calls: declared, routes } of options.plugins) {
    const registry = calls.of({ id: manifest.id, calls: declared });
    routes?.(registry);
  }
  calls.assertWhole();
  const uploads = createUploadParts(services, { maxUpload });
  const { halves } = options;
  if (halves !== undefined) {
    answerStoppedHalves(app, { halves, plugins: services.plugins });
    halfApps = await createHalfApps(halves, async (half) => {
      const own = await createCallApp(base);
      measure(own);
      await collectApi(own, options.version);
      await addHalfRoutes(own, createFastifyCalls(own, services), { halves, half });
      addUploadRoutes(own, uploads, [halfUploads(halves, half)]);
      await own.ready();
      return own;
    });
  }
  addUploadRoutes(
    app,
    uploads,
    options.plugins.map(({ manifest: { id }, uploads: receivers = {} }) => ({ id, receivers })),
  );
  await serveApiDocs(app, inlineStyles, () => halfApps?.descriptions() ?? []);
  if (options.web === undefined) addWelcomePage(app, { version: options.version, headers: inlineStyles });
  else {
    const policy = (inline: InlineParts): string => contentSecurityPolicy(origins, inline);
    addPluginFrame(app, { ...origins, source: options.web, plugins: services.plugins, publicUrl: services.publicUrl });
    await serveWeb(app, { source: options.web, plugins: services.plugins, site, policy });
  }
  await app.ready();

  return {
    app,
    listen: ({ host, port }) => app.listen({ host, port }),
    async exchangeHalf(id) {
      await halfApps?.exchange(id);
    },
    async close() {
      streams.close();
      await closeApp(app);
      await halfApps?.close();
      await uploads.close();
    },
  };
}

/** An app that answers calls, with none yet. */
async function createCallApp(options: AppOptions): Promise<FastifyInstance> {
  const app = createApp(options);
  app.setValidatorCompiler(validateWithZod);
  app.setSerializerCompiler(serializerCompiler);
  readBodies(app);
  limitBodyTime(app);
  refuseUnguarded(app);
  await app.register(multipart);
  return app;
}
