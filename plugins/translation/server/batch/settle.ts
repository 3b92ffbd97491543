import { and, eq, inArray, sql } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import { coreToolItems, coreToolRuns } from '#core/server/services/tool-runs/tables.ts';
import type { RunError } from '#core/server/services/tool-runs/tool.ts';
import { TEXTS } from '#plugins/copywriting/server/api.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';
import { exportRunFactsSchema } from '#plugins/translation/export-settings.ts';

import { acceptDrafts } from '../lines.ts';
import {
  translationBatchItems,
  translationBatchVideos,
  translationDubs,
  translationTargets,
  type BatchItemRow,
  type BatchRow,
} from '../tables.ts';
import { tellBatch } from '../wake-batches.ts';
import { isItem, isVideo, spentOf } from './batch-rows.ts';
import { failItem, failVideo } from './fail-work.ts';

/** Takes in what became of texts that were being extracted. */
export async function settleTexts(ctx: ServerContext, { accountId, id }: BatchRow): Promise<void> {
  const { batchId, state } = translationBatchVideos;
  const scope = ctx.db.scope(accountId);
  const open = await scope.select(translationBatchVideos, { where: [eq(batchId, id), eq(state, 'extracting')] });
  if (open.length === 0) return;
  const ids = open.flatMap(({ textId }) => textId ?? []);
  const found = new Map((await ctx.use(TEXTS)?.states(accountId, ids))?.map((text) => [text.id, text]));
  for (const video of open) {
    const text = video.textId === null ? undefined : found.get(video.textId);
    if (text?.state === 'extracting') continue;
    if (text?.state === 'success') {
      const same = [...isVideo(video), eq(state, 'extracting')] as const;
      const spent = spentOf(video, ctx.clock.now());
      await ctx.db.transaction(async (tx) => {
        await tx.scope(accountId).update(translationBatchVideos, [...same], { state: 'ready', spent, beganAt: null });
        await tellBatch(ctx, tx, { accountId, id });
      });
      continue;
    }
    await failVideo(ctx, video, text?.error ?? { code: 'translation:no-text', params: {} });
  }
}

/**
 * Takes in what became of videos that were worked on.
 * @returns whether something is to be looked at again of whose end nobody tells
 */
export async function settleItems(ctx: ServerContext, batch: BatchRow): Promise<boolean> {
  const { accountId, id } = batch;
  const { batchId, state, materialId } = translationBatchItems;
  const ofVideo = and(eq(translationBatchVideos.batchId, batchId), eq(translationBatchVideos.materialId, materialId));
  const working = await ctx.db.orm
    .select({ item: translationBatchItems, projectId: translationBatchVideos.projectId })
    .from(translationBatchItems)
    .innerJoin(translationBatchVideos, ofVideo)
    .where(and(eq(translationBatchItems.accountId, accountId), eq(batchId, id), eq(state, 'working')));
  let isPreparing = false;
  for (const { item, projectId } of working) {
    if (item.stage === 'translate') await settleTranslation(ctx, batch, item, projectId ?? '');
    else isPreparing = (await settleRun(ctx, batch, item)) || isPreparing;
  }
  await settleReviewed(ctx, batch);
  return isPreparing;
}

async function settleTranslation(ctx: ServerContext, batch: BatchRow, item: BatchItemRow, id: string): Promise<void> {
  const { accountId } = batch;
  const { language } = item;
  const { projectId, language: tag } = translationTargets;
  const target = await ctx.db.scope(accountId).find(translationTargets, [eq(projectId, id), eq(tag, language)]);
  if (target?.state === 'working') return;
  if (target === undefined) return await failItem(ctx, item, { code: 'translation:missing', params: {} });
  if (batch.options.accept || item.accepts) await acceptDrafts(ctx, { accountId, id, language });
  const { open, drafted } = await countUndone(ctx, id, language);
  // Where somebody has typed what the service failed at, an earlier failure says nothing any more.
  if (target.state === 'failed' && open > 0) {
    return await failItem(ctx, item, target.error ?? { code: 'translation:engine.unavailable', params: {} });
  }
  if (open === 0 && drafted === 0) return await goOn(ctx, item, { stage: 'dub', state: 'waiting' });
  // Without a translation nothing can be reviewed; somebody may also have stopped it.
  if (open > 0) return await failItem(ctx, item, { code: 'translation:batch.left-open', params: { count: open } });
  return await goOn(ctx, item, { state: 'review' });
}

