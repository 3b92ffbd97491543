import { ExpectedError } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import { failureReason, isPassing } from './failure-reason.ts';
import { ProviderFailure } from './provider-failure.ts';

/**
 * What a service of this machine says that cannot do its work, besides failures of services. Not that it does not have a
 * voice: nobody stands in for one.
 */
const OF_SERVICE = [
  'core:speech.language',
  'core:speech.kana-only',
  'core:speech.missing',
  'core:speech.failed',
] as const satisfies readonly MessageKey[];

/** Whether a service has failed in a way that another one of its kind might not. */
export function mayAnother(error: unknown): boolean {
  if (error instanceof ProviderFailure) return true;
  if (!(error instanceof ExpectedError)) return false;
  return (
    OF_SERVICE.some((code) => code === error.code) || error.code.startsWith('core:provider.') || mayAnother(error.cause)
  );
}

/**
 * What a service has failed with, also where a feature has put it into words of its own. A fault of a plugin, or an
 * answer of it that never comes, is one for a moment.
 */
function failureIn(error: unknown): ProviderFailure | null {
  if (error instanceof ProviderFailure) return error;
  if (!(error instanceof ExpectedError)) return null;
  const told = failureIn(error.cause);
  if (told !== null || error.kind !== 'unavailable') return told;
  const message = error.cause instanceof Error ? error.cause.message : error.code;
  return new ProviderFailure('unavailable', message, { cause: error });
}

/** One of several services in their order. */
export interface ServiceTurn {
  /** Is told that the service has failed, and of its failure where it has one to tell. */
  failed(failure: ProviderFailure | null, error: unknown): Promise<void>;
  /** Is told that it has done its work. */
  worked(): Promise<void>;
}

/**
 * Has the first service do something, and where it fails in a way that another might not, the next one from the
 * beginning. One that has failed is asked after the others for a while.
 * @throws where all fail, what can be tried again soonest: what is to be waited for before what somebody has to mend
 */
export async function tryInOrder<S extends ServiceTurn, T>(
  services: readonly S[],
  work: (service: S) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const errors: unknown[] = [];
  for (const service of services) {
    try {
      const made = await work(service);
      await service.worked();
      return made;
    } catch (error) {
      if (signal?.aborted === true || !mayAnother(error)) throw error;
      await service.failed(failureIn(error), error);
      errors.push(error);
    }
  }
  if (errors.length === 0) throw new TypeError('tryInOrder: needs a service');
  throw errors.find(isPassingFailure) ?? errors[0];
}

function isPassingFailure(error: unknown): boolean {
  const failure = failureIn(error);
  return failure !== null && isPassing(failureReason(failure));
}
