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

/** Query fields that would let a reader of the log impersonate or recognise somebody; `s` signs file links. */
const SECRET_FIELDS =
  /^(access_token|token|code|auth_code|encrypttoken|validate|data|password|key|s|id|sceneid|fdmobile|mobile|x-amz-.*)$/i;
/** 128 random bits as part of a path, such as the scene of a QR login. */
const SECRET_PART = /\/[\w-]{22}(?=\/|$)/g;
const MOBILE = /(?<!\d)1[3-9]\d{9}(?!\d)/g;

/** A URL that is safe to log: values of secret query fields, secret parts of the path and mobile numbers are masked. */
export function redactUrl(url: string): string {
  const [path = '', query] = url.split('?', 2);
  const shown = path.slice(0, 500).replaceAll(SECRET_PART, '/***').replaceAll(MOBILE, '***');
  if (query === undefined || query === '') return shown;
  const fields = query
    .slice(0, 2000)
    .split('&')
    .map((field) => {
      const [name = ''] = field.split('=', 1);
      return SECRET_FIELDS.test(decode(name)) ? `${name}=***` : field;
    });
  return `${shown}?${fields.join('&').slice(0, 500).replaceAll(MOBILE, '***')}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
