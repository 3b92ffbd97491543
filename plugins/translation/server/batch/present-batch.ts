import { and, asc, desc, eq, gt, inArray, lt, max, sql } from 'drizzle-orm';
import type { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { BATCH_ITEM_STATES, type BatchItemState } from '#plugins/translation/batch-options.ts';
import type {
  Batch,
  BatchCounts,
  BatchItem,
  listBatches as listCall,
  listBatchItems as itemsCall,
} from '#plugins/translation/calls.ts';

import { translationBatches, translationBatchItems, translationBatchVideos } from '../tables.ts';
import { findBatch, type OwnBatch } from './batch-rows.ts';
import { batchRates, secondsFor } from './rates.ts';

const item = translationBatchItems;
const video = translationBatchVideos;

/** How far a batch is. @throws expected `translation:batch.missing` (404) */
export async function readBatch(ctx: ServerContext, own: OwnBatch, reader: MessageLanguage): Promise<Batch> {
  const { db } = ctx;
  const batch = await findBatch(db, own);
  const videos = await db.scope(own.accountId).select(video, {
    where: eq(video.batchId, own.id),
    orderBy: asc(video.position),
  });
  const cells = await db.orm
    .select({ materialId: item.materialId, language: item.language, state: item.state, folderId: item.folderId })
    .from(item)
    .where(and(eq(item.accountId, own.accountId), eq(item.batchId, own.id)));
  const ofLanguage = Map.groupBy(cells, ({ language }) => language);
  const ofVideo = Map.groupBy(cells, ({ materialId }) => materialId);
  const { id, name, state, options, folderId, createdAt, endedAt } = batch;
  const left = leftOf(videos, ofVideo);
  return {
    ...{ id, name, state, options, folderId, counts: countStates(cells) },
    languages: batch.languages.map((language) => {
      const own = ofLanguage.get(language) ?? [];
      const folder = own.find((cell) => cell.folderId !== null)?.folderId ?? null;
      return { language, counts: countStates(own), folderId: folder };
    }),
    videos: videos.map(({ materialId, name: title, state: at, error, projectId }) => ({
      ...{ materialId, name: title, state: at, projectId, counts: countStates(ofVideo.get(materialId) ?? []) },
      error: error === null ? null : translate(reader, error.code, error.params),
    })),
    error: batch.error === null ? null : translate(reader, batch.error.code, batch.error.params),
    causes: await causesOf(ctx, own, reader),
    secondsLeft: state === 'working' && left.items > 0 ? secondsFor(await batchRates(ctx, options), left) : null,
    ...{ createdAt: createdAt.toISOString(), endedAt: endedAt?.toISOString() ?? null },
  };
}

const countStates = (cells: readonly { state: BatchItemState }[]): BatchCounts =>
  countOf(cells.map((cell) => [cell.state, 1]));

function countOf(counted: readonly (readonly [BatchItemState, number])[]): BatchCounts {
  const counts = Object.fromEntries(BATCH_ITEM_STATES.map((state) => [state, 0])) as BatchCounts;
  for (const [state, count] of counted) counts[state] += count;
  return counts;
}

/** Seconds of video that are still to be made, and whose text is still to be extracted. */
function leftOf(
  videos: readonly (typeof video.$inferSelect)[],
  ofVideo: ReadonlyMap<string, readonly { state: BatchItemState }[]>,
): { items: number; texts: number } {
  let [items, texts] = [0, 0];
  for (const { materialId, seconds, state } of videos) {
    const open = ofVideo.get(materialId)?.filter((cell) => cell.state === 'waiting' || cell.state === 'working') ?? [];
    items += open.length * (seconds ?? 0);
    if (state === 'waiting' || state === 'extracting') texts += seconds ?? 0;
  }
  return { items, texts };
}

/** Why some have failed, the most frequent cause first. One cause is one code, whatever it is about. */
async function causesOf({ db }: ServerContext, { accountId, id }: OwnBatch, reader: MessageLanguage) {
  const code = sql<string>`${item.error} ->> 'code'`;
  const count = sql<number>`count(*)::int`;
  const rows = await db.orm
    .select({ code, count, error: sql<NonNullable<typeof item.$inferSelect.error>>`(array_agg(${item.error}))[1]` })
    .from(item)
    .where(and(eq(item.accountId, accountId), eq(item.batchId, id), eq(item.state, 'failed')))
    .groupBy(code)
    .orderBy(desc(count));
  return rows.map(({ error, ...cause }) => ({ ...cause, text: translate(reader, error.code, error.params) }));
}

/** The newest first; the cursor is the last one's id. */
export async function listBatches(
  { db }: ServerContext,
  accountId: string,
  { cursor, limit }: z.output<typeof listCall.query>,
) {
  if (cursor !== undefined && !/^[0-9a-f-]{36}$/.test(cursor)) fail('core:http.cursor', {}, { kind: 'invalid' });
  const scope = db.scope(accountId);
  const rows = await scope.select(translationBatches, {
    ...(cursor === undefined ? {} : { where: lt(translationBatches.id, cursor) }),
    ...{ orderBy: desc(translationBatches.id), limit: limit + 1 },
  });
  const shown = rows.slice(0, limit);
  const ids = shown.map(({ id }) => id);
  const counted = await db.orm
    .select({ id: item.batchId, state: item.state, count: sql<number>`count(*)::int`, last: max(item.place) })
    .from(item)
    .where(and(eq(item.accountId, accountId), inArray(item.batchId, ids.length === 0 ? [NONE] : ids)))
    .groupBy(item.batchId, item.state);
  return {
    items: shown.map(({ id, name, state, options, languages, folderId, createdAt, endedAt }) => {
      const own = counted.filter((each) => each.id === id);
      const all = own.reduce((sum, { count }) => sum + count, 0);
      return {
        ...{ id, name, state, options, languages, folderId, videos: all / Math.max(1, languages.length) },
        counts: countOf(own.map((each) => [each.state, each.count])),
        ...{ createdAt: createdAt.toISOString(), endedAt: endedAt?.toISOString() ?? null },
      };
    }),
    nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    total: await scope.count(translationBatches),
  };
}

const NONE = '00000000-0000-0000-0000-000000000000';

/** In the order in which they are worked on; the cursor is the last one's place. */
export async function listBatchItems(
  ctx: ServerContext,
  own: OwnBatch,
  { cursor, limit, state, language, video: ofVideo }: z.output<typeof itemsCall.query>,
  reader: MessageLanguage,
) {
  await findBatch(ctx.db, own);
  if (cursor !== undefined && !/^\d{1,6}$/.test(cursor)) fail('core:http.cursor', {}, { kind: 'invalid' });
  const narrowing = and(
    eq(item.accountId, own.accountId),
    eq(item.batchId, own.id),
    state === undefined ? undefined : eq(item.state, state),
    language === undefined ? undefined : eq(item.language, language),
    ofVideo === undefined ? undefined : eq(item.materialId, ofVideo),
  );
  const rows = await ctx.db.orm
    .select({ row: item, name: video.name, projectId: video.projectId })
    .from(item)
    .innerJoin(video, and(eq(video.batchId, item.batchId), eq(video.materialId, item.materialId)))
    .where(and(narrowing, cursor === undefined ? undefined : gt(item.place, Number(cursor))))
    .orderBy(asc(item.place))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1)?.row.place;
  return {
    items: shown.map(({ row, name, projectId }): BatchItem => ({
      ...{ id: `${row.materialId}:${row.language}`, materialId: row.materialId, name, language: row.language },
      ...{ stage: row.stage, state: row.state, projectId, madeId: row.madeId },
      error: row.error === null ? null : translate(reader, row.error.code, row.error.params),
    })),
    nextCursor: rows.length > limit && last !== undefined ? String(last) : null,
    total: await ctx.db.orm.$count(item, narrowing),
  };
}
