import { createHash, timingSafeEqual } from 'node:crypto';
import { isIPv4 } from 'node:net';

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import { fail } from '#core/contract/errors.ts';
import type { Database } from '#core/server/ground/database/database.ts';
import { bearerToken } from '#core/server/http/calls/authentication.ts';
import type { Accounts } from '#core/server/services/accounts/accounts.ts';
import type { Jobs } from '#core/server/services/jobs/jobs.ts';
import type { Media } from '#core/server/services/media/media.ts';

/** What is measured besides requests, and who may read it. */
export interface MetricsParts {
  db: Database;
  jobs: Jobs;
  media: Media;
  accounts: Accounts;
}

export interface MetricsOptions {
  /** A bearer token that reads the metrics from anywhere; none when absent. */
  token?: string;
  /** Whether addresses come from a trusted proxy's headers, so that a loopback address is a real one. */
  behindProxy: boolean;
  /**
   * The event streams of a node that serves them: how many are open, and their route, whose duration is meaningless.
   */
  streams?: { route: string; count(): number };
}

/**
 * Measures every request, and serves the metrics at `/metrics` in Prometheus' text format.
 * @returns adds the measuring to another app of the same node
 */
export function addMetrics(
  app: FastifyInstance,
  parts: MetricsParts,
  options: MetricsOptions,
): (other: FastifyInstance) => void {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const labelNames = ['method', 'route', 'status'] as const;
  const requests = new Counter({
    name: 'reelport_http_requests_total',
    help: 'Answered requests.',
    labelNames,
    registers,
  });
  const seconds = new Histogram({
    name: 'reelport_http_request_seconds',
    help: 'Time from a request to the end of its answer; event streams are left out.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
    registers,
  });
  addStateGauges(parts, registers);
  if (options.streams !== undefined) addStreamGauge(options.streams, registers);

  const measure = (measured: FastifyInstance): void => {
    measured.addHook('onResponse', async (request, reply) => {
      const route = request.routeOptions.url ?? 'unknown';
      const { method } = request;
      requests.inc({ method, route, status: reply.statusCode });
      if (route !== options.streams?.route) seconds.observe({ method, route }, reply.elapsedTime / 1000);
    });
  };
  measure(app);

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    await admitToMetrics(request, parts.accounts, options);
    return reply
      .header('content-type', registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
  return measure;
}

function addStateGauges({ db, jobs, media }: MetricsParts, registers: Registry[]): void {
  new Gauge({
    name: 'reelport_tasks',
    help: 'Tasks by job and state, over all accounts and nodes.',
    labelNames: ['job', 'state'],
    registers,
    async collect() {
      const stats = await jobs.stats();
      this.reset();
      for (const [job, states] of Object.entries(stats)) {
        for (const [state, count] of Object.entries(states)) this.set({ job, state }, count);
      }
    },
  });
  new Gauge({
    name: 'reelport_database_connections',
    help: 'Connections of this process, and requests that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = db.pool;
      this.set({ state: 'busy' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
  new Gauge({
    name: 'reelport_render_nodes',
    help: 'Nodes of the render graph in this process: found in the cache, built, rebuilt because broken.',
    labelNames: ['outcome'],
    registers,
    collect() {
      const { hits, builds, repairs } = media.graph.statistics;
      this.set({ outcome: 'hit' }, hits);
      this.set({ outcome: 'built' }, builds);
      this.set({ outcome: 'repaired' }, repairs);
    },
  });
}

function addStreamGauge({ count }: { count(): number }, registers: Registry[]): void {
  new Gauge({
    name: 'reelport_event_streams',
    help: 'Open event streams of this node.',
    registers,
    collect() {
      this.set(count());
    },
  });
}

async function admitToMetrics(request: FastifyRequest, accounts: Accounts, options: MetricsOptions): Promise<void> {
  const token = bearerToken(request);
  if (token !== undefined) {
    if (options.token !== undefined && sameSecret(token, options.token)) return;
    if ((await accounts.authenticate(token))?.operator === true) return;
  } else if (isLoopback(request.ip) && (options.behindProxy || request.headers['x-forwarded-for'] === undefined)) {
    // Behind a proxy that is not configured, every visitor looks local; its header gives it away.
    return;
  }
  fail('core:metrics.forbidden', {}, { kind: 'forbidden' });
}

function sameSecret(given: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(right));
}

function isLoopback(address: string): boolean {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address;
  return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'));
}
