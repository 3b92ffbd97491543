import { and, eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { shotsChanged } from '../events.ts';
import type { ShotEdit } from '../shots.ts';
import { segmentationVideos } from './tables.ts';

/**
 * Keeps what somebody changed of a video's shots.
 * @throws expected `segmentation:video-missing` (404), `segmentation:edited-elsewhere` (409)
 */
export async function saveEdit(
  ctx: ServerContext,
  accountId: string,
  { id, edit, revision }: { id: string; edit: ShotEdit; revision: number },
): Promise<{ revision: number }> {
  return ctx.db.transaction(async (tx) => {
    const scope = tx.scope(accountId);
    const same = eq(segmentationVideos.id, id);
    const values = { edit, revision: revision + 1 };
    const where = and(same, eq(segmentationVideos.revision, revision)) ?? same;
    const [saved] = await scope.update(segmentationVideos, where, values);
    if (saved === undefined) {
      if ((await scope.find(segmentationVideos, same)) === undefined)
        fail('segmentation:video-missing', {}, { kind: 'not-found' });
      fail('segmentation:edited-elsewhere', {}, { kind: 'conflict' });
    }
    await ctx.events.publish(tx, shotsChanged, { accountId, data: { ids: [id] } });
    return { revision: saved.revision };
  });
}
