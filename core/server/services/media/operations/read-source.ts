import { ExpectedError } from '#core/contract/errors.ts';

import type { NodeSource } from '../node-source.ts';

/**
 * Runs a tool on a material. When the tool gives up, the material is to blame: its bytes are damaged.
 * @throws expected `core:media.broken` that names the file and, as `material`, its hash
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
