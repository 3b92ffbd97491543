import { ExpectedError } from '#core/contract/errors.ts';
import type { Picture } from '#core/contract/picture.ts';
import type { Media } from '#core/server/services/media/media.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { NO_FOOTAGE, type Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';
import { materialNode, readMaterial, type AskedOfMaterial } from '#core/server/services/media/operations/material.ts';
import { readMaterialFingerprint, watchedNode } from '#core/server/services/media/shots/watched-node.ts';

import { Recent } from '../threads/recent.ts';
import type { ReadyMaterial } from './ready-material.ts';

/** A file that somebody wants to use as material. */
export interface MaterialCandidate {
  /** As the project names it. */
  id: string;
  /** Opens it, or throws the expected condition that refuses it. */
  open(): Promise<NodeSource>;
  /** What it shows, where that was found when it came into the library; null or absent where it was not. */
  fingerprint?(): Promise<Fingerprint | null>;
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
  limits?: AskedOfMaterial;
  /** The format of the videos: materials that have it already are read without a tool. */
  picture?: Picture;
  /** Whether it is to be known what they show, so that they can be compared; false by default. */
  compare?: boolean;
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
}

/**
 * Inspects materials, and looks what they show where they are to be compared; one that cannot be used is refused and
 * the others go on.
 */
export async function prepareMaterials(
  media: Media,
  candidates: readonly MaterialCandidate[],
  options: PrepareOptions = {},
): Promise<PreparedMaterials> {
  let done = 0;
  const results = await inParallel(media, candidates, async (candidate) => {
    options.signal?.throwIfAborted();
    const result = await refusable(candidate.id, () => prepare(media, candidate, options));
    options.onProgress?.(++done, candidates.length);
    return result;
  });
  return {
    ready: results.filter((result) => 'source' in result),
    refused: results.filter((result) => 'error' in result),
  };
}

/** Does something for each item, by default for as many at once as the runner has slots. */
export async function inParallel<T, R>(
  media: Media,
  items: readonly T[],
  work: (item: T) => Promise<R>,
  atOnce = media.runner.slots,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = [...items.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      results[next[0]] = await work(next[1]);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** Does something with a material, or says why it is refused. */
export async function refusable<T>(id: string, work: () => Promise<T>): Promise<T | RefusedMaterial> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ExpectedError && error.kind !== 'unavailable') {
      return { id, error };
    }
    throw error;
  }
}

async function prepare(media: Media, candidate: MaterialCandidate, options: PrepareOptions): Promise<ReadyMaterial> {
  const { limits, picture, signal, compare = false } = options;
  const source = await candidate.open();
  const node = materialNode(media.runner, source, picture);
  const info = await media.graph.make([node], ([folder = '']) => readMaterial(folder, source.name, limits), { signal });
  const ready = { id: candidate.id, source, info, seconds: info.duration, fingerprint: NO_FOOTAGE };
  if (!compare) return ready;
  const before = known.get(source.hash) ?? (await candidate.fingerprint?.());
  return { ...ready, fingerprint: before ? known.set(source.hash, before) : await fingerprintOf(media, ready, signal) };
}

/** Fingerprints that are remembered: the same one each time, so that what was compared once is known. */
const known = new Recent<Fingerprint>(500);

/** Looks what a material shows, unless this process did before. */
export async function fingerprintOf(
  media: Media,
  { source, info }: ReadyMaterial,
  signal?: AbortSignal,
): Promise<Fingerprint> {
  const before = known.get(source.hash);
  if (before !== undefined) return before;
  const node = watchedNode(media.runner, source, info);
  const found = await media.graph.make([node], ([folder = '']) => readMaterialFingerprint(folder), { signal });
  return known.set(source.hash, found);
}
