import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import {
  translationBatches,
  translationBatchItems,
  translationBatchVideos,
  translationProjects,
  type BatchRow,
} from '../tables.ts';
import { tellBatch, wakeBatch } from '../wake-batches.ts';
import { findBatch, lockBatch, type OwnBatch } from './batch-rows.ts';
import { endWork } from './end-work.ts';

/** Begins nothing further; what is under way is finished. @throws expected `translation:batch.over` (409) */
export async function pauseBatch(ctx: ServerContext, own: OwnBatch): Promise<void> {
  await change(ctx, own, async (tx, { state }) => {
    if (state === 'done' || state === 'cancelled') fail('translation:batch.over', {}, { kind: 'conflict' });
    await tx.scope(own.accountId).update(translationBatches, eq(translationBatches.id, own.id), {
      ...{ state: 'paused', error: null },
    });
  });
}

/** Goes on with a batch that was paused. @throws expected `translation:batch.over` (409) */
export async function resumeBatch(ctx: ServerContext, own: OwnBatch): Promise<void> {
  await change(ctx, own, async (tx, { state }) => {
    if (state === 'done' || state === 'cancelled') fail('translation:batch.over', {}, { kind: 'conflict' });
    const values = { state: 'working', error: null } as const;
    await tx.scope(own.accountId).update(translationBatches, eq(translationBatches.id, own.id), values);
    await wakeBatch(ctx, tx, own);
  });
}

/** Stops a batch and all that works for it; what is finished stays. One that has ended is left as it is. */
export async function cancelBatch(ctx: ServerContext, own: OwnBatch): Promise<void> {
  const stopped = await ctx.db.transaction(async (tx) => {
    const batch = await lockBatch(tx, own);
    if (batch.state === 'done' || batch.state === 'cancelled') return undefined;
    const scope = tx.scope(own.accountId);
    const endedAt = ctx.clock.now();
    const { batchId, state } = translationBatchItems;
    const open = [eq(batchId, own.id), inArray(state, ['waiting', 'working', 'review'])] as const;
    await scope.update(translationBatchItems, [...open], { state: 'cancelled', endedAt });
    const { batchId: of, state: at } = translationBatchVideos;
    const unread = [eq(of, own.id), inArray(at, ['waiting', 'extracting'])] as const;
    await scope.update(translationBatchVideos, [...unread], { state: 'cancelled' });
    await scope.update(translationBatches, eq(translationBatches.id, own.id), {
      ...{ state: 'cancelled', error: null, endedAt },
    });
    await tellBatch(ctx, tx, own);
    // Should this process end before what is under way is ended, the step does it.
    await wakeBatch(ctx, tx, own);
    return batch;
  });
  if (stopped !== undefined) await endWork(ctx, stopped);
}

/**
 * Tries again what has failed, where it had failed: what is made by then stays.
 * @param cause the code of one cause; all causes when absent
 * @throws expected `translation:batch.over` and `translation:batch.nothing-failed` (409)
 */
export async function retryBatch(ctx: ServerContext, own: OwnBatch, cause: string | undefined): Promise<void> {
  await change(ctx, own, async (tx, { state, options }) => {
    if (state === 'cancelled') fail('translation:batch.over', {}, { kind: 'conflict' });
    const scope = tx.scope(own.accountId);
    const { batchId, error, state: at } = translationBatchItems;
    const same = cause === undefined ? sql`true` : sql`${error} ->> 'code' = ${cause}`;
    const items = await scope.update(translationBatchItems, [eq(batchId, own.id), eq(at, 'failed'), same], {
      ...{ state: 'waiting', error: null, runId: null, beganAt: null, endedAt: null },
    });
    if (items.length === 0) fail('translation:batch.nothing-failed', {}, { kind: 'conflict' });
    const ids = [...new Set(items.map(({ materialId }) => materialId))];
    const { batchId: of, materialId, state: textState } = translationBatchVideos;
    const failed = and(eq(of, own.id), eq(textState, 'failed'), inArray(materialId, ids));
    if (failed !== undefined) {
      const values = { state: 'waiting', error: null, textId: null, runId: null, projectId: null } as const;
      await scope.update(translationBatchVideos, failed, values);
    }
    await restartGone(tx, own, options.from, ids);
    await resume(ctx, tx, own, state);
  });
}

/** Videos whose project is gone by now begin with another one, in all languages that are not finished. */
async function restartGone(tx: Tx, own: OwnBatch, from: string, ids: readonly string[]): Promise<void> {
  const { batchId: of, materialId, projectId } = translationBatchVideos;
  const scope = tx.scope(own.accountId);
  const isGone = sql`not exists (select from ${translationProjects} where ${translationProjects.id} = ${projectId})`;
  const gone = await scope.update(
    translationBatchVideos,
    [eq(of, own.id), inArray(materialId, [...ids]), isNotNull(projectId), isGone],
    { projectId: null },
  );
  if (gone.length === 0) return;
  const { batchId, materialId: video, state, language } = translationBatchItems;
  const videos = gone.map((row) => row.materialId);
  const unfinished = [eq(batchId, own.id), inArray(video, videos), inArray(state, ['waiting', 'failed'])] as const;
  await scope.update(translationBatchItems, [...unfinished, ne(language, from)], { stage: 'translate' });
  await scope.update(translationBatchItems, [...unfinished, eq(language, from)], { stage: 'export' });
}

/**
 * Accepts the drafts of what waits for review, and goes on with it.
 * @param language of one; of all when absent
 * @throws expected `translation:batch.over` and `translation:batch.nothing-waits` (409)
 */
export async function acceptBatch(ctx: ServerContext, own: OwnBatch, language: string | undefined): Promise<void> {
  await change(ctx, own, async (tx, { state }) => {
    if (state === 'cancelled') fail('translation:batch.over', {}, { kind: 'conflict' });
    const { batchId, state: at, language: tag } = translationBatchItems;
    const same = language === undefined ? sql`true` : eq(tag, language);
    const waiting = [eq(batchId, own.id), eq(at, 'review'), same] as const;
    const items = await tx.scope(own.accountId).update(translationBatchItems, [...waiting], {
      ...{ state: 'waiting', stage: 'translate', accepts: true },
    });
    if (items.length === 0) fail('translation:batch.nothing-waits', {}, { kind: 'conflict' });
    await resume(ctx, tx, own, state);
  });
}

/** Removes a batch that has ended. @throws expected `translation:batch.not-over` (409) */
export async function removeBatch(ctx: ServerContext, own: OwnBatch): Promise<void> {
  const batch = await findBatch(ctx.db, own);
  // Without its rows nobody would know any more what works for it.
  if (batch.state === 'cancelled') await endWork(ctx, batch);
  await change(ctx, own, async (tx, { state }) => {
    if (state !== 'done' && state !== 'cancelled') fail('translation:batch.not-over', {}, { kind: 'conflict' });
    await tx.scope(own.accountId).delete(translationBatches, eq(translationBatches.id, own.id));
  });
}

/** A batch that was done works again; one that is paused stays so. */
async function resume(ctx: ServerContext, tx: Tx, own: OwnBatch, state: string): Promise<void> {
  if (state === 'done') {
    const values = { state: 'working', endedAt: null } as const;
    await tx.scope(own.accountId).update(translationBatches, eq(translationBatches.id, own.id), values);
  }
  await wakeBatch(ctx, tx, own);
}

async function change(
  ctx: ServerContext,
  own: OwnBatch,
  work: (tx: Tx, batch: BatchRow) => Promise<void>,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await work(tx, await lockBatch(tx, own));
    await tellBatch(ctx, tx, own);
  });
}
