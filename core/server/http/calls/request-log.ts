import type { FastifyInstance } from 'fastify';

import { admittedCaller } from './fastify-calls.ts';
import { hasDisconnected } from './client-disconnect.ts';

const QUIET = /^\/(health|healthz|readyz|metrics)\b/;

/** Logs one line per request once it is answered, without secrets. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      url: redactUrl(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ip: request.ip,
      accountId: admittedCaller(request)?.accountId,
      hungUp: hasDisconnected(reply) || undefined,
    };
    if (QUIET.test(request.url)) request.log.debug(line, 'request');
    else request.log.info(line, 'request');
  });
}

/** Query fields that would let a reader of the log impersonate somebody; `s` signs file links. */
const SECRET_FIELDS = /^(access_token|token|code|validate|data|password|key|s|x-amz-.*)$/i;

/** A URL that is safe to log: values of secret query fields are masked. */
export function redactUrl(url: string): string {
  const [path = '', query] = url.split('?', 2);
  if (query === undefined || query === '') return path.slice(0, 500);
  const fields = query
    .slice(0, 2000)
    .split('&')
    .map((field) => {
      const [name = ''] = field.split('=', 1);
      return SECRET_FIELDS.test(decode(name)) ? `${name}=***` : field;
    });
  return `${path.slice(0, 500)}?${fields.join('&').slice(0, 500)}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
