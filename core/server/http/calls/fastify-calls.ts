import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { z } from 'zod';

import type { Call, CallInput } from '#core/contract/call.ts';
import { CODE, envelope, type Envelope } from '#core/contract/envelope.ts';
import { fail } from '#core/contract/errors.ts';
import { negotiate } from '#core/server/ground/messages.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';

import { auditShort, type AuditShortParts } from './audit-short.ts';
import { admit, type AdmissionParts } from './authentication.ts';
import type { CallContext, CallerOf, CallRegistry } from './call-registry.ts';
import { disconnectSignal } from './client-disconnect.ts';
import { readFormFields, refuseOtherBodies } from './request-body.ts';

/** The owner of registered calls. */
export interface CallOwner {
  /** A plugin's, or `KERNEL`. */
  id: string;
  /** The calls that the owner declares, by the names under which `calls.ts` exports them. */
  calls: Readonly<Record<string, Call>>;
  /**
   * For an external plugin, which was checked to be complete: the scope of its routes, and a hook before each of them.
   */
  outside?: { scope: FastifyInstance; enter(request: FastifyRequest): void };
}

/** The registry of one server: every declared call gets exactly one handler. */
export interface FastifyCalls {
  /** The registry that an owner registers its handlers with. */
  of(owner: CallOwner): CallRegistry;
  /**
   * Checks that every declared call has a handler.
   * @throws TypeError that names the call and the line to add
   */
  assertWhole(): void;
}

const CALLER = Symbol('caller');

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route takes a file as `multipart/form-data`. */
    upload?: boolean;
    /** Whether the route takes the fields of a form. */
    form?: boolean;
    /** Whether the route takes the body as it was sent. */
    raw?: boolean;
    /** Whether the handler reads the body itself, however long that takes. */
    streamed?: boolean;
  }
  interface FastifyRequest {
    /** The admitted caller. */
    [CALLER]: Caller | null;
  }
}

/** The caller that was admitted to this request, for the log. */
export function admittedCaller(request: FastifyRequest): Caller | null {
  return request[CALLER] ?? null;
}

/** Records who was admitted to a request that is not a call. */
export function noteCaller(request: FastifyRequest, caller: Caller | null): void {
  request[CALLER] = caller;
}

/** Adds calls to a Fastify server as routes with access control, validation and the envelope. */
export function createFastifyCalls(app: FastifyInstance, parts: AdmissionParts & AuditShortParts): FastifyCalls {
  app.decorateRequest(CALLER, null);
  const owners: CallOwner[] = [];
  const handled = new Set<Call>();

  function register<C extends Call>(
    owner: CallOwner,
    call: C,
    stream: boolean,
    handler: (input: CallInput<C>, context: CallContext<CallerOf<C>>) => Promise<unknown>,
  ): void {
    const name = Object.entries(owner.calls).find(([, declared]) => declared === call)?.[0];
    if (name === undefined) {
      throw new TypeError(
        `${owner.id}: ${call.method} ${call.path} has a handler, but no calls.ts of ${owner.id} exports it`,
      );
    }
    if (handled.has(call) || app.hasRoute({ method: call.method, url: call.path })) {
      throw new TypeError(`${owner.id}: ${name} (${call.method} ${call.path}) has a handler already`);
    }
    handled.add(call);
    const schema = schemaOf(owner, name, call, stream);
    const route = {
      url: call.path,
      config: { upload: call.upload === true, form: call.bodyAs === 'form', raw: call.bodyAs === 'raw' },
      async onRequest(request: FastifyRequest) {
        owner.outside?.enter(request);
        request[CALLER] = await admit(request, parts, call, owner.id, !stream);
        refuseOtherBodies(request, call.bodyAs);
      },
      async preValidation(request: FastifyRequest) {
        if (call.bodyAs === 'form') await readFormFields(request);
      },
      async handler(request: FastifyRequest, reply: FastifyReply) {
        // The validator has replaced the input by the schemas' output.
        const input = { params: request.params, query: request.query, body: request.body } as CallInput<C>;
        if (call.upload !== true && call.bodyAs !== 'form' && request.isMultipart()) {
          fail('core:http.media-type', { expected: 'application/json' }, { kind: 'unsupported' });
        }
        let code: number = CODE.success;
        const answering = handler(input, {
          caller: request[CALLER] as CallerOf<C>,
          requestId: request.id,
          ip: request.ip,
          language: negotiate(request.headers['accept-language']),
          log: request.log,
          signal: disconnectSignal(reply),
          request,
          reply,
          answerConflict() {
            code = CODE.conflict;
          },
        });
        const data = await answering.catch(async (error: unknown) => {
          const { ip, id: requestId } = request;
          await auditShort(parts, error, { accountId: request[CALLER]?.accountId, ip, requestId });
          throw error;
        });
        if (stream) return reply;
        return reply.header('cache-control', 'no-store').send(answerOf(call, code, data ?? null));
      },
    };
    const target = owner.outside?.scope ?? app;
    const limit = call.bodyMegabytes === undefined ? {} : { bodyLimit: call.bodyMegabytes * 1024 ** 2 };
    target.route({ ...route, ...limit, method: call.method, schema });
    if (call.head === true) target.route({ ...route, method: 'HEAD', schema: { ...schema, hide: true } });
  }

  return {
    of(owner) {
      if (owner.outside === undefined) owners.push(owner);
      return {
        handle: (call, handler) => register(owner, call, false, handler),
        stream: (call, handler) => register(owner, call, true, handler),
      };
    },

    assertWhole() {
      for (const { id, calls } of owners) {
        for (const [name, call] of Object.entries(calls)) {
          if (handled.has(call)) continue;
          throw new TypeError(
            `${id}: ${name} (${call.method} ${call.path}) has no handler; add ` +
              `calls.handle(${name}, async (input, context) => …) to the routes of ${id}`,
          );
        }
      }
    },
  };
}

function schemaOf(owner: CallOwner, name: string, call: Call, stream: boolean): FastifySchema {
  const schema: Record<string, unknown> = {
    operationId: `${owner.id}.${name}`,
    summary: call.summary,
    tags: [owner.id],
    security: call.access === 'public' ? [] : [{ bearer: [] }],
  };
  if (call.params !== undefined) schema['params'] = call.params;
  if (call.query !== undefined) schema['querystring'] = call.query;
  if (call.body !== undefined) schema['body'] = call.body;
  if (!stream) {
    const data = call.data instanceof z.ZodUndefined || call.data instanceof z.ZodVoid ? z.null() : call.data;
    schema['response'] = { 200: ANSWERS[call.answer ?? 'envelope'](data) };
  }
  return schema;
}

/**
 * The schemas of responses. With `beside`, the fields of `data`, validated before, are allowed next to the envelope's
 * own.
 */
const ANSWERS = {
  envelope,
  bare: (data: z.ZodType) => data,
  beside: (data: z.ZodType) => z.looseObject(envelope(data).shape),
} as const satisfies Record<NonNullable<Call['answer']>, (data: z.ZodType) => z.ZodType>;

function answerOf(call: Call, code: number, data: unknown): unknown {
  const answer: Envelope<unknown> = { code, message: '', secCode: null, data };
  if (call.answer === 'bare') return data;
  if (call.answer !== 'beside') return answer;
  const checked = call.data.parse(data);
  return { ...(checked as object | null), ...answer, data: checked };
}
