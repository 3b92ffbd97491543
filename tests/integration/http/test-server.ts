import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { pino } from 'pino';

import type { Envelope } from '#core/contract/envelope.ts';
import type { Clock } from '#core/server/ground/clock.ts';
import { CORE_MIGRATIONS } from '#core/server/ground/database/migrate.ts';
import type { FailureData } from '#core/server/http/calls/error-response.ts';
import { createHttpServer, type HttpServer, type HttpServerOptions } from '#core/server/http/http-server.ts';
import { httpPlugins } from '#core/server/plugins/http-plugins.ts';
import { buildSession } from '#core/server/testing/build-account.ts';
import { testDatabase } from '#core/server/testing/test-database.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { lastFirst, type TestScope } from '#core/server/testing/test-scope.ts';
import { compose, type Composed } from '#host/server/compose.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { migrationSources } from '#host/server/migration-sources.ts';
import type { DiscoveredPlugin } from '#host/server/discover-plugins.ts';
import { prepareMediaCache } from '#tests/shared-media-cache.ts';

export interface TestServerOptions extends Partial<HttpServerOptions> {
  discovered?: readonly DiscoveredPlugin[];
  /** Receives the log's lines. */
  onLog?: (line: string) => void;
  env?: Record<string, string>;
  /** Fills the data folder before the server starts. */
  prepare?: (dataDir: string) => Promise<unknown>;
  /** Whether it shares what it renders with servers of other tests; see `prepareMediaCache`. */
  sharedRenders?: boolean;
  importMilliseconds?: number;
  hangMilliseconds?: number;
  obeysRestarts?: boolean;
  /** The time of its services; the machine's by default. */
  clock?: Clock;
  /** Any free one when absent, or when it is taken. */
  port?: number;
}

/** An answer with its envelope read. */
export interface Answer {
  status: number;
  headers: Headers;
  envelope: Envelope<unknown>;
  /** The data of a failure. */
  failure: FailureData;
}

export interface TestServer {
  http: HttpServer;
  composed: Composed;
  address: string;
  dataDir: string;
  /** Makes a call with an optional bearer token; a body that is no form goes as JSON. */
  call(
    method: string,
    path: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>;
  /** The token of a new account's session. */
  signIn(
    options?: Parameters<typeof buildSession>[1],
  ): Promise<{ token: string; accountId: string; sessionId: string }>;
}

/** A whole api node on a database and a data folder of its own, gone when the test ends. */
export async function startTestServer(scope: TestScope, options: TestServerOptions = {}): Promise<TestServer> {
  const { discovered = [], onLog, env = {}, prepare, sharedRenders, port = 0, ...rest } = options;
  const { importMilliseconds, hangMilliseconds, obeysRestarts = false, clock, ...http } = rest;
  const db = await testDatabase(scope, {
    // Into the template, so that they are applied once and not for each server.
    migrations: migrationSources(discovered).filter((source) => source !== CORE_MIGRATIONS),
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'reelport-http-'));
  await prepareMediaCache(dataDir, { sharedRenders });
  await prepare?.(dataDir);
  const configuration = readConfiguration({ DATA_DIR: dataDir, DATABASE_URL: db.connectionString, ...env });
  const log = onLog === undefined ? testLog : pino({ level: 'debug' }, { write: onLog });
  const composed = await compose(configuration, 'api', {
    concurrency: 0,
    plugins: discovered,
    log,
    importMilliseconds,
    hangMilliseconds,
    obeysRestarts,
    clock,
  });
  const creating = createHttpServer(composed.ctx, {
    version: '0.0.0',
    plugins: httpPlugins(discovered, composed.ctx),
    halves: composed.halves,
    ready: {},
    servedStore: composed.servedStore,
    ...http,
  });
  lastFirst(scope).after(async () => {
    await creating.then(
      (server) => server.close(),
      () => undefined,
    );
    await composed.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const server = await creating;
  composed.onRestart((id) => server.exchangeHalf(id));
  const listen = (on: number) => server.listen({ host: '127.0.0.1', port: on });
  const address = await listen(port).catch(() => listen(0));

  return {
    http: server,
    composed,
    address,
    dataDir,
    async call(method, path, { token, body, headers = {} } = {}) {
      const isForm = body instanceof FormData;
      const answer = await fetch(address + path, {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
          'accept-language': 'en',
          ...headers,
        },
        body: body === undefined ? undefined : isForm ? body : typeof body === 'string' ? body : JSON.stringify(body),
      });
      const envelope = (await answer.json()) as Envelope<unknown>;
      return { status: answer.status, headers: answer.headers, envelope, failure: envelope.data as FailureData };
    },
    async signIn(session) {
      const { account, token, sessionId } = await buildSession(composed.ctx.db, session);
      return { token, accountId: account.id, sessionId };
    },
  };
}
