import { ExpectedError } from '#core/contract/errors.ts';
import type { MaterialLimits } from '#core/server/media/material-rules.ts';
import type { Media } from '#core/server/media/media.ts';
import type { NodeSource } from '#core/server/media/node-source.ts';
import { materialNode, readMaterial } from '#core/server/media/operations/material.ts';

import type { ReadyMaterial } from './ready-material.ts';

/** A file that somebody wants to use as material. */
export interface MaterialCandidate {
  /** As the project names it. */
  id: string;
  /** Opens it, or throws the expected condition that refuses it. */
  open(): Promise<NodeSource>;
}

export interface RefusedMaterial {
  id: string;
  error: ExpectedError;
}

export interface PreparedMaterials {
  ready: ReadyMaterial[];
  refused: RefusedMaterial[];
}

/** Inspects and fingerprints materials; one that cannot be used is refused and the others go on. */
export async function prepareMaterials(
  media: Media,
  candidates: readonly MaterialCandidate[],
  options: { limits?: MaterialLimits; signal?: AbortSignal; onProgress?: (done: number, total: number) => void } = {},
): Promise<PreparedMaterials> {
  const results = new Array<ReadyMaterial | RefusedMaterial>(candidates.length);
  const waiting = [...candidates.entries()];
  let done = 0;
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, candidate] = next;
      options.signal?.throwIfAborted();
      results[index] = await prepare(media, candidate, options.limits, options.signal);
      options.onProgress?.(++done, candidates.length);
    }
  };
  await Promise.all(Array.from({ length: media.runner.slots }, worker));
  return {
    ready: results.filter((result) => 'source' in result),
    refused: results.filter((result) => 'error' in result),
  };
}

async function prepare(
  media: Media,
  candidate: MaterialCandidate,
  limits: MaterialLimits | undefined,
  signal: AbortSignal | undefined,
): Promise<ReadyMaterial | RefusedMaterial> {
  try {
    const source = await candidate.open();
    return await media.graph.make(
      [materialNode(media.runner, source, limits)],
      async ([folder = '']) => {
        const { material, hashes } = await readMaterial(folder);
        return { id: candidate.id, source, info: material, seconds: material.duration, hashes };
      },
      { signal },
    );
  } catch (error) {
    if (error instanceof ExpectedError && error.kind !== 'unavailable') {
      return { id: candidate.id, error };
    }
    throw error;
  }
}
