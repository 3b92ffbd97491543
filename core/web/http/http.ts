import type { Call, CallArguments, CallData, CallShape, Method } from '#core/contract/call.ts';

import { token } from '../token.ts';

/** Logging in by password or otherwise, and asking for or checking an SMS code. */
export type CallPurpose = 'password-login' | 'login' | 'sms-code';

export interface HttpOptions {
  /** Cancels; the plugin's own end always does. */
  signal?: AbortSignal;
  /**
   * The caller shows what went wrong itself: no toast, no alert. What concerns the session (401, the secCodes 402
   * and 408, and 406 but for logins) is acted on all the same.
   */
  handlesErrors?: boolean;
  /** What the call is for, where the error catalogue tells its failures in a way of their own. */
  purpose?: CallPurpose;
  /** Milliseconds; 300 000 when absent. */
  timeout?: number;
  headers?: Readonly<Record<string, string>>;
  /** Hears how much of the body has gone out, from 0 to 1, where the browser tells. */
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

/** Calls of the server. Failures are told to the user by the error catalogue, and thrown. */
export interface Http {
  /**
   * Makes a declared call. Of code 2, two accounts in conflict, the answer is the conflict.
   * @returns the envelope's `data`; of a `bare` call the whole answer, unless it names an OAuth `error`
   * @throws HttpFailure
   */
  call<S extends CallShape>(call: Call<S>, args?: CallArguments<S>, options?: HttpOptions): Promise<CallData<S>>;
  /** Makes a call that no schema declares; answers the envelope's `data`. */
  send<T>(request: HttpRequest): Promise<T>;
  /** The whole answer as it came, without looking for an envelope; one that names an OAuth `error` is a failure. */
  bare<T>(request: HttpRequest): Promise<T>;
}

/** Why a call failed. */
export class HttpFailure extends Error {
  /** `refused`: the server answered with code 0 or an error status. */
  readonly kind: 'refused' | 'network' | 'timeout' | 'cancelled';
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** The envelope's code; null when no envelope came. */
  readonly code: number | null;
  readonly secCode: number | null;
  /** The envelope's `data`, such as faults by field; the whole answer of a bare call. */
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
