import { ExpectedError } from '#core/contract/errors.ts';

/** Of the file system, of a quota, of PostgreSQL, and our own condition. */
const CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100', 'core:disk-full'];

/** Whether an error, or what caused it, says that a disk is full. */
export function isFullDisk(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && CODES.includes(cause.code)) return true;
  }
  return false;
}

/** The condition that a person can act on. */
export function fullDisk(cause: unknown): ExpectedError {
  return new ExpectedError('core:disk-full', {}, { kind: 'unavailable', cause });
}

/**
 * Rethrows an error, turning "no space left" into one that a person can act on.
 * @throws expected `core:disk-full`
 */
export function explainFullDisk(error: unknown): never {
  throw isFullDisk(error) ? fullDisk(error) : error;
}
