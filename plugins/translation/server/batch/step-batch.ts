import { eq, inArray } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { onHook, type HookDelivery, type Subscription } from '#core/server/services/hooks/server-hook.ts';
import type { FailureHandler, JobHandler } from '#core/server/services/jobs/jobs.ts';
import { coreTasks } from '#core/server/services/jobs/tables.ts';
import { runEnded } from '#core/server/services/tool-runs/run-ended-hook.ts';
import { materialReady } from '#plugins/materials/server/api.ts';

import {
  translationBatches,
  translationBatchItems,
  translationBatchVideos,
  translationDubs,
  type BatchRow,
} from '../tables.ts';
import { BATCH_STEP, stepPayloadSchema, tellBatch, wakeBatch } from '../wake-batches.ts';
import { lockBatch, type OwnBatch } from './batch-rows.ts';
import { beginItems } from './begin-items.ts';
import { endWork } from './end-work.ts';
import { beginProjects, beginTexts } from './begin-texts.ts';
import { settleItems, settleTexts } from './settle.ts';

/** Milliseconds until a dub is looked at again that the library is looking at. */
const LOOK_AGAIN = 30_000;

/**
 * Looks how far a batch is and begins what comes next. All of it rests on rows that change once: steps may run twice,
 * side by side, and again after a crash.
 */
export function batchJob(ctx: ServerContext): JobHandler {
  const run: JobHandler = async (job) => {
    const { id } = stepPayloadSchema.parse(job.payload);
    const { accountId } = job.task;
    const own = { accountId, id };
    const next = await stepBatch(ctx, own);
    await job.complete(async (tx) => {
      if (next === 'now') await wakeBatch(ctx, tx, own);
      if (next === 'later') await wakeLater(ctx, tx, own);
    });
  };
  return Object.assign(run, { atOnce: 2, isQuiet: true });
}

/** @returns whether there is more to begin, or something to be looked at again; null where other things wake it */
async function stepBatch(ctx: ServerContext, own: OwnBatch): Promise<'now' | 'later' | null> {
  const find = () => ctx.db.scope(own.accountId).find(translationBatches, eq(translationBatches.id, own.id));
  const batch = await find();
  if (batch === undefined || batch.state === 'done') return null;
  if (batch.state === 'cancelled') {
    await endWork(ctx, batch);
    return null;
  }
  await settleTexts(ctx, batch);
  const looksAgain = await settleItems(ctx, batch);
  const later = looksAgain ? ('later' as const) : null;
  if (batch.state !== 'working') return later;
  await beginTexts(ctx, batch);
  const hasMoreTexts = await beginProjects(ctx, batch);
  const hasMoreItems = await beginItems(ctx, batch);
  await endBatch(ctx, own);
  return hasMoreTexts || hasMoreItems ? 'now' : later;
}

/** Looks again in a while, unless a step waits already. */
async function wakeLater(ctx: ServerContext, tx: Tx, own: OwnBatch): Promise<void> {
  const { job, subjectId, state } = coreTasks;
  const waits = [eq(job, BATCH_STEP), eq(subjectId, own.id), eq(state, 'queued')] as const;
  if ((await tx.scope(own.accountId).count(coreTasks, [...waits])) > 0) return;
  await wakeBatch(ctx, tx, own, new Date(ctx.clock.now().getTime() + LOOK_AGAIN));
}

/** A batch whose step ended without a result: nothing else may wake it, so that it waits for its owner. */
export function stepEnded(ctx: ServerContext): FailureHandler {
  return async (tx, { accountId, state }, payload) => {
    const { id } = stepPayloadSchema.parse(payload);
    const code = state === 'cancelled' ? 'translation:batch.step-stopped' : 'translation:batch.step-failed';
    const { id: batchId, state: at } = translationBatches;
    const paused = await tx.scope(accountId).update(translationBatches, [eq(batchId, id), eq(at, 'working')], {
      ...{ state: 'paused', error: { code, params: {} } },
    });
    if (paused.length > 0) await tellBatch(ctx, tx, { accountId, id });
  };
}

/** A batch in which nothing waits any more is done. */
async function endBatch(ctx: ServerContext, own: OwnBatch): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const batch: BatchRow = await lockBatch(tx, own);
    if (batch.state !== 'working') return;
    const { batchId, state } = translationBatchItems;
    const scope = tx.scope(own.accountId);
    const open = [eq(batchId, own.id), inArray(state, ['waiting', 'working', 'review'])] as const;
    if ((await scope.count(translationBatchItems, [...open])) > 0) return;
    await scope.update(translationBatches, eq(translationBatches.id, own.id), {
      ...{ state: 'done', endedAt: ctx.clock.now() },
    });
    await tellBatch(ctx, tx, own);
  });
}

/** Has batches looked at whose run has ended, or whose dub the library has looked at. */
export function followWork(ctx: ServerContext): Subscription[] {
  return [
    onHook(runEnded, ({ accountId, data, complete }) => wakeFor(ctx, accountId, [data.runId], complete)),
    onHook(materialReady, async ({ accountId, data, complete }) => {
      const made = eq(translationDubs.materialId, data.id);
      const dubs = await ctx.db.scope(accountId).select(translationDubs, { where: made });
      await wakeFor(
        ctx,
        accountId,
        dubs.map(({ id }) => id),
        complete,
      );
    }),
  ];
}

async function wakeFor(
  ctx: ServerContext,
  accountId: string,
  runs: readonly string[],
  complete: HookDelivery['complete'],
): Promise<void> {
  if (runs.length === 0) return;
  const scope = ctx.db.scope(accountId);
  const items = await scope.select(translationBatchItems, { where: inArray(translationBatchItems.runId, [...runs]) });
  const videos = await scope.select(translationBatchVideos, {
    where: inArray(translationBatchVideos.runId, [...runs]),
  });
  const found = new Set([...items, ...videos].map(({ batchId }) => batchId));
  if (found.size === 0) return;
  await complete(async (tx) => {
    for (const id of found) await wakeBatch(ctx, tx, { accountId, id });
  });
}
