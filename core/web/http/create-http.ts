import type { AxiosAdapter } from 'axios';

import type { Call, CallArguments, CallData, CallShape, Method } from '#core/contract/call.ts';
import { CODE } from '#core/contract/codes.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import type { TraceSpan } from '../trace/trace.ts';
import { callAddress } from '#core/contract/call-address.ts';
import { sentenceOf, type FailedCall, type FailureFacts, type ShowFailure } from './error-catalogue.ts';
import { HttpFailure, type Http, type HttpOptions, type HttpRequest } from './http.ts';
import type { WireAnswer, WireRequest } from './wire.ts';

/** Default timeout of a call, in milliseconds. */
export const REQUEST_TIMEOUT = 300_000;
/** Tells proxies that the caller handles the call's failure itself. */
export const INTERCEPT_HEADER = 'shouldIntercept';

/** {@link Http} of the kernel, and one view for each plugin. */
export interface HttpService extends Http {
  /**
   * The calls of one plugin: their trace spans and failures are attributed to it.
   * @param signal fires when the plugin stops, and cancels its pending calls
   */
  forPlugin(plugin: string, signal: AbortSignal): Http;
}

export interface HttpDependencies {
  token(): string | null;
  /** The value of `Accept-Language`. */
  language(): string;
  text(key: MessageKey): string;
  tell: ShowFailure;
  record(span: TraceSpan): void;
  /** How axios sends; its own adapter by default. */
  adapter?: AxiosAdapter;
  /** A random number from 0 to 1, for the jitter between attempts. */
  random?: () => number;
}

/** axios and RxJS are in a chunk of their own, loaded with the first call. */
const loadWire = () => import(/* webpackChunkName: "wire" */ './wire.ts');

/** The source of a call. */
interface Origin {
  plugin?: string;
  signals: readonly AbortSignal[];
}

type Answering = 'envelope' | 'bare';

interface Outgoing extends HttpOptions {
  method: Method;
  url: string;
  body: unknown;
}

/** The headers that every request has. */
export function baseHeaders(token: string | null, language: string): Record<string, string> {
  return {
    Accept: 'application/json',
    'Accept-Language': language,
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
  };
}

/** Creates the {@link HttpService}. */
export function createHttp(dependencies: HttpDependencies): HttpService {
  const text = (key: MessageKey) => dependencies.text(key);

  async function deliver(outgoing: Outgoing, answering: Answering, origin: Origin): Promise<unknown> {
    // A call that brings a token of its own says nothing about the session.
    const token = outgoing.headers?.['Authorization']?.replace(/^Bearer /, '') ?? dependencies.token();
    const handlesErrors = outgoing.handlesErrors === true || outgoing.headers?.[INTERCEPT_HEADER] === 'false';
    const { method, purpose } = outgoing;
    const call: FailedCall = { handlesErrors, method, purpose, source: origin.plugin, token };
    const start = performance.now();
    let answer: WireAnswer | undefined;
    try {
      answer = await transmit({
        method: outgoing.method,
        url: outgoing.url,
        headers: {
          ...baseHeaders(token, dependencies.language()),
          ...(outgoing.body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
          ...(handlesErrors ? { [INTERCEPT_HEADER]: 'false' } : {}),
          ...outgoing.headers,
        },
        body: outgoing.body,
        timeout: outgoing.timeout ?? REQUEST_TIMEOUT,
        signals: outgoing.signal === undefined ? origin.signals : [...origin.signals, outgoing.signal],
        keepalive: outgoing.keepalive,
        onSent: outgoing.onSent,
      });
      return read(answer, answering);
    } catch (error) {
      const failure = asFailure(error, outgoing);
      dependencies.tell(failure, call);
      throw failure;
    } finally {
      const duration = performance.now() - start;
      dependencies.record({
        plugin: origin.plugin ?? 'kernel',
        step: 'call',
        start,
        duration,
        bytes: answer?.bytes ?? null,
      });
    }
  }

  async function transmit(request: WireRequest): Promise<WireAnswer> {
    const wire = await loadWire();
    return await wire.sendOverWire(request, { adapter: dependencies.adapter, random: dependencies.random });
  }

  function asFailure(error: unknown, { purpose }: Outgoing): HttpFailure {
    const facts: FailureFacts = error instanceof Refusal ? error.facts : unanswered(error);
    const sentence = sentenceOf({ ...facts, purpose }, text);
    return new HttpFailure(sentence, { ...facts, cause: error });
  }

  function from(origin: Origin): Http {
    return {
      async call<S extends CallShape>(call: Call<S>, args: CallArguments<S> = {}, options: HttpOptions = {}) {
        const url = callAddress(call.path, args.params, args.query);
        const answering = call.answer === 'bare' ? 'bare' : 'envelope';
        const outgoing = { ...options, method: call.method, url, body: args.body };
        // The server's answers conform to the call's schema.
        return (await deliver(outgoing, answering, origin)) as CallData<S>;
      },
      // No schema declares this answer; the caller vouches for its shape.
      send: async <T>(request: HttpRequest) => (await deliver(outgoingOf(request), 'envelope', origin)) as T,
      bare: async <T>(request: HttpRequest) => (await deliver(outgoingOf(request), 'bare', origin)) as T,
    };
  }

  return { ...from({ signals: [] }), forPlugin: (plugin, signal) => from({ plugin, signals: [signal] }) };
}

function outgoingOf({ path, query, body, ...rest }: HttpRequest): Outgoing {
  return { ...rest, url: callAddress(path, undefined, query), body };
}

/** The server answered with a refusal. */
class Refusal extends Error {
  readonly facts: FailureFacts;

  constructor(facts: FailureFacts) {
    super(`status ${facts.status}, code ${facts.code}`);
    this.facts = facts;
  }
}

function read({ status, body }: WireAnswer, answering: Answering): unknown {
  const envelope = envelopeIn(body);
  if (answering === 'bare' && status < 400 && !isOAuthError(body)) return body;
  if (envelope !== null && status < 400 && envelope.code !== CODE.failure) return envelope.data;
  const own = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined;
  throw new Refusal({
    kind: 'refused',
    status,
    code: envelope?.code ?? null,
    secCode: envelope?.secCode ?? null,
    message: typeof own === 'string' ? own : '',
    data: envelope === null ? body : envelope.data,
  });
}

/** OAuth reports errors in a field, whatever the status. */
function isOAuthError(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';
}

function envelopeIn(body: unknown): { code: number; secCode: number | null; data: unknown } | null {
  if (typeof body !== 'object' || body === null || !('code' in body) || typeof body.code !== 'number') return null;
  const secCode = 'secCode' in body && typeof body.secCode === 'number' ? body.secCode : null;
  return { code: body.code, secCode, data: 'data' in body ? body.data : null };
}

/** There was no answer; a chunk that failed to load counts as a network failure as well. */
function unanswered(error: unknown): FailureFacts {
  const named = typeof error === 'object' && error !== null && 'kind' in error ? error.kind : undefined;
  const kind = named === 'timeout' || named === 'cancelled' ? named : 'network';
  return { kind, status: 0, code: null, secCode: null, message: '', data: null };
}
