import { fail } from '#core/contract/errors.ts';
import { failureReason, isPassing } from '#core/server/services/providers/failure-reason.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

/**
 * Puts into words that a speech service has failed; other errors stay as they are.
 * @throws expected `mixing:voice.unavailable`, `.limited` (503), `.spent`, `.refused`, `.configuration` (422)
 */
export function speakingFailed(error: unknown): never {
  if (!(error instanceof ProviderFailure)) throw error;
  const reason = failureReason(error);
  return fail(`mixing:voice.${reason}`, {}, { kind: isPassing(reason) ? 'unavailable' : 'invalid', cause: error });
}
