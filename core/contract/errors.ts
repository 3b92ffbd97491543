import type { MessageKey } from './message-keys.ts';

/** Values for a message's placeholders, such as `{ file: 'a.mp4', seconds: 1 }`. */
export type MessageParams = Record<string, string | number>;

/** The kind of an expected failure; it decides the HTTP status. */
export type FailureKind =
  | 'business' // 200 with code 0
  | 'unauthenticated' // 401
  | 'forbidden' // 403
  | 'not-found' // 404
  | 'conflict' // 409
  | 'too-large' // 413
  | 'unsupported' // 415
  | 'invalid' // 422
  | 'too-many' // 429
  | 'unavailable'; // 503

/** More about an expected error. */
export interface FailureOptions {
  kind?: FailureKind;
  /** One of `SEC_CODE`, for conditions that the browser handles by itself. */
  secCode?: number;
  /** The underlying error; logged, never shown. */
  cause?: unknown;
}

/**
 * A failure that is expected to happen and reported to the user: a code from the locale files with its parameters,
 * never a finished sentence. The text is looked up where the user's language is known.
 */
export class ExpectedError extends Error {
  readonly code: MessageKey;
  readonly params: MessageParams;
  readonly kind: FailureKind;
  readonly secCode: number | null;

  constructor(code: MessageKey, params: MessageParams = {}, options: FailureOptions = {}) {
    super(`${code} ${JSON.stringify(params)}`, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ExpectedError';
    this.code = code;
    this.params = params;
    this.kind = options.kind ?? 'business';
    this.secCode = options.secCode ?? null;
  }
}

/**
 * Throws an {@link ExpectedError}.
 * @example fail('mixing:group-too-few', { min: 1 })
 */
export function fail(code: MessageKey, params?: MessageParams, options?: FailureOptions): never {
  throw new ExpectedError(code, params, options);
}
