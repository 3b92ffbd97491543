import { and, eq, type SQL } from 'drizzle-orm';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { RunError } from '#core/server/services/tool-runs/tool.ts';

import { reasonOf } from '../ask-engine.ts';
import {
  translationBatches,
  translationBatchItems,
  translationBatchVideos,
  type BatchItemRow,
  type BatchRow,
  type BatchVideoRow,
} from '../tables.ts';
import { tellBatch } from '../wake-batches.ts';

export interface OwnBatch {
  accountId: string;
  id: string;
}

/** @throws expected `translation:batch.missing` (404) */
export async function findBatch(tx: Tx, { accountId, id }: OwnBatch): Promise<BatchRow> {
  const row = await tx.scope(accountId).find(translationBatches, eq(translationBatches.id, id));
  return row ?? fail('translation:batch.missing', {}, { kind: 'not-found' });
}

/** Reads a batch and makes others who change it wait. @throws expected `translation:batch.missing` (404) */
export async function lockBatch(tx: Tx, { accountId, id }: OwnBatch): Promise<BatchRow> {
  const [row] = await tx.orm
    .select()
    .from(translationBatches)
    .where(and(eq(translationBatches.accountId, accountId), eq(translationBatches.id, id)))
    .for('update');
  return row ?? fail('translation:batch.missing', {}, { kind: 'not-found' });
}

type ItemKey = Pick<BatchItemRow, 'batchId' | 'materialId' | 'language'>;
type VideoKey = Pick<BatchVideoRow, 'batchId' | 'materialId'>;

export const isItem = ({ batchId, materialId, language }: ItemKey): [SQL, SQL, SQL] => [
  eq(translationBatchItems.batchId, batchId),
  eq(translationBatchItems.materialId, materialId),
  eq(translationBatchItems.language, language),
];

export const isVideo = ({ batchId, materialId }: VideoKey): [SQL, SQL] => [
  eq(translationBatchVideos.batchId, batchId),
  eq(translationBatchVideos.materialId, materialId),
];

/** Something else has begun it meanwhile, or its batch no longer works: what would begin it is taken back. */
export class TakenElsewhere extends Error {}

async function assertWorks(tx: Tx, { accountId, batchId }: { accountId: string; batchId: string }): Promise<void> {
  // Whoever pauses or stops it waits until this is committed, and finds what has begun.
  const [batch] = await tx.orm
    .select({ state: translationBatches.state })
    .from(translationBatches)
    .where(and(eq(translationBatches.accountId, accountId), eq(translationBatches.id, batchId)))
    .for('share');
  if (batch?.state !== 'working') throw new TakenElsewhere();
}

/** Takes an item on in the transaction that begins its work. @throws TakenElsewhere */
export async function takeItem(
  ctx: ServerContext,
  tx: Tx,
  item: BatchItemRow,
  values: Pick<BatchItemRow, 'stage' | 'beside'> & Partial<BatchItemRow>,
): Promise<void> {
  await assertWorks(tx, item);
  const waits = eq(translationBatchItems.state, 'waiting');
  const taken = await tx.scope(item.accountId).update(translationBatchItems, [...isItem(item), waits], {
    ...{ runId: null, ...values, state: 'working', error: null, beganAt: ctx.clock.now() },
  });
  if (taken.length === 0) throw new TakenElsewhere();
  await tellBatch(ctx, tx, { accountId: item.accountId, id: item.batchId });
}

/** Takes a video on in the transaction that begins its text. @throws TakenElsewhere */
export async function takeVideo(
  ctx: ServerContext,
  tx: Tx,
  video: BatchVideoRow,
  values: Partial<BatchVideoRow>,
): Promise<void> {
  await assertWorks(tx, video);
  const taken = await tx
    .scope(video.accountId)
    .update(translationBatchVideos, [...isVideo(video), eq(translationBatchVideos.state, 'waiting')], {
      ...{ ...values, error: null, beganAt: ctx.clock.now() },
    });
  if (taken.length === 0) throw new TakenElsewhere();
  await tellBatch(ctx, tx, { accountId: video.accountId, id: video.batchId });
}

/**
 * Begins something; what somebody else has begun meanwhile is left to them.
 * @returns why it could not begin, as users are told; undefined where it did
 */
export async function tryBegin(begin: () => Promise<void>): Promise<RunError | undefined> {
  try {
    await begin();
  } catch (error) {
    if (error instanceof TakenElsewhere) return undefined;
    if (error instanceof ExpectedError || error instanceof ProviderFailure) return reasonOf(error);
    throw error;
  }
  return undefined;
}

/** Milliseconds that a piece of work took, shared among those that were worked on beside it. */
export function spentOf({ beganAt, beside, spent }: Pick<BatchItemRow, 'beganAt' | 'beside' | 'spent'>, now: Date) {
  return beganAt === null ? spent : spent + Math.round((now.getTime() - beganAt.getTime()) / Math.max(1, beside));
}
