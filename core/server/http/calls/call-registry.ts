import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';

import type { Call, CallData, CallInput } from '#core/contract/call.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';

/** The caller that a handler receives; null for an anonymous visitor of a `public` call. */
export type CallerOf<C extends Call> = C extends { readonly access: 'public' } ? Caller | null : Caller;

/** What a handler receives in addition to its validated input. */
export interface CallContext<Who extends Caller | null = Caller> {
  caller: Who;
  requestId: string;
  ip: string;
  /** `zh` or `en`, from `Accept-Language`. */
  language: 'zh' | 'en';
  log: FastifyBaseLogger;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** For the rare handler that streams: uploads, downloads, events. */
  request: FastifyRequest;
  reply: FastifyReply;
  /** Responds with code 2: two accounts conflict, and `data` says which. */
  answerConflict(): void;
}

/** Where handlers are registered. It takes care of access, validation, the envelope and errors. */
export interface CallRegistry {
  /**
   * Registers the handler of a call, which returns the envelope's `data`. The response has the format that the call
   * declares.
   * @throws TypeError when the call already has a handler
   */
  handle<C extends Call>(
    call: C,
    handler: (input: CallInput<C>, context: CallContext<CallerOf<C>>) => Promise<CallData<C>>,
  ): void;
  /** A call that writes its own response; the handler must finish `context.reply`. */
  stream<C extends Call>(
    call: C,
    handler: (input: CallInput<C>, context: CallContext<CallerOf<C>>) => Promise<void>,
  ): void;
}
