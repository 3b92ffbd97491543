import type { FastifyInstance } from 'fastify';

/** Checks that must pass before this node takes requests; one that rejects or takes too long fails. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<unknown>>>;

const CHECK_MILLISECONDS = 3000;

const LIVE = ['/health/live', '/healthz'];
const READY = ['/health/ready', '/readyz'];

/**
 * `/health/live` answers while the process runs; `/health/ready` answers 200 when every check
 * holds, else 503 with the names of those that do not. Reasons go to the log only. Both answer
 * under the names that cluster managers ask for too, `/healthz` and `/readyz`.
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
