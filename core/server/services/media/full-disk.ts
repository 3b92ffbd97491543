import { ExpectedError } from '#core/contract/errors.ts';

/**
 * Throws an error on: as what a person can act on when it says that the disk is full, else as it is.
 * @throws expected `core:disk-full`
 */
export function explainFullDisk(error: unknown): never {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) {
    throw new ExpectedError('core:disk-full', {}, { kind: 'unavailable', cause: error });
  }
  throw error;
}
