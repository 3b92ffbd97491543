import { fail } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import { ProviderFailure } from './provider-failure.ts';

/**
 * Says what a service that has failed means for whoever waits: once and for all, or to be tried again. Other errors
 * stay as they are.
 * @param says the words of the feature for it
 */
export function refuseFailure(
  error: unknown,
  says: Readonly<Record<'refused' | 'configuration' | 'unavailable', MessageKey>>,
): never {
  if (!(error instanceof ProviderFailure)) throw error;
  const { kind } = error;
  if (kind === 'refused') fail(says.refused, {}, { kind: 'invalid', cause: error });
  if (kind === 'configuration' || kind === 'unauthorised') {
    fail(says.configuration, {}, { kind: 'invalid', cause: error });
  }
  return fail(says.unavailable, {}, { kind: 'unavailable', cause: error });
}
