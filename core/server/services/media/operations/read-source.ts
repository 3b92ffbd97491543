import { ExpectedError } from '#core/contract/errors.ts';

import type { NodeSource } from '../node-source.ts';

/**
 * Runs a tool on a material and reports its failure as damage to the material.
 * @throws expected `core:media.broken`, which names the file and, as `material`, its hash
 */
export async function readSource<T>(source: NodeSource, run: (path: string) => Promise<T>): Promise<T> {
  try {
    return await source.read(run);
  } catch (error) {
    if (error instanceof ExpectedError && error.code === 'core:media.tool-failed') {
      throw new ExpectedError(
        'core:media.broken',
        { file: source.name, material: source.hash },
        { kind: 'invalid', cause: error },
      );
    }
    throw error;
  }
}
