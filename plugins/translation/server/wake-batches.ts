import { and, eq, inArray } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { batchChanged } from '../events.ts';
import { translationBatches, translationBatchItems, translationBatchVideos } from './tables.ts';

/** The job that looks how far a batch is, and begins what comes next. */
export const BATCH_STEP = 'translation.batch';

/** Attempts of a step: nothing else may wake its batch. */
const ATTEMPTS = 10;

/** What belongs to an account: a batch, or a project. */
interface Own {
  accountId: string;
  id: string;
}

/** Tells open pages that a batch has changed. */
export const tellBatch = (ctx: Pick<ServerContext, 'events'>, tx: Tx, { accountId, id }: Own): Promise<void> =>
  ctx.events.publish(tx, batchChanged, { accountId, data: { id } });

/** Has a batch looked at once the transaction is committed. @param startAfter not before that */
export async function wakeBatch(
  ctx: Pick<ServerContext, 'jobs'>,
  tx: Tx,
  { accountId, id }: Own,
  startAfter?: Date,
): Promise<void> {
  await ctx.jobs.enqueue(tx, BATCH_STEP, {
    ...{ accountId, subjectId: id, payload: { id }, attempts: ATTEMPTS },
    ...(startAfter === undefined ? {} : { startAfter }),
  });
}

/** Has those batches looked at that wait for a language of a project. */
export async function wakeBatches(
  ctx: Pick<ServerContext, 'jobs'>,
  tx: Tx,
  { accountId, id, language }: Own & { language: string },
): Promise<void> {
  const same = and(
    eq(translationBatchItems.batchId, translationBatchVideos.batchId),
    eq(translationBatchItems.materialId, translationBatchVideos.materialId),
    eq(translationBatchItems.language, language),
    inArray(translationBatchItems.state, ['working', 'review']),
    eq(translationBatchItems.stage, 'translate'),
  );
  const found = await tx.orm
    .selectDistinct({ id: translationBatches.id })
    .from(translationBatchVideos)
    .innerJoin(translationBatchItems, same)
    .innerJoin(translationBatches, eq(translationBatches.id, translationBatchVideos.batchId))
    .where(
      and(
        eq(translationBatchVideos.accountId, accountId),
        eq(translationBatchVideos.projectId, id),
        inArray(translationBatches.state, ['working', 'paused']),
      ),
    );
  for (const batch of found) await wakeBatch(ctx, tx, { accountId, id: batch.id });
}