/** Lines of a language that have no translation of their words, and those that nobody has accepted. */
async function countUndone({ db }: ServerContext, id: string, language: string) {
  const { rows } = await db.orm.execute<{ open: number; drafted: number }>(sql`
    select count(*) filter (where word.state is null or word.state = 'open'
        or word.state = 'drafted' and word.source <> line.text)::int as open,
      count(*) filter (where word.state = 'drafted' and word.source = line.text)::int as drafted
    from translation_lines line
    left join translation_texts word
      on word.project_id = line.project_id and word.cue = line.cue and word.language = ${language}
    where line.project_id = ${id}::uuid
  `);
  return rows[0] ?? { open: 0, drafted: 0 };
}

/** What waited for people goes on once they have accepted all its lines. */
async function settleReviewed(ctx: ServerContext, { accountId, id }: BatchRow): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.orm.execute(sql`
      update translation_batch_items item set state = 'waiting', stage = 'dub'
      from translation_batch_videos video
      where item.batch_id = ${id}::uuid and item.account_id = ${accountId}::uuid and item.state = 'review'
        and video.batch_id = item.batch_id and video.material_id = item.material_id
        and not exists (
          select from translation_lines line
          left join translation_texts word
            on word.project_id = line.project_id and word.cue = line.cue and word.language = item.language
          where line.project_id = video.project_id and word.state is distinct from 'done')
      returning item.language
    `);
    if (rows.length > 0) await tellBatch(ctx, tx, { accountId, id });
  });
}

/** @returns whether the library still looks at its dub */
async function settleRun(ctx: ServerContext, { accountId }: BatchRow, item: BatchItemRow): Promise<boolean> {
  const scope = ctx.db.scope(accountId);
  const run = item.runId === null ? undefined : await scope.find(coreToolRuns, eq(coreToolRuns.id, item.runId));
  if (run !== undefined && run.endedAt === null) return false;
  const stopped: RunError = { code: 'translation:batch.stopped', params: {} };
  if (run?.state !== 'done') {
    await failItem(ctx, item, (run === undefined ? null : await errorOf(ctx, run)) ?? stopped);
  } else if (item.stage === 'dub') {
    const dub = await stateOfDub(ctx, run);
    // The library tells when it can be used, and nothing when it cannot.
    if (dub === 'preparing') return true;
    if (dub === 'gone') await failItem(ctx, item, stopped);
    else await goOn(ctx, item, { stage: 'export', state: 'waiting', runId: null });
  } else {
    const [made] = exportRunFactsSchema.safeParse(run.facts).data?.made ?? [];
    if (made === undefined) await failItem(ctx, item, { code: 'translation:export.nothing-made', params: {} });
    else await goOn(ctx, item, { state: 'done', madeId: made.materialId, folderId: made.folderId });
  }
  return false;
}

/** Whether the video of a dub can be used. */
async function stateOfDub(ctx: ServerContext, { accountId, id }: { accountId: string; id: string }) {
  const dub = await ctx.db.scope(accountId).find(translationDubs, eq(translationDubs.id, id));
  const materialId = dub?.materialId ?? '';
  const video =
    materialId === '' ? undefined : (await ctx.use(LIBRARY)?.find(accountId, [materialId]))?.get(materialId);
  return video === undefined || video.trashed || video.state === 'failed' ? 'gone' : video.state;
}

async function errorOf({ db }: ServerContext, run: typeof coreToolRuns.$inferSelect): Promise<RunError | null> {
  const failed = [eq(coreToolItems.runId, run.id), inArray(coreToolItems.state, ['failed', 'given-up'])] as const;
  const [item] = await db.scope(run.accountId).select(coreToolItems, { where: [...failed], limit: 1 });
  return item?.error ?? run.error;
}

/** Moves an item on, unless somebody has moved it meanwhile. */
async function goOn(ctx: ServerContext, item: BatchItemRow, values: Partial<BatchItemRow>): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const same = [...isItem(item), eq(translationBatchItems.state, 'working')] as const;
    await tx.scope(item.accountId).update(translationBatchItems, [...same], {
      ...{ ...values, error: null, spent: spentOf(item, now), beganAt: null },
      ...(values.state === 'done' ? { endedAt: now } : {}),
    });
    await tellBatch(ctx, tx, { accountId: item.accountId, id: item.batchId });
  });
}
