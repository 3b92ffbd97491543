import { eq } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { RunError } from '#core/server/services/tool-runs/tool.ts';

import { translationBatchItems, translationBatchVideos, type BatchItemRow, type BatchVideoRow } from '../tables.ts';
import { tellBatch } from '../wake-batches.ts';
import { isItem, isVideo } from './batch-rows.ts';

/** Keeps why an item has failed, unless it is at something else by now. */
export async function failItem(ctx: ServerContext, item: BatchItemRow, error: RunError): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const same = [...isItem(item), eq(translationBatchItems.state, item.state)] as const;
    await tx
      .scope(item.accountId)
      .update(translationBatchItems, [...same], { state: 'failed', error, endedAt: ctx.clock.now() });
    await tellBatch(ctx, tx, { accountId: item.accountId, id: item.batchId });
  });
}

/** Keeps why a video has no text: nothing can be done for it in any language. */
export async function failVideo(ctx: ServerContext, video: BatchVideoRow, error: RunError): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const scope = tx.scope(video.accountId);
    const same = [...isVideo(video), eq(translationBatchVideos.state, video.state)] as const;
    const failed = await scope.update(translationBatchVideos, [...same], { state: 'failed', error });
    if (failed.length === 0) return;
    const { batchId, materialId, state } = translationBatchItems;
    const waiting = [eq(batchId, video.batchId), eq(materialId, video.materialId), eq(state, 'waiting')] as const;
    await scope.update(translationBatchItems, [...waiting], { state: 'failed', error, endedAt: ctx.clock.now() });
    await tellBatch(ctx, tx, { accountId: video.accountId, id: video.batchId });
  });
}
