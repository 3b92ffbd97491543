import { and, asc, desc, eq, isNull } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import { extentOf } from '#core/contract/price.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { TEXTS } from '#plugins/copywriting/server/api.ts';
import { BATCH_LIMITS, TRANSLATION_LIMITS } from '#plugins/translation/limits.ts';

import { applyChanges, beginProject } from '../projects.ts';
import { takeOverText } from '../source-lines.ts';
import { translationBatchVideos, translationProjects, type BatchRow, type BatchVideoRow } from '../tables.ts';
import { isVideo, takeVideo, TakenElsewhere, tryBegin } from './batch-rows.ts';
import { agreedFor } from './batch-cost.ts';
import { failVideo } from './fail-work.ts';

const nameOf = ({ name }: BatchVideoRow): string => name.replace(/\.[A-Za-z0-9]{2,5}$/, '') || name;

/** Finds the text of videos that wait, or has it extracted: once for all languages. */
export async function beginTexts(ctx: ServerContext, batch: BatchRow): Promise<void> {
  const { accountId, id, options } = batch;
  const scope = ctx.db.scope(accountId);
  const texts = ctx.use(TEXTS);
  const { batchId, state, position } = translationBatchVideos;
  const waiting = await scope.select(translationBatchVideos, {
    where: [eq(batchId, id), eq(state, 'waiting')],
    orderBy: asc(position),
  });
  if (waiting.length === 0) return;
  const known = await texts?.ofVideos(
    accountId,
    waiting.map(({ materialId }) => materialId),
    options.from,
  );
  const textOf = new Map(known?.map((text) => [text.materialId, text.id]));
  let extracting = await scope.count(translationBatchVideos, [eq(batchId, id), eq(state, 'extracting')]);
  for (const video of waiting) {
    const textId = textOf.get(video.materialId);
    if (textId === undefined && extracting >= BATCH_LIMITS.extracting) continue;
    const error = await tryBegin(async () => {
      if (textId !== undefined) {
        const values = { state: 'ready', textId } as const;
        return await ctx.db.transaction((tx) => takeVideo(ctx, tx, video, values));
      }
      if (texts === undefined) return fail('translation:batch.no-texts', {}, { kind: 'unavailable' });
      const way = options.extract ?? fail('translation:batch.no-way', {}, { kind: 'unavailable' });
      await texts.extract(accountId, {
        ...{ video: video.materialId, name: nameOf(video).slice(0, 110) },
        ...{ from: way, language: options.from },
        agreed: agreedFor(batch, 'copywriting.extract', extentOf([video.seconds ?? Infinity])),
        begun: (tx, ids) => takeVideo(ctx, tx, video, { ...ids, state: 'extracting', beside: extracting + 1 }),
      });
      // One that could not begin leaves its place to the next.
      extracting += 1;
      return undefined;
    });
    if (error !== undefined) await failVideo(ctx, video, error);
  }
}

/**
 * Begins projects of videos whose text is there, one for each: that of an earlier batch takes the further languages.
 * @returns whether there are more to begin
 */
export async function beginProjects(ctx: ServerContext, batch: BatchRow): Promise<boolean> {
  const { accountId, id } = batch;
  const { batchId, state, projectId, position } = translationBatchVideos;
  const ready = await ctx.db.scope(accountId).select(translationBatchVideos, {
    where: [eq(batchId, id), eq(state, 'ready'), isNull(projectId)],
    orderBy: asc(position),
    limit: BATCH_LIMITS.beginning + 1,
  });
  for (const video of ready.slice(0, BATCH_LIMITS.beginning)) {
    const error = await tryBegin(() => beginProjectOf(ctx, batch, video));
    if (error !== undefined) await failVideo(ctx, video, error);
  }
  return ready.length > BATCH_LIMITS.beginning;
}

async function beginProjectOf(ctx: ServerContext, batch: BatchRow, video: BatchVideoRow): Promise<void> {
  const { accountId } = batch;
  const { from, product } = batch.options;
  const targets = batch.languages.filter((tag) => tag !== from);
  const textId = video.textId ?? fail('translation:no-text', {}, { kind: 'invalid' });
  const step = async (tx: Parameters<Parameters<typeof ctx.db.transaction>[0]>[0], projectId: string) => {
    const free = [...isVideo(video), isNull(translationBatchVideos.projectId)] as const;
    const taken = await tx.scope(accountId).update(translationBatchVideos, [...free], { projectId });
    if (taken.length === 0) throw new TakenElsewhere();
  };
  const same = and(eq(translationProjects.textId, textId), eq(translationProjects.from, from));
  const [known] =
    same === undefined
      ? []
      : await ctx.db
          .scope(accountId)
          .select(translationProjects, { where: same, orderBy: desc(translationProjects.id), limit: 1 });
  if (known === undefined) {
    const name = nameOf(video).slice(0, TRANSLATION_LIMITS.name);
    await beginProject(
      ctx,
      accountId,
      { textId, name, from, targets, tone: 'plain', about: '', terms: [], product: product ?? '' },
      step,
    );
    return;
  }
  await takeOverText(ctx, known);
  await applyChanges(ctx, { accountId, id: known.id }, { add: targets, product }, step);
}
