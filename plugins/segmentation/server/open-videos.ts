import { and, eq, inArray, ne, or } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { SHOTS_FORMAT } from '#core/server/services/media/shots/shots-node.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';

import type { SplitVideo } from '../calls.ts';
import { UNCHANGED } from '../shots.ts';
import { segmentationVideos } from './tables.ts';

/** The job that finds the shots of one video. */
export const FIND_SHOTS = 'segmentation.find';

/** Reads what is known of videos' shots, and has those found that are not known yet; twice at once does it once. */
export async function openVideos(
  ctx: ServerContext,
  accountId: string,
  { ids, again }: { ids: readonly string[]; again: boolean },
  language: MessageLanguage,
): Promise<{ items: SplitVideo[] }> {
  const library = ctx.use(LIBRARY) ?? fail('segmentation:library-missing', {}, { kind: 'unavailable' });
  const known = await library.find(accountId, ids);
  const videos = [...new Set(ids)].filter((id) => known.get(id)?.kind === 'video' && known.get(id)?.state === 'ready');
  if (videos.length === 0) return { items: [] };
  const rows = await ctx.db.transaction(async (tx) => {
    const fresh = { accountId, state: 'finding', format: SHOTS_FORMAT, edit: UNCHANGED } as const;
    const added = await tx.orm
      .insert(segmentationVideos)
      .values(videos.map((id) => ({ id, ...fresh })))
      .onConflictDoNothing()
      .returning({ id: segmentationVideos.id });
    // Found in another way than today, or asked for once more.
    const stale = await tx.orm
      .update(segmentationVideos)
      .set({ state: 'finding', format: SHOTS_FORMAT, error: null })
      .where(
        and(
          eq(segmentationVideos.accountId, accountId),
          inArray(segmentationVideos.id, videos),
          ne(segmentationVideos.state, 'finding'),
          or(ne(segmentationVideos.format, SHOTS_FORMAT), again ? eq(segmentationVideos.state, 'failed') : undefined),
        ),
      )
      .returning({ id: segmentationVideos.id });
    const wanted = [...added, ...stale].map(({ id }) => ({ accountId, payload: { id }, subjectId: id }));
    if (wanted.length > 0) await ctx.jobs.enqueueMany(tx, FIND_SHOTS, wanted);
    return tx.scope(accountId).select(segmentationVideos, { where: inArray(segmentationVideos.id, videos) });
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    items: videos.flatMap((id) => {
      const row = byId.get(id);
      if (row === undefined) return [];
      const { state, found, edit, revision, error } = row;
      const told = error === null ? null : translate(language, error.code, error.params);
      return [{ id, state, found, edit, revision, error: told }];
    }),
  };
}
