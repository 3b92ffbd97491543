import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { LIBRARY, type MaterialLibrary } from '#plugins/materials/server/api.ts';

/** The library, without which nothing can go on. @throws expected `pieces:library-missing` (503) */
export function neededLibrary(ctx: Pick<ServerContext, 'use'>): MaterialLibrary {
  return ctx.use(LIBRARY) ?? fail('pieces:library-missing', {}, { kind: 'unavailable' });
}

/** A video of the library as nodes read it. @throws expected `pieces:video-missing` (422), `pieces:library-missing` */
export async function sourceOf(ctx: Pick<ServerContext, 'use'>, accountId: string, id: string): Promise<NodeSource> {
  const source = await neededLibrary(ctx).source(accountId, id, 'video');
  return source ?? fail('pieces:video-missing', {}, { kind: 'invalid' });
}
