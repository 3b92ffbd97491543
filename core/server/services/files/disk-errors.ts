import { fail } from '#core/contract/errors.ts';

/**
 * Throws the expected condition that an error of the file system stands for: no space left is `core:disk-full` (503), a
 * file that is not there is `core:file-missing` (404); everything else stays as it is.
 */
export function throwDiskError(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') fail('core:disk-full', {}, { kind: 'unavailable', cause: error });
  if (code === 'ENOENT' || code === 'ENOTDIR') fail('core:file-missing', {}, { kind: 'not-found', cause: error });
  throw error;
}
