import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';

/**
 * A video of the library as nodes read it.
 * @param missing what is told where it is not there
 * @throws expected `missing` (422), `core:file-missing`
 */
export async function sourceOf(
  ctx: Pick<ServerContext, 'use'>,
  { accountId, id }: { accountId: string; id: string },
  missing: 'translation:dub.no-video' | 'translation:export.no-video',
): Promise<NodeSource> {
  const source = await ctx.use(LIBRARY)?.source(accountId, id, 'video');
  return source ?? fail(missing, {}, { kind: 'invalid' });
}
