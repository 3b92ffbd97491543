import { ExpectedError, type FailureKind, type MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

/** How an upload ended; plain JSON. */
export type UploadOutcome =
  | { result: unknown }
  | { refusal: { code: MessageKey; params: MessageParams; kind: FailureKind; secCode: number | null } };

/** Temporary conditions: the same upload may succeed a moment later. */
const PASSING = new Set<FailureKind>(['unavailable', 'unauthenticated', 'too-many']);

/** Whether an error means that the file will never be accepted. */
export function isRefusal(error: unknown): error is ExpectedError {
  return error instanceof ExpectedError && !PASSING.has(error.kind);
}

/** A refusal as it is stored. */
export function refusalOf({ code, params, kind, secCode }: ExpectedError): UploadOutcome {
  return { refusal: { code, params, kind, secCode } };
}

/**
 * The result of a finished upload.
 * @throws the refusal that it ended with
 */
export function resultOf(outcome: UploadOutcome): unknown {
  if ('result' in outcome) return outcome.result;
  const { code, params, kind, secCode } = outcome.refusal;
  throw new ExpectedError(code, params, { kind, ...(secCode === null ? {} : { secCode }) });
}
