import { ExpectedError } from '#core/contract/errors.ts';
import type { Material } from '#core/server/services/media/inspect-material.ts';
import type { MaterialLimits } from '#core/server/services/media/material-rules.ts';
import type { Media } from '#core/server/services/media/media.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { NO_FOOTAGE, type Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';
import {
  fingerprintNode,
  materialNode,
  readMaterial,
  readMaterialFingerprint,
} from '#core/server/services/media/operations/material.ts';

import { suspects } from '../plan/suspects.ts';
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

export interface PrepareOptions {
  limits?: MaterialLimits;
  /** Seconds of a shot: materials are also searched for stretches that look alike. Absent = none are compared. */
  compareBy?: number;
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
}

/** A material that was inspected but not compared with others. */
interface Inspected extends Omit<ReadyMaterial, 'fingerprint'> {
  info: Material;
  glance: Fingerprint;
}

/**
 * Inspects materials, and fingerprints those that may show the same; one that cannot be used is refused
 * and the others go on.
 */
export async function prepareMaterials(
  media: Media,
  candidates: readonly MaterialCandidate[],
  options: PrepareOptions = {},
): Promise<PreparedMaterials> {
  const { compareBy, limits, signal } = options;
  let done = 0;
  const results = await inParallel(media, candidates, async (candidate) => {
    signal?.throwIfAborted();
    const result = await refusable(candidate.id, () => inspect(media, candidate, limits, signal));
    options.onProgress?.(++done, candidates.length);
    return result;
  });
  const refused = results.filter((result) => 'error' in result);
  const inspected = results.filter((result): result is Inspected => 'source' in result);
  const several = (material: Inspected) => compareBy !== undefined && material.seconds >= compareBy * 2;
  const looked =
    compareBy === undefined
      ? new Set<number>()
      : suspects(inspected.map((material) => ({ glance: material.glance, several: several(material) })));
  const compared = await inParallel(media, [...inspected.entries()], ([index, { id, source, info, seconds }]) =>
    refusable<ReadyMaterial>(id, async () => ({
      ...{ id, source, info, seconds },
      fingerprint: looked.has(index) ? await fingerprintOf(media, source, info, signal) : NO_FOOTAGE,
    })),
  );
  return {
    ready: compared.filter((result) => 'source' in result),
    refused: [...refused, ...compared.filter((result) => 'error' in result)],
  };
}

/** Does something for each item, as many at once as the runner has slots. */
async function inParallel<T, R>(media: Media, items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = [...items.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      results[next[0]] = await work(next[1]);
    }
  };
  await Promise.all(Array.from({ length: media.runner.slots }, worker));
  return results;
}

async function refusable<T>(id: string, work: () => Promise<T>): Promise<T | RefusedMaterial> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ExpectedError && error.kind !== 'unavailable') {
      return { id, error };
    }
    throw error;
  }
}

async function inspect(
  media: Media,
  candidate: MaterialCandidate,
  limits: MaterialLimits | undefined,
  signal: AbortSignal | undefined,
): Promise<Inspected> {
  const source = await candidate.open();
  return media.graph.make(
    [materialNode(media.runner, source, limits)],
    async ([folder = '']) => {
      const { material, glance } = await readMaterial(folder);
      return { id: candidate.id, source, info: material, seconds: material.duration, glance };
    },
    { signal },
  );
}

function fingerprintOf(media: Media, source: NodeSource, info: Material, signal?: AbortSignal): Promise<Fingerprint> {
  const node = fingerprintNode(media.runner, source, info);
  return media.graph.make([node], ([folder = '']) => readMaterialFingerprint(folder), { signal });
}
