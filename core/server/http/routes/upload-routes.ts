import type { IncomingMessage } from 'node:http';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { CODE } from '#core/contract/codes.ts';
import { fail, type MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import type { Clock } from '#core/server/ground/clock.ts';
import type { Database } from '#core/server/ground/database/database.ts';
import { admit, type AdmissionParts } from '#core/server/http/calls/authentication.ts';
import { answerExpected } from '#core/server/http/calls/error-response.ts';
import { admittedCaller, noteCaller } from '#core/server/http/calls/fastify-calls.ts';
import { disconnectSignal } from '#core/server/http/calls/client-disconnect.ts';
import type { Files } from '#core/server/services/files/files.ts';
import { createUploadService, type UploadAddress } from '#core/server/services/uploads/upload-service.ts';
import { createUploadLocks, type UploadLocks } from '#core/server/services/uploads/upload-locks.ts';
import { resultOf } from '#core/server/services/uploads/upload-outcome.ts';
import type { UploadReceiver } from '#core/server/services/uploads/upload-receiver.ts';

import { answerTus, TusRefusal } from './tus-exchange.ts';

/** The owner of upload addresses. */
export interface UploadOwner {
  /** A plugin's id. */
  id: string;
  /** By the name that follows the owner's in the address. */
  receivers: Readonly<Record<string, UploadReceiver>>;
  /** For a plugin from outside: a hook before each request, and the handler for errors of its receivers. */
  outside?: {
    enter(request: FastifyRequest): void;
    answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply;
  };
}

/** The services that uploads need. */
interface UploadServices extends AdmissionParts {
  db: Database;
  files: Files;
  clock: Clock;
}

/** What all upload addresses of a node share. */
export interface UploadParts {
  services: UploadServices;
  uploads: ReturnType<typeof createUploadService>;
  locks: UploadLocks;
  close(): Promise<void>;
}

/** @param options.maxUpload maximum bytes of an upload */
export function createUploadParts(services: UploadServices, { maxUpload }: { maxUpload: number }): UploadParts {
  const { db, files, clock } = services;
  const locks = createUploadLocks(db);
  const uploads = createUploadService({ db, files, clock, maxUpload });
  return { services, uploads, locks, close: () => locks.close() };
}

/** How long a client may continue sending after its request was refused. */
const HEARD_MILLISECONDS = 5_000;
const PART = 'application/offset+octet-stream';
const NAME = /^[a-z][a-z0-9-]*$/;

/**
 * Serves tus 1.0 at `/api/uploads/<plugin>/<name>`.
 * @throws TypeError for a receiver whose name cannot be part of an address
 */
export function addUploadRoutes(app: FastifyInstance, parts: UploadParts, owners: readonly UploadOwner[]): void {
  const { services } = parts;
  for (const { id, receivers, outside } of owners) {
    for (const [name, receiver] of Object.entries(receivers)) {
      if (!NAME.test(name)) throw new TypeError(`${id}: the upload receiver "${name}" must be named [a-z][a-z0-9-]*`);
      const to: UploadAddress = { address: `${id}/${name}`, receiver };
      void app.register(async (scope) => {
        if (outside !== undefined) scope.setErrorHandler(outside.answerError);
        scope.removeAllContentTypeParsers();
        // The body is streamed to the store; other content types are not read.
        scope.addContentTypeParser(PART, (_request, _body, done) => done(null));
        scope.addContentTypeParser('*', (_request, _body, done) => done(null));
        scope.addHook('onRequest', async (request, reply) => {
          reply.header('tus-resumable', '1.0.0');
          if (request.method === 'OPTIONS') return;
          outside?.enter(request);
          // A response without a body could not say why a session ended; the next one does.
          const tellsEnd = request.method !== 'HEAD';
          noteCaller(request, await admit(request, services, { access: 'member' }, id, tellsEnd));
        });
        scope.addHook('onError', async (request) => hearOut(request.raw));
        addRoutes(scope, parts, to);
      });
    }
  }
}

type Parts = Pick<UploadParts, 'uploads' | 'locks'>;

function addRoutes(scope: FastifyInstance, parts: Parts, to: UploadAddress): void {
  const [tag = ''] = to.address.split('/');
  const url = `/api/uploads/${to.address}`;
  const operation = (name: string, summary: string) => ({
    operationId: `${to.address.replace('/', '.uploads.')}.${name}`,
    summary,
    tags: [tag],
    security: [{ bearer: [] }],
  });
  const tus = (request: FastifyRequest, reply: FastifyReply) => answer(request, reply, parts, to);
  const config = { streamed: true };

  scope.route({
    method: 'POST',
    url,
    config,
    schema: { ...operation('open', 'Opens an upload in parts (tus 1.0).'), description: DESCRIPTION },
    handler: tus,
  });
  scope.route({ method: 'OPTIONS', url, schema: { hide: true }, handler: tus });
  for (const [method, name, summary] of [
    ['HEAD', 'offset', 'Says in Upload-Offset how many bytes of an upload are there.'],
    ['PATCH', 'send', 'Sends bytes from Upload-Offset on; the answer to the last one is the envelope with the result.'],
    ['DELETE', 'remove', 'Ends an upload and removes what there is of it.'],
  ] as const) {
    scope.route({ method, url: `${url}/:id`, config, schema: operation(name, summary), handler: tus });
  }
  scope.route({
    method: 'GET',
    url: `${url}/:id`,
    schema: operation('result', 'Answers what the last PATCH answered or would have, for an hour.'),
    handler: (request, reply) => answerResult(request, reply, parts, to),
  });
}

async function answer(request: FastifyRequest, reply: FastifyReply, parts: Parts, to: UploadAddress): Promise<unknown> {
  const { id } = request.params as { id?: string };
  // OPTIONS concerns no particular upload and is answered to everybody.
  const caller = admittedCaller(request);
  try {
    const { status, headers, outcome } = await answerTus(parts, {
      method: request.method,
      headers: request.headers,
      ...(id === undefined ? {} : { id }),
      caller: caller as NonNullable<typeof caller>,
      to,
      part: { body: request.raw, hangUp: () => request.raw.destroy(), gone: disconnectSignal(reply) },
    });
    reply.headers(headers).header('cache-control', 'no-store');
    if (outcome === undefined) return await reply.code(status).send();
    return await sendResult(reply.code(status === 204 ? 200 : status), resultOf(outcome));
  } catch (error) {
    if (!(error instanceof TusRefusal)) throw error;
    hearOut(request.raw);
    const { code, params } = protocolFailure(error);
    return answerExpected(request, reply, error.status, code, params);
  }
}

/** For clients that missed the answer to the last byte; finishes the upload if the process died before it could. */
async function answerResult(
  request: FastifyRequest,
  reply: FastifyReply,
  { uploads, locks }: Parts,
  to: UploadAddress,
): Promise<unknown> {
  const { id } = request.params as { id: string };
  const caller = admittedCaller(request);
  if (caller === null) return fail('core:unauthenticated', {}, { kind: 'unauthenticated' });
  const row = await uploads.find(to, caller, id);
  if (row.outcome !== null) return await sendResult(reply, resultOf(row.outcome));
  const release = await locks.take(id, { signal: disconnectSignal(reply), wanted: () => undefined });
  if (release === undefined) return answerExpected(request, reply, 423, 'core:upload-busy', {});
  try {
    return await sendResult(reply, resultOf(await uploads.finish(to, caller, await uploads.find(to, caller, id))));
  } finally {
    await release();
  }
}

function sendResult(reply: FastifyReply, data: unknown): FastifyReply {
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify({ code: CODE.success, message: '', secCode: null, data }));
}

