import { fail } from '#core/contract/errors.ts';

/**
 * Translates file system errors: no space left becomes `core:disk-full` (503), a missing file `core:file-missing`
 * (404); others are rethrown.
 */
export function throwDiskError(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') fail('core:disk-full', {}, { kind: 'unavailable', cause: error });
  if (code === 'ENOENT' || code === 'ENOTDIR') fail('core:file-missing', {}, { kind: 'not-found', cause: error });
  throw error;
}
