import { and, eq, exists, inArray, isNotNull, ne, type SQL } from 'drizzle-orm';
import { z } from 'zod';

import { ExpectedError } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { TaskState } from '#core/server/services/jobs/jobs.ts';
import { coreTasks } from '#core/server/services/jobs/tables.ts';

import { translationBatches, translationBatchItems, translationBatchVideos, type BatchRow } from '../tables.ts';
import { TRANSLATE } from '../translate-job.ts';
import { isItem, isVideo } from './batch-rows.ts';

const OPEN: TaskState[] = ['queued', 'running', 'paused'];

const taskSchema = z.object({ language: z.string() });

/**
 * Ends what is under way for a batch that is stopped. What was worked on keeps when that began until it is ended, so
 * that this goes on after a crash, and ends nothing that somebody begins anew later.
 */
export async function endWork(ctx: ServerContext, { accountId, id, reader }: BatchRow): Promise<void> {
  const [item, video] = [translationBatchItems, translationBatchVideos];
  const scope = ctx.db.scope(accountId);
  const texts = await scope.select(video, {
    where: [eq(video.batchId, id), eq(video.state, 'cancelled'), isNotNull(video.beganAt)],
  });
  for (const text of texts) {
    if (text.runId !== null) await orGone(ctx.toolRuns.cancel(accountId, text.runId, reader));
    await scope.update(video, [...isVideo(text)], { beganAt: null });
  }
  const ofVideo = and(eq(video.batchId, item.batchId), eq(video.materialId, item.materialId));
  const items = await ctx.db.orm
    .select({ row: item, projectId: video.projectId })
    .from(item)
    .innerJoin(video, ofVideo)
    .where(
      and(eq(item.accountId, accountId), eq(item.batchId, id), eq(item.state, 'cancelled'), isNotNull(item.beganAt)),
    );
  for (const { row, projectId } of items) {
    if (row.runId !== null) await orGone(ctx.toolRuns.cancel(accountId, row.runId, reader));
    else if (row.stage === 'translate' && projectId !== null) {
      await endTranslation(ctx, { accountId, projectId, language: row.language, batchId: id });
    }
    await scope.update(item, [...isItem(row)], { beganAt: null });
  }
}

interface Translation {
  accountId: string;
  projectId: string;
  language: string;
  batchId: string;
}

/** Ends the translation of one language of a project, unless another batch waits for it as well. */
async function endTranslation(ctx: ServerContext, { accountId, projectId, language, batchId }: Translation) {
  const { orm } = ctx.db;
  const [item, video, batch] = [translationBatchItems, translationBatchVideos, translationBatches];
  const isOthers: SQL[] = [
    ...[eq(item.accountId, accountId), ne(item.batchId, batchId), eq(item.language, language)],
    ...[eq(item.state, 'working'), eq(item.stage, 'translate')],
    exists(
      orm
        .select({ id: batch.id })
        .from(batch)
        .where(and(eq(batch.id, item.batchId), inArray(batch.state, ['working', 'paused']))),
    ),
  ];
  const [other] = await orm
    .select({ id: item.batchId })
    .from(video)
    .innerJoin(item, and(eq(item.batchId, video.batchId), eq(item.materialId, video.materialId), ...isOthers))
    .where(eq(video.projectId, projectId))
    .limit(1);
  if (other !== undefined) return;
  // One that waits for a busy service goes on as another task.
  for (const tried = new Set<string>(); ;) {
    const found = await ctx.db.scope(accountId).select(coreTasks, {
      where: [eq(coreTasks.subjectId, projectId), eq(coreTasks.job, TRANSLATE), inArray(coreTasks.state, OPEN)],
    });
    const own = found.filter(
      (task) => !tried.has(task.id) && taskSchema.safeParse(task.payload).data?.language === language,
    );
    if (own.length === 0) return;
    for (const { id } of own) {
      tried.add(id);
      await orGone(ctx.jobs.cancel(accountId, id));
    }
  }
}

/** What has ended meanwhile needs no stopping. */
async function orGone(stopped: Promise<unknown>): Promise<void> {
  await stopped.catch((error: unknown) => {
    if (!(error instanceof ExpectedError)) throw error;
  });
}
