import axios, { type AxiosAdapter, type AxiosResponse } from 'axios';
import {
  EMPTY,
  Observable,
  catchError,
  firstValueFrom,
  fromEvent,
  map,
  merge,
  of,
  retry,
  takeUntil,
  throwError,
  throwIfEmpty,
  timeout,
  timer,
} from 'rxjs';

import type { Method } from '#core/contract/call.ts';

import { MAX_RETRIES, isIdempotent, isPassing, waitBefore } from './retry-policy.ts';

/** A request as it is sent. */
export interface WireRequest {
  method: Method;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: unknown;
  /** Timeout of one attempt, in milliseconds. */
  timeout: number;
  /** Any of them cancels the request. */
  signals: readonly AbortSignal[];
  /** Is sent even if the page closes meanwhile. */
  keepalive?: boolean | undefined;
  /** Receives the share of the body that has been sent, from 0 to 1. */
  onSent?: ((share: number) => void) | undefined;
}

/** An answer, whatever its status. */
export interface WireAnswer {
  status: number;
  /** Parsed if it is JSON. */
  body: unknown;
  /** Size of the body, if known. */
  bytes: number | null;
}

/** There was no answer. */
export class WireFault extends Error {
  readonly kind: 'network' | 'timeout' | 'cancelled';

  constructor(kind: WireFault['kind'], cause?: unknown) {
    super(kind, { cause });
    this.kind = kind;
  }
}

/** An answer that a retry may change. */
class Passing extends Error {
  readonly answer: WireAnswer;
  readonly retryAfter: string | null;

  constructor(answer: WireAnswer, retryAfter: string | null) {
    super(`status ${answer.status}`);
    this.answer = answer;
    this.retryAfter = retryAfter;
  }
}

export interface WireOptions {
  /** How axios sends; its own adapter by default. */
  adapter?: AxiosAdapter;
  random?: () => number;
}

/**
 * Sends a request, with a timeout for each attempt; idempotent requests are retried while the server is busy or
 * unreachable.
 * @throws WireFault when there was no answer
 */
export function sendOverWire(request: WireRequest, { adapter, random }: WireOptions = {}): Promise<WireAnswer> {
  return firstValueFrom(
    attempt(request, adapter).pipe(
      timeout({ first: request.timeout, with: () => throwError(() => new WireFault('timeout')) }),
      map(({ answer, retryAfter }) => {
        if (isPassing(answer.status)) throw new Passing(answer, retryAfter);
        return answer;
      }),
      retry({
        count: MAX_RETRIES,
        delay(error, retried) {
          const wait = isIdempotent(request.method) && isWorthRetrying(error) ? waitOf(error, retried, random) : null;
          return wait === null ? throwError(() => error as unknown) : timer(wait);
        },
      }),
      catchError((error: unknown) => (error instanceof Passing ? of(error.answer) : throwError(() => error))),
      takeUntil(merge(...request.signals.map(fired))),
      throwIfEmpty(() => new WireFault('cancelled')),
    ),
  );
}

function isWorthRetrying(error: unknown): boolean {
  // Without a network the next attempt would only fail, too.
  return error instanceof Passing || (error instanceof WireFault && error.kind === 'network' && navigator.onLine);
}

function waitOf(error: unknown, retried: number, random?: () => number): number | null {
  return waitBefore(retried, error instanceof Passing ? error.retryAfter : null, random);
}

function attempt({ method, url, headers, body, keepalive, onSent }: WireRequest, adapter: AxiosAdapter | undefined) {
  return new Observable<{ answer: WireAnswer; retryAfter: string | null }>((subscriber) => {
    const hangUp = new AbortController();
    axios
      .request<unknown>({
        method,
        url,
        headers: { ...headers },
        data: body,
        signal: hangUp.signal,
        // The token goes to this server only.
        allowAbsoluteUrls: false,
        baseURL: '/',
        // We have no such cookie, and reading cookies would delay the request until the page was painted.
        xsrfCookieName: '',
        responseType: 'text',
        transformResponse: (text: unknown) => text,
        validateStatus: () => true,
        // The browser drops an XMLHttpRequest of a page that closes.
        ...(keepalive === true ? { adapter: 'fetch', fetchOptions: { keepalive } } : {}),
        ...(onSent === undefined ? {} : { onUploadProgress: ({ progress }) => onSent(progress ?? 0) }),
        ...(adapter === undefined ? {} : { adapter }),
      })
      .then(
        (response) => {
          subscriber.next({ answer: answerOf(response), retryAfter: headerOf(response, 'retry-after') });
          subscriber.complete();
        },
        (error: unknown) => subscriber.error(faultOf(error)),
      );
    return () => hangUp.abort();
  });
}

function answerOf(response: AxiosResponse<unknown>): WireAnswer {
  const { status, data } = response;
  const length = Number(headerOf(response, 'content-length') ?? Number.NaN);
  if (typeof data !== 'string') return { status, body: data, bytes: Number.isNaN(length) ? null : length };
  return { status, body: parsed(data), bytes: Number.isNaN(length) ? data.length : length };
}

function headerOf(response: AxiosResponse<unknown>, name: string): string | null {
  // axios does not say what types header values have.
  const value: unknown = response.headers[name];
  return typeof value === 'string' ? value : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function faultOf(error: unknown): WireFault {
  if (axios.isCancel(error)) return new WireFault('cancelled', error);
  const code = axios.isAxiosError(error) ? error.code : undefined;
  const timedOut =
    code === 'ECONNABORTED' || code === 'ETIMEDOUT' || (error instanceof Error && /timeout/i.test(error.message));
  return new WireFault(timedOut ? 'timeout' : 'network', error);
}

function fired(signal: AbortSignal): Observable<unknown> {
  if (signal.aborted) return of(null);
  return merge(fromEvent(signal, 'abort'), EMPTY);
}
