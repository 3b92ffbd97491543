import { ExpectedError } from '#core/contract/errors.ts';

/**
 * Rethrows an error, turning "no space left" into one that a person can act on.
 * @throws expected `core:disk-full`
 */
export function explainFullDisk(error: unknown): never {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) {
    throw new ExpectedError('core:disk-full', {}, { kind: 'unavailable', cause: error });
  }
  throw error;
}
