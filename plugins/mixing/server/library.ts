import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { LIBRARY, type MaterialLibrary } from '#plugins/materials/server/api.ts';

/**
 * The material library, where nothing can go on without it. Where something can, use `ctx.use(LIBRARY)`.
 * @throws expected `mixing:library-missing` (503) while its plugin is not installed, is switched off or has failed
 */
export function neededLibrary(ctx: Pick<ServerContext, 'use'>): MaterialLibrary {
  return ctx.use(LIBRARY) ?? fail('mixing:library-missing', {}, { kind: 'unavailable' });
}
