import type { FastifyInstance } from 'fastify';

import { admittedCaller } from './fastify-calls.ts';
import { hasHungUp } from './hang-up.ts';
import { redactUrl } from './redact-url.ts';

const QUIET = /^\/(health|healthz|readyz|metrics)\b/;

/** Writes one line a request when its answer is out, without secrets. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      url: redactUrl(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ip: request.ip,
      accountId: admittedCaller(request)?.accountId,
      hungUp: hasHungUp(reply) || undefined,
    };
    if (QUIET.test(request.url)) request.log.debug(line, 'request');
    else request.log.info(line, 'request');
  });
}
