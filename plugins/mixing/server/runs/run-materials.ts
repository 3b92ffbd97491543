import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';

import { LIBRARY } from '#plugins/materials/server/api.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import type { MaterialCandidate } from '../render/prepare-materials.ts';

/** The files of an account as materials; each is opened, and refused, when it is needed. */
export function runMaterials(
  ctx: ServerContext,
  accountId: string,
  project: MixProject,
  only?: ReadonlySet<string>,
): MaterialCandidate[] {
  const ids = new Set(project.groups.flatMap((group) => group.materials.map(({ material }) => material)));
  return [...ids]
    .filter((id) => only === undefined || only.has(id))
    .map((id) => ({
      id,
      open: () => fileSource(ctx, accountId, id),
      fingerprint: async () => (await ctx.use(LIBRARY)?.fingerprints(accountId, [id]))?.get(id) ?? null,
    }));
}

/** Ids of all files that a project uses, including its music; invalid ids are left out. */
export function usedFiles({ groups, music }: MixProject): string[] {
  const named = groups.flatMap((group) => group.materials.map(({ material }) => material));
  return [...new Set([...named, ...(music === null ? [] : [music.material])])].filter((id) => FILE_ID.test(id));
}

/** Ids of a document are any text; the file service takes none but its own. */
const FILE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * A file of the account that nodes can read.
 * @throws expected `core:file-missing` (404)
 */
export async function fileSource(ctx: ServerContext, accountId: string, id: string): Promise<NodeSource> {
  const file = FILE_ID.test(id)
    ? await ctx.files.get(accountId, id)
    : fail('core:file-missing', {}, { kind: 'not-found' });
  return { hash: file.hash, name: file.name, read: (use) => ctx.files.withLocal(file, use) };
}
