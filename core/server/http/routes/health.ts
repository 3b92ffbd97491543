import type { FastifyInstance } from 'fastify';

/** Checks that must pass before this node accepts requests; a check fails by rejecting or taking too long. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<unknown>>>;

const CHECK_MILLISECONDS = 3000;

const LIVE = ['/health/live', '/healthz'];
const READY = ['/health/ready', '/readyz'];

/**
 * `/health/live` responds while the process runs; `/health/ready` responds with 200 when all checks pass, otherwise
 * with 503 and the names of the failed ones. Reasons only go to the log. Both also have the names that cluster managers
 * use, `/healthz` and `/readyz`.
 */
export function addHealthRoutes(app: FastifyInstance, checks: ReadinessChecks): void {
  for (const path of LIVE) {
    app.get(path, { schema: { hide: true } }, async (_request, reply) => {
      return reply.header('cache-control', 'no-store').send({ status: 'ok' });
    });
  }
  for (const path of READY) {
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      const results = await Promise.all(
        Object.entries(checks).map(async ([name, check]) => {
          try {
            await withinTime(check());
            return [name, 'ok'] as const;
          } catch (error) {
            request.log.warn({ err: error, check: name }, 'a readiness check fails');
            return [name, 'failed'] as const;
          }
        }),
      );
      const ready = results.every(([, result]) => result === 'ok');
      return reply
        .code(ready ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ status: ready ? 'ok' : 'failed', checks: Object.fromEntries(results) });
    });
  }
}

async function withinTime(check: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${CHECK_MILLISECONDS} ms`)), CHECK_MILLISECONDS);
  });
  try {
    await Promise.race([check, late]);
  } finally {
    clearTimeout(timer);
  }
}
