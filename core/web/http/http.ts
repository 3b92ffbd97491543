import type { Call, CallArguments, CallData, CallShape, Method } from '#core/contract/call.ts';

import { token } from '../token.ts';

/** What a call is for: logging in by password or in another way, or requesting or checking an SMS code. */
export type CallPurpose = 'password-login' | 'login' | 'sms-code';

/** How a call is made. */
export interface HttpOptions {
  /** Cancels the call; the end of its plugin always does. */
  signal?: AbortSignal;
  /**
   * The caller shows failures itself: no toast, no alert. What concerns the session (401, the secCodes 402 and 408, and
   * 406 except for logins) is handled all the same.
   */
  handlesErrors?: boolean;
  /** What the call is for, where the error catalogue treats its failures specially. */
  purpose?: CallPurpose;
  /** In milliseconds; 300 000 by default. */
  timeout?: number;
  headers?: Readonly<Record<string, string>>;
  /** Is sent even if the page closes meanwhile; its body may have 64 kB then. */
  keepalive?: boolean;
  /** Receives the share of the body that has been sent, from 0 to 1, if the browser reports it. */
  onSent?(share: number): void;
}

/** A call that no schema declares. */
export interface HttpRequest extends HttpOptions {
  method: Method;
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** JSON, or a form. */
  body?: unknown;
}

/** Calls to the server. Failures are shown to the user by the error catalogue, and thrown. */
export interface Http {
  /**
   * Makes a declared call. For code 2 (two accounts in conflict) the conflict is the result.
   * @returns the envelope's `data`; for a `bare` call the whole answer, unless it has an OAuth `error`
   * @throws HttpFailure
   */
  call<S extends CallShape>(call: Call<S>, args?: CallArguments<S>, options?: HttpOptions): Promise<CallData<S>>;
  /** Makes a call that no schema declares; resolves with the envelope's `data`. */
  send<T>(request: HttpRequest): Promise<T>;
  /** Resolves with the whole answer, without unwrapping an envelope; an answer with an OAuth `error` is a failure. */
  bare<T>(request: HttpRequest): Promise<T>;
}

/** Why a call failed. */
export class HttpFailure extends Error {
  /** `refused`: the server answered with code 0 or an error status. */
  readonly kind: 'refused' | 'network' | 'timeout' | 'cancelled';
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** The envelope's code; null when there was no envelope. */
  readonly code: number | null;
  readonly secCode: number | null;
  /** The envelope's `data`, for example errors by field; for a bare call the whole answer. */
  readonly data: unknown;

  constructor(
    message: string,
    facts: {
      kind: HttpFailure['kind'];
      status?: number;
      code?: number | null;
      secCode?: number | null;
      data?: unknown;
      cause?: unknown;
    },
  ) {
    super(message, { cause: facts.cause });
    this.name = 'HttpFailure';
    this.kind = facts.kind;
    this.status = facts.status ?? 0;
    this.code = facts.code ?? null;
    this.secCode = facts.secCode ?? null;
    this.data = facts.data;
  }
}

/** Whether a call failed because no server answered, or one that is starting: the same call may succeed in a moment. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof HttpFailure && (error.kind === 'network' || error.kind === 'timeout' || error.status >= 500);
}

export const HTTP = token<Http>('http', 1);
