import { ExpectedError } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';

/** A video that is cut: of the library, or made by a run. */
export interface KnownClip {
  name: string;
  /** Null where nobody has measured it. */
  seconds: number | null;
  /** Bytes. */
  size: number;
}

/** Videos of an account by the ids of their files; what is no video, or not there, is left out. */
export async function knownClips(
  ctx: ServerContext,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownClip>> {
  const library = await ctx.use(LIBRARY)?.find(accountId, ids);
  const clips = new Map<string, KnownClip>();
  for (const id of ids) {
    const material = library?.get(id);
    if (material === undefined) {
      const made = await madeClip(ctx, accountId, id);
      if (made !== undefined) clips.set(id, made);
    } else if (material.kind === 'video') clips.set(id, material);
  }
  return clips;
}

async function madeClip({ files }: ServerContext, accountId: string, id: string): Promise<KnownClip | undefined> {
  try {
    const { name, type, size } = await files.get(accountId, id);
    return type.startsWith('video/') ? { name, seconds: null, size } : undefined;
  } catch (error) {
    if (error instanceof ExpectedError && error.kind === 'not-found') return undefined;
    throw error;
  }
}
