import type { FastifyInstance } from 'fastify';

/** How long a JSON body may take to come in. */
const BODY_MILLISECONDS = 60_000;

/**
 * Reads JSON and nothing else as a body; an empty one counts as none, for many clients send
 * the content type with every request. Keys that would reach an object's prototype are refused.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // `parseAs: 'string'` makes it one; the type covers both ways.
    const text = body as string;
    if (text.trim() === '') done(null, undefined);
    else void parse(request, text, done);
  });
}

/** Cuts off clients that send a body drop by drop. Uploads may take as long as they move. */
export function limitBodyTime(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    if (request.routeOptions.config.upload === true || request.raw.complete) return payload;
    const timer = setTimeout(() => request.raw.destroy(), BODY_MILLISECONDS);
    const clear = () => clearTimeout(timer);
    payload.once('end', clear);
    // A refused body is never read to its end; its connection may live on.
    reply.raw.once('close', clear);
    return payload;
  });
}
