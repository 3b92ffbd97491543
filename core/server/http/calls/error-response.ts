import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

import { CODE, type Envelope } from '#core/contract/envelope.ts';
import { ExpectedError, type FailureKind, type FailureOptions, type MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import { InvalidRequest, type FieldFault } from '#core/server/ground/field-faults.ts';
import { isUnstorableText } from '#core/server/ground/database/sql-state.ts';
import { fullDisk, isFullDisk } from '#core/server/ground/full-disk.ts';
import { negotiate, translate } from '#core/server/ground/messages.ts';

import { hasDisconnected } from './client-disconnect.ts';

/** The `data` of a failed call's envelope. */
export interface FailureData {
  /** The key of the message, for programs. */
  error: MessageKey;
  params: MessageParams;
  /** The invalid fields of a 422, or of an address that cannot be one. */
  fields?: FieldFault[];
}

const STATUS: Record<FailureKind, number> = {
  business: 200,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  unsupported: 415,
  invalid: 422,
  'too-many': 429,
  unavailable: 503,
};

/** The framework's own errors as expected ones. */
const FRAMEWORK: Record<string, (request: FastifyRequest) => ExpectedError> = {
  FST_ERR_CTP_INVALID_JSON_BODY: () => expected('core:http.json', {}, 'invalid'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => expected('core:http.json', {}, 'invalid'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    expected('core:http.media-type', { expected: 'application/json' }, 'unsupported'),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () =>
    expected('core:http.media-type', { expected: 'multipart/form-data' }, 'unsupported'),
  FST_ERR_CTP_BODY_TOO_LARGE: (request) =>
    expected('core:http.body-too-large', { limit: Math.floor(request.routeOptions.bodyLimit / 1024) }, 'too-large'),
  FST_FILES_LIMIT: () => expected('core:file-one', {}, 'invalid'),
  FST_MP_PREMATURE_CLOSE: () => expected('core:file-interrupted', {}, 'invalid'),
  FST_ERR_NOT_FOUND: (request) => routeMissing(request),
};

function expected(code: MessageKey, params: MessageParams, kind: FailureKind, options?: FailureOptions): ExpectedError {
  return new ExpectedError(code, params, { ...options, kind });
}

function routeMissing(request: FastifyRequest): ExpectedError {
  const [path = ''] = request.url.split('?', 1);
  return expected('core:http.route', { method: request.method, path: path.slice(0, 200) }, 'not-found');
}

/**
 * The one place that turns an error into a response. Expected errors become their status and a sentence in the caller's
 * language; anything else is logged with its stack, and the caller only gets `core:internal` with the request's id.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answerErrorOf(error, request, reply, () => ({ code: 'core:internal', params: { requestId: request.id } }));
}

/**
 * The same for code that is not the product's: unexpected errors go to `unexpected`, which records them and decides
 * what the caller is told. A client that disconnected is not a fault.
 */
export function answerErrorOf(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  unexpected: (error: unknown) => { code: MessageKey; params: MessageParams },
): FastifyReply {
  const language = negotiate(request.headers['accept-language']);
  if (error instanceof InvalidRequest) {
    const fields = error.faults(language);
    const [first] = fields;
    if (error.part === 'params') {
      // What cannot be an id is the id of nothing.
      const data: FailureData = { error: 'core:http.missing', params: {}, fields };
      return send(reply, 404, translate(language, data.error), null, data);
    }
    const data: FailureData = {
      error: first?.error ?? 'core:field.invalid',
      params: { field: first?.field ?? error.part },
      fields,
    };
    return send(reply, 422, first?.message ?? translate(language, data.error, data.params), null, data);
  }
  const known = error instanceof ExpectedError ? error : asExpected(error, request);
  if (known !== undefined) {
    if (known.cause !== undefined) request.log.warn({ err: known.cause, code: known.code }, 'an expected failure');
    if (known.kind === 'unauthenticated') reply.header('www-authenticate', 'Bearer');
    const data: FailureData = { error: known.code, params: known.params };
    return send(reply, STATUS[known.kind], translate(language, known.code, known.params), known.secCode, data);
  }
  if (hasDisconnected(reply)) {
    request.log.debug({ err: error }, 'the client hung up');
    const params = { requestId: request.id };
    return send(reply, 500, translate(language, 'core:internal', params), null, { error: 'core:internal', params });
  }
  request.log.error({ err: error }, 'a request failed');
  const { code, params } = unexpected(error);
  return send(reply, 500, translate(language, code, params), null, { error: code, params });
}

/** Responds with a failure whose status is prescribed by a protocol, in the envelope and the caller's language. */
export function answerExpected(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  code: MessageKey,
  params: MessageParams,
): FastifyReply {
  const language = negotiate(request.headers['accept-language']);
  return send(reply, status, translate(language, code, params), null, { error: code, params });
}

/** Responds that there is nothing at this address. */
export function answerMissingRoute(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answerError(routeMissing(request), request, reply);
}

function asExpected(error: unknown, request: FastifyRequest): ExpectedError | undefined {
  if (!(error instanceof Error)) return undefined;
  if (isFullDisk(error)) return fullDisk(error);
  if (isUnstorableText(error)) return expected('core:http.text', {}, 'invalid', { cause: error });
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = code === undefined ? undefined : FRAMEWORK[code]?.(request);
  if (known !== undefined) return known;
  // Only the framework and its parsers set a status; a 4xx is the client's fault.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    if (statusCode === 413) return expected('core:http.bad-request', {}, 'too-large', { cause: error });
    return expected('core:http.bad-request', {}, 'invalid', { cause: error });
  }
  return undefined;
}

function send(
  reply: FastifyReply,
  status: number,
  message: string,
  secCode: number | null,
  data: FailureData,
): FastifyReply {
  const body: Envelope<FailureData> = { code: CODE.failure, message, secCode, data };
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(body);
}
