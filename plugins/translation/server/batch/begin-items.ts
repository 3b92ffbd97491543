import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import { extentOf } from '#core/contract/price.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { BatchStage } from '#plugins/translation/batch-options.ts';
import { DUB_TOOL } from '#plugins/translation/dub-calls.ts';
import { EXPORT_TOOL } from '#plugins/translation/export-settings.ts';
import { BATCH_LIMITS } from '#plugins/translation/limits.ts';

import { beginDub } from '../dubbing/start-dub.ts';
import { beginExport } from '../export/start-export.ts';
import { translatedLines } from '../lines.ts';
import { isOpen } from '../recall.ts';
import {
  translationBatchItems,
  translationBatchVideos,
  type BatchItemRow,
  type BatchRow,
  type BatchVideoRow,
} from '../tables.ts';
import { beginTranslation } from '../translate-job.ts';
import { agreedFor } from './batch-cost.ts';
import { takeItem, tryBegin } from './batch-rows.ts';
import { failItem } from './fail-work.ts';
import { voiceFor } from './voices.ts';

/** What is worked on side by side: a service translates while this machine makes videos. */
const LANES: readonly { stages: readonly BatchStage[]; most: number }[] = [
  { stages: ['translate'], most: BATCH_LIMITS.translating },
  { stages: ['dub', 'export'], most: BATCH_LIMITS.making },
];

/**
 * Begins what comes next, one language after another, as much as is worked on at once.
 * @returns whether something was settled at once, so that more may begin
 */
export async function beginItems(ctx: ServerContext, batch: BatchRow): Promise<boolean> {
  let isSettled = false;
  for (const { stages, most } of LANES) {
    const working = await countWorking(ctx, batch, stages);
    for (const { item, video } of await nextItems(ctx, batch, stages, most - working)) {
      const beside = await countWorking(ctx, batch);
      const error = await tryBegin(async () => {
        isSettled = (await beginStage(ctx, batch, item, video, beside + 1)) || isSettled;
      });
      if (error === undefined) continue;
      await failItem(ctx, item, error);
      isSettled = true;
    }
  }
  return isSettled;
}

async function countWorking({ db }: ServerContext, { accountId, id }: BatchRow, stages?: readonly BatchStage[]) {
  const { batchId, state, stage } = translationBatchItems;
  const own = [eq(batchId, id), eq(state, 'working')] as const;
  return await db
    .scope(accountId)
    .count(translationBatchItems, stages === undefined ? [...own] : [...own, inArray(stage, [...stages])]);
}

interface Next {
  item: BatchItemRow;
  video: BatchVideoRow;
}

async function nextItems(
  { db }: ServerContext,
  { accountId, id }: BatchRow,
  stages: readonly BatchStage[],
  most: number,
): Promise<Next[]> {
  if (most <= 0) return [];
  const { batchId, materialId, state, stage, place } = translationBatchItems;
  const ofItem = and(eq(translationBatchVideos.batchId, batchId), eq(translationBatchVideos.materialId, materialId));
  return await db.orm
    .select({ item: translationBatchItems, video: translationBatchVideos })
    .from(translationBatchItems)
    .innerJoin(translationBatchVideos, ofItem)
    .where(
      and(
        eq(translationBatchItems.accountId, accountId),
        eq(batchId, id),
        eq(state, 'waiting'),
        inArray(stage, [...stages]),
        isNotNull(translationBatchVideos.projectId),
        eq(translationBatchVideos.state, 'ready'),
      ),
    )
    // What is closest to its end goes first: languages are finished one after another.
    .orderBy(asc(place), asc(sql`${stage} = 'dub'`))
    .limit(most);
}

/** @returns whether there was nothing to wait for */
async function beginStage(
  ctx: ServerContext,
  batch: BatchRow,
  item: BatchItemRow,
  { projectId, seconds }: BatchVideoRow,
  beside: number,
): Promise<boolean> {
  const { accountId, options, reader } = batch;
  const { language } = item;
  const id = projectId ?? fail('translation:missing', {}, { kind: 'not-found' });
  const own = { accountId, id, language };
  const lasting = extentOf([seconds ?? Infinity]);
  if (item.stage === 'translate') {
    const hasOpen = (await translatedLines(ctx.db, own)).some(isOpen);
    if (hasOpen) {
      const take = (tx: Parameters<typeof takeItem>[1]) => takeItem(ctx, tx, item, { stage: 'translate', beside });
      await beginTranslation(ctx, { accountId, id }, [language], take);
      return false;
    }
    // All of it is remembered, typed or imported: nothing is asked, and no service is needed.
    await ctx.db.transaction((tx) => takeItem(ctx, tx, item, { stage: 'translate', beside }));
    return true;
  }
  const isSource = language === options.from;
  const voice = options.dub === null || isSource ? undefined : await voiceFor(ctx, language, options.dub, reader);
  const isDubbed = options.dub !== null && voice !== undefined;
  if (item.stage === 'dub' && isDubbed && options.dub !== null) {
    const { under } = options.dub;
    await beginDub(ctx, own, { voice, speakers: {}, under, slow: false }, reader, {
      agreed: agreedFor(batch, DUB_TOOL, lasting),
      begun: (tx, runId) => takeItem(ctx, tx, item, { stage: 'dub', beside, runId }),
    });
    return false;
  }
  const { form, style } = options;
  const wanted = {
    ...{ languages: [language], second: null, folder: batch.folderId, form, style, together: false, video: null },
    sound: isDubbed ? ('dub' as const) : ('original' as const),
    agreed: agreedFor(batch, EXPORT_TOOL, lasting),
  };
  await beginExport(ctx, { accountId, id }, wanted, reader, (tx, runId) =>
    takeItem(ctx, tx, item, { stage: 'export', beside, runId }),
  );
  return false;
}
