import { and, eq, inArray, sql } from 'drizzle-orm';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { TaskState } from '#core/server/services/jobs/jobs.ts';

import { translationBatches, translationBatchItems, translationBatchVideos } from '../tables.ts';
import { TRANSLATE } from '../translate-job.ts';
import { tellBatch, wakeBatch } from '../wake-batches.ts';
import { lockBatch, type OwnBatch } from './batch-rows.ts';

const OPEN: TaskState[] = ['queued', 'running', 'paused'];

/** Begins nothing further; what is under way is finished. @throws expected `translation:batch.over` (409) */
export async function pauseBatch(ctx: ServerContext, own: OwnBatch): Promise<void> {
  await change(ctx, own, async (tx, state) => {
    if (state === 'done' || state === 'cancelled') fail('translation:batch.over', {}, { kind: 'conflict' });
    await tx.scope(own.accountId).update(translationBatches, eq(translationBatches.id, own.id), { state: 'paused' });
  });
}

/** Goes on with a batch that was paused. @throws expected `translation:batch.over` (409) */
export async function resumeBatch(ctx: ServerContext, own: OwnBatch): Promise<void> {
  await change(ctx, own, async (tx, state) => {
    if (state === 'done' || state === 'cancelled') fail('translation:batch.over', {}, { kind: 'conflict' });
    await tx.scope(own.accountId).update(translationBatches, eq(translationBatches.id, own.id), { state: 'working' });
    await wakeBatch(ctx, tx, own);
  });
}

/** Stops a batch and all that works for it; what is finished stays. One that has ended is left as it is. */
export async function cancelBatch(ctx: ServerContext, own: OwnBatch, reader: MessageLanguage): Promise<void> {
  const { accountId, id } = own;
  const { batchId, state } = translationBatchItems;
  const working = await ctx.db.transaction(async (tx) => {
    const batch = await lockBatch(tx, own);
    if (batch.state === 'done' || batch.state === 'cancelled') return { runs: [], projects: [] };
    const scope = tx.scope(accountId);
    const endedAt = ctx.clock.now();
    const atWork = [eq(batchId, id), eq(state, 'working')] as const;
    const items = await scope.select(translationBatchItems, { where: [...atWork] });
    const videos = await scope.select(translationBatchVideos, { where: eq(translationBatchVideos.batchId, id) });
    const open = [eq(batchId, id), inArray(state, ['waiting', 'working', 'review'])] as const;
    await scope.update(translationBatchItems, [...open], { state: 'cancelled', endedAt });
    await scope.update(translationBatches, eq(translationBatches.id, id), { state: 'cancelled', endedAt });
    await tellBatch(ctx, tx, own);
    const extracting = videos.filter((video) => video.state === 'extracting');
    const translated = new Set(items.flatMap(({ stage, materialId }) => (stage === 'translate' ? materialId : [])));
    return {
      runs: [...items, ...extracting].flatMap(({ runId }) => runId ?? []),
      projects: videos.flatMap(({ materialId, projectId }) => (translated.has(materialId) ? (projectId ?? []) : [])),
    };
  });
  for (const run of working.runs) await orGone(ctx.toolRuns.cancel(accountId, run, reader));
  for (const subjectId of working.projects) {
    const tasks = await ctx.jobs.list(accountId, { subjectId, states: OPEN, limit: 100 });
    for (const task of tasks) if (task.job === TRANSLATE) await orGone(ctx.jobs.cancel(accountId, task.id));
  }
}

/** What has ended meanwhile needs no stopping. */
async function orGone(stopped: Promise<unknown>): Promise<void> {
  await stopped.catch((error: unknown) => {
    if (!(error instanceof ExpectedError)) throw error;
  });
}

/**
 * Tries again what has failed, where it had failed: what is made by then stays.
 * @param cause the code of one cause; all causes when absent
 * @throws expected `translation:batch.over` and `translation:batch.nothing-failed` (409)
 */
export async function retryBatch(ctx: ServerContext, own: OwnBatch, cause: string | undefined): Promise<void> {
  await change(ctx, own, async (tx, state) => {
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
    await resume(ctx, tx, own, state);
  });
}

/**
 * Accepts the drafts of what waits for review, and goes on with it.
 * @param language of one; of all when absent
 * @throws expected `translation:batch.over` and `translation:batch.nothing-waits` (409)
 */
export async function acceptBatch(ctx: ServerContext, own: OwnBatch, language: string | undefined): Promise<void> {
  await change(ctx, own, async (tx, state) => {
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
  await change(ctx, own, async (tx, state) => {
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
  work: (tx: Tx, state: string) => Promise<void>,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { state } = await lockBatch(tx, own);
    await work(tx, state);
    await tellBatch(ctx, tx, own);
  });
}
