import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';

import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { coreTasks } from '#core/server/services/jobs/tables.ts';

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

/** What a step is told: its batch, and whether it was put off. */
export const stepPayloadSchema = z.strictObject({ id: z.uuid(), isPutOff: z.literal(true).optional() });

/**
 * Has a batch looked at once the transaction is committed: by a step that waits already, or else by one more.
 * @param startAfter not before that
 */
export async function wakeBatch(ctx: Pick<ServerContext, 'jobs'>, tx: Tx, own: Own, startAfter?: Date): Promise<void> {
  if (startAfter === undefined && (await holdStep(tx, own))) return;
  const { accountId, id } = own;
  await ctx.jobs.enqueue(tx, BATCH_STEP, {
    ...{ accountId, subjectId: id, attempts: ATTEMPTS },
    ...(startAfter === undefined ? { payload: { id } } : { payload: { id, isPutOff: true }, startAfter }),
  });
}

/**
 * Finds a step that is about to begin, and has it wait until the transaction is committed, whose changes it then sees.
 * Without that, thousands of translations that end within minutes would leave as many steps to do.
 */
async function holdStep(tx: Tx, { accountId, id }: Own): Promise<boolean> {
  const { job, subjectId, state, attempt, payload } = coreTasks;
  const steps = await tx.orm
    .select({ id: coreTasks.id })
    .from(coreTasks)
    .where(
      and(
        eq(coreTasks.accountId, accountId),
        ...[eq(job, BATCH_STEP), eq(subjectId, id), eq(state, 'queued'), eq(attempt, 0)],
        sql`not ${payload} ? 'isPutOff'`,
      ),
    )
    .limit(1)
    .for('share', { skipLocked: true });
  return steps.length > 0;
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
