import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Call } from '#core/contract/call.ts';
import { fail } from '#core/contract/errors.ts';

/** How long a JSON body may take to arrive. */
const BODY_MILLISECONDS = 60_000;

/** Bounds of a form without files. */
const FORM_LIMITS = { fields: 30, fieldNameSize: 100, fieldSize: 64 * 1024, files: 0 };

/** What a call may have as its body other than JSON. */
export type BodyAs = Call['bodyAs'];

/**
 * Parses request bodies: JSON for most calls, where an empty body counts as none, because many clients send the content
 * type with every request. Keys that would reach an object's prototype are refused. Forms and text are only for calls
 * that declare them; {@link refuseOtherBodies} keeps them from all others.
 */
export function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // `parseAs: 'string'` makes it one; the type covers both ways.
    const text = body as string;
    if (request.routeOptions.config.raw === true) done(null, text);
    else if (text.trim() === '') done(null, undefined);
    else void parse(request, text, done);
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
    const isRaw = request.routeOptions.config.raw === true;
    done(null, isRaw ? body : Object.fromEntries(new URLSearchParams(body as string)));
  });
  app.addContentTypeParser(
    ['text/xml', 'application/xml', 'text/plain'],
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, body);
    },
  );
}

/** @throws expected `core:http.media-type` (415) for a form or a text that the call does not accept */
export function refuseOtherBodies(request: FastifyRequest, bodyAs: BodyAs): void {
  const [media = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';', 1);
  const kind = KINDS[media.trim()];
  if (kind !== undefined && bodyAs !== 'raw' && kind !== bodyAs) {
    fail('core:http.media-type', { expected: EXPECTED[bodyAs ?? 'json'] }, { kind: 'unsupported' });
  }
}

const KINDS: Record<string, BodyAs> = {
  'application/x-www-form-urlencoded': 'form',
  'text/xml': 'text',
  'application/xml': 'text',
  'text/plain': 'text',
};
const EXPECTED = { json: 'application/json', form: 'multipart/form-data', text: 'text/xml' };

/** Replaces the body of a `multipart/form-data` request by its fields. */
export async function readFormFields(request: FastifyRequest): Promise<void> {
  if (!request.isMultipart()) return;
  const fields = new Map<string, unknown>();
  for await (const part of request.parts({ limits: FORM_LIMITS })) {
    if (part.type === 'field') fields.set(part.fieldname, part.value);
  }
  request.body = Object.fromEntries(fields);
}

/** Disconnects clients that send a body too slowly. Uploads may take as long as bytes keep coming. */
export function limitBodyTime(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    const { upload, streamed } = request.routeOptions.config;
    if (upload === true || streamed === true || request.raw.complete) return payload;
    const timer = setTimeout(() => request.raw.destroy(), BODY_MILLISECONDS);
    const clear = () => clearTimeout(timer);
    payload.once('end', clear);
    // A refused body is never read to its end, but its connection may stay open.
    reply.raw.once('close', clear);
    return payload;
  });
}
