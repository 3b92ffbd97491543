import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';

/** A video of the library as nodes read it. @throws expected `eye:video-missing` */
export async function sourceOf(ctx: Pick<ServerContext, 'use'>, accountId: string, id: string): Promise<NodeSource> {
  const source = await ctx.use(LIBRARY)?.source(accountId, id, 'video');
  return source ?? fail('eye:video-missing', {}, { kind: 'invalid' });
}
