import type { ProviderFailure } from './provider-failure.ts';

/** Why a service has not done its work, as features put it into words: `spent` is a quota that is used up. */
export type FailureReason = 'unavailable' | 'limited' | 'spent' | 'refused' | 'configuration';

/** What users are told of a failure. */
export function failureReason({ kind, until }: Pick<ProviderFailure, 'kind' | 'until'>): FailureReason {
  if (kind === 'limited') return until === null ? 'spent' : 'limited';
  return kind === 'unauthorised' ? 'configuration' : kind;
}

/** Whether time alone may mend it, so that what failed is tried again by itself. */
export const isPassing = (reason: FailureReason): boolean => reason === 'unavailable' || reason === 'limited';
