import { fail } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import { ProviderFailure } from './provider-failure.ts';

/**
 * Has a service do what somebody waits for.
 * @param options.slow the text key that tells that it has taken too long, and therefore counts as `unavailable`
 * @throws expected `slow` (503), and what the work throws
 */
export async function within<T>(
  { seconds, slow, signal }: { seconds: number; slow: MessageKey; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = AbortSignal.timeout(seconds * 1000);
  try {
    return await work(AbortSignal.any([signal, limit]));
  } catch (error) {
    if (!limit.aborted || signal.aborted) throw error;
    const cause = new ProviderFailure('unavailable', `it has not answered within ${seconds} s`, { cause: error });
    return fail(slow, {}, { kind: 'unavailable', cause });
  }
}
