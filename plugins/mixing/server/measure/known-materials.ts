import { z } from 'zod';

import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { LibraryMaterial } from '#plugins/materials/server/api.ts';

import { LARGEST_MATERIAL, SHORTEST_MATERIAL, type MixProject } from '#plugins/mixing/project.ts';
import { neededLibrary } from '../library.ts';

/** A material that cannot be used, or not yet. */
export interface WaitingMaterial {
  material: string;
  reason: { code: MessageKey; params: MessageParams };
}

export interface KnownMaterials {
  /** Those that can be used, by id. */
  ready: Map<string, { hash: string; seconds: number }>;
  /** The others, in the order of the project. */
  waiting: WaitingMaterial[];
}

const uuid = z.uuid();

/**
 * What the library knows of a project's videos: which can be used, and why the others cannot.
 * @throws expected `mixing:library-missing` (503)
 */
export async function knownMaterials(
  ctx: ServerContext,
  accountId: string,
  project: Pick<MixProject, 'groups'>,
): Promise<KnownMaterials> {
  const named = [...new Set(project.groups.flatMap(({ materials }) => materials.map(({ material }) => material)))];
  // Ids of a document are any text; the library takes none but its own.
  const ids = named.filter((id) => uuid.safeParse(id).success);
  const found = ids.length === 0 ? new Map<string, LibraryMaterial>() : await neededLibrary(ctx).find(accountId, ids);
  const known: KnownMaterials = { ready: new Map(), waiting: [] };
  for (const id of named) {
    const material = found.get(id);
    const reason = whyNot(material);
    if (reason !== null) known.waiting.push({ material: id, reason });
    else if (material !== undefined && material.seconds !== null) {
      known.ready.set(id, { hash: material.hash, seconds: material.seconds });
    }
  }
  return known;
}

function whyNot(material: LibraryMaterial | undefined): WaitingMaterial['reason'] | null {
  if (material === undefined) return { code: 'mixing:material-missing', params: {} };
  const { name } = material;
  if (material.trashed) return { code: 'mixing:material-trashed', params: { name } };
  if (material.kind !== 'video') return { code: 'mixing:file-not-video', params: { material: name } };
  if (material.state === 'failed') return { code: 'mixing:material-failed', params: { name } };
  if (material.seconds === null) return { code: 'mixing:material-preparing', params: { name } };
  if (material.size > LARGEST_MATERIAL) {
    return { code: 'mixing:material-too-large', params: { name, most: LARGEST_MATERIAL / 1024 / 1024 } };
  }
  if (material.seconds < SHORTEST_MATERIAL) {
    return { code: 'mixing:material-too-short', params: { name, least: SHORTEST_MATERIAL } };
  }
  return null;
}
