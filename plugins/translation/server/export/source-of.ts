import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';

/** The video of a project as nodes read it. @throws expected `translation:export.no-video` */
export async function sourceOf(ctx: ServerContext, accountId: string, id: string): Promise<NodeSource> {
  const found = (await ctx.use(LIBRARY)?.find(accountId, [id]))?.get(id);
  if (found?.kind !== 'video') return fail('translation:export.no-video', {}, { kind: 'invalid' });
  const file = await ctx.files.get(accountId, id);
  return { hash: file.hash, name: found.name, read: (use) => ctx.files.withLocal(file, use) };
}
