import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';

/** A material as nodes read it. @throws expected `mask:video-missing` or `mask:image-missing` */
export async function sourceOf(
  ctx: Pick<ServerContext, 'use'>,
  accountId: string,
  { id, kind }: { id: string; kind: 'video' | 'image' },
): Promise<NodeSource> {
  const source = await ctx.use(LIBRARY)?.source(accountId, id, kind);
  return source ?? fail(`mask:${kind}-missing`, {}, { kind: 'invalid' });
}
