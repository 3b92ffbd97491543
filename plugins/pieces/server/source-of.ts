import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { LIBRARY, type MaterialLibrary } from '#plugins/materials/server/api.ts';

/** The library, without which nothing can go on. @throws expected `pieces:library-missing` (503) */
export function neededLibrary(ctx: Pick<ServerContext, 'use'>): MaterialLibrary {
  return ctx.use(LIBRARY) ?? fail('pieces:library-missing', {}, { kind: 'unavailable' });
}

/** A video of the library as nodes read it. @throws expected `pieces:video-missing` (422), `pieces:library-missing` */
export async function sourceOf(ctx: ServerContext, accountId: string, id: string): Promise<NodeSource> {
  const found = (await neededLibrary(ctx).find(accountId, [id])).get(id);
  if (found?.kind !== 'video') return fail('pieces:video-missing', {}, { kind: 'invalid' });
  const file = await ctx.files.get(accountId, id);
  return { hash: file.hash, name: found.name, read: (use) => ctx.files.withLocal(file, use) };
}