function protocolFailure({ status, message }: TusRefusal): { code: MessageKey; params: MessageParams } {
  if (status === 404 || status === 410) return { code: 'core:upload-missing', params: {} };
  if (status === 409) return { code: 'core:upload-offset', params: {} };
  if (status === 423) return { code: 'core:upload-busy', params: {} };
  return { code: 'core:upload-protocol', params: { reason: message } };
}

/**
 * Briefly reads what still arrives, because otherwise the client would never read the response; then closes the
 * connection.
 */
function hearOut(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const timer = setTimeout(() => request.destroy(), HEARD_MILLISECONDS);
  request.once('close', () => clearTimeout(timer));
  request.resume();
}

const DESCRIPTION = `
Files come in parts by the [tus protocol 1.0.0](https://tus.io/protocols/resumable-upload), with the extensions
creation, creation-with-upload, termination and expiration; every request carries the bearer token and
\`Tus-Resumable: 1.0.0\`.

1. \`POST\` with \`Upload-Length\` (bytes) and \`Upload-Metadata\`: \`filename\`, and further fields of the receiver such as
   \`folderId\`. What would be refused is refused here, before the first byte: 413 too large or no space left, 415 a kind
   that is not taken, 422 an empty file or wrong fields, 409 something else in the way, each with the envelope. Else 201,
   with the upload's address in \`Location\`.
2. \`PATCH\` to that address with \`Content-Type: application/offset+octet-stream\` and \`Upload-Offset\`: one request for
   the whole file, or as many as there are interruptions. What arrived before a connection broke counts.
3. After an interruption \`HEAD\` answers \`Upload-Offset\`; go on from there, at any node. An upload that is worked on
   elsewhere is taken over: the other request ends. 423 asks to try again in a moment.
4. The answer to the last byte is 200 with the envelope: the type is judged from the bytes, the file is recorded and
   handed over in one transaction, exactly once. \`GET\` on the upload's address answers the same for an hour, a
   refusal included; it completes what a dead process left.
5. \`DELETE\` ends an upload. One without a sign of life for a day is removed (\`Upload-Expires\`).

An upload of another account is 404.`.trim();
