import { v7 as uuid } from 'uuid';
import type { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { Cost } from '#core/contract/price.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { TEXTS } from '#plugins/copywriting/server/api.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';
import type { startBatch as call } from '#plugins/translation/calls.ts';
import { BATCH_LIMITS } from '#plugins/translation/limits.ts';

import { translationBatches, translationBatchItems, translationBatchVideos } from '../tables.ts';
import { tellBatch, wakeBatch } from '../wake-batches.ts';
import { toolPrices } from './batch-cost.ts';
import { faultOf, planBatch } from './plan-batch.ts';

/** Rows of one statement. */
const ROWS = 500;

/**
 * Begins to lead videos through text, translation, voice and subtitles in some languages.
 * @throws expected `translation:same-language`, `translation:batch.gone`, `.preparing`, `.large` and `.most` (422),
 *   `core:tool-run.price-changed` (409), `core:space-full` (413), and as `planBatch`
 */
export async function startBatch(
  ctx: ServerContext,
  accountId: string,
  { name, videos, languages, folder, agreed, ...options }: z.output<typeof call.body>,
  reader: MessageLanguage,
): Promise<{ id: string }> {
  const library = ctx.use(LIBRARY) ?? fail('translation:dub.no-library', {}, { kind: 'unavailable' });
  if (languages.every((tag) => tag === options.from)) fail('translation:same-language', {}, { kind: 'invalid' });
  const found = await library.find(accountId, videos);
  const texts = (await ctx.use(TEXTS)?.ofVideos(accountId, videos, options.from)) ?? [];
  const withText = new Set(texts.map(({ materialId }) => materialId));
  for (const id of videos) {
    const why = faultOf(found.get(id), withText.has(id));
    if (why !== null) fail(`translation:batch.${why}`, { name: found.get(id)?.name ?? '' }, { kind: 'invalid' });
  }
  if (agreed !== undefined) {
    const { costs } = await planBatch(ctx, accountId, { videos, languages, ...options }, reader);
    assertAgreed(costs, agreed);
  }
  const prices = Object.fromEntries([...(await toolPrices(ctx, accountId))].map(([tool, { price }]) => [tool, price]));
  await ctx.files.assertSpace(accountId, 1);
  const extract = options.extract ?? (await ctx.use(TEXTS)?.waysOf(options.from))?.[0] ?? null;
  const id = uuid();
  await ctx.db.transaction(async (tx) => {
    await ctx.accounts.find(tx, accountId, { lock: true });
    const scope = tx.scope(accountId);
    const { batches: most } = BATCH_LIMITS;
    if ((await scope.count(translationBatches)) >= most) fail('translation:batch.most', { most }, { kind: 'invalid' });
    const folderId =
      folder === null || typeof folder === 'string' ? folder : await library.folder(tx, accountId, folder.name);
    await scope.insert(translationBatches, {
      ...{
        id,
        name,
        state: 'working',
        options: { ...options, extract },
        languages,
        prices,
        folderId,
        reader,
        createdAt: ctx.clock.now(),
      },
    });
    const rows = videos.map((materialId, position) => {
      const { name: title = '', seconds = null } = found.get(materialId) ?? {};
      return { batchId: id, materialId, position, name: title, seconds, state: 'waiting' as const };
    });
    await scope.insert(translationBatchVideos, rows);
    const items = languages.flatMap((language, at) =>
      videos.map((materialId, position) => ({
        ...{ batchId: id, materialId, language, place: at * videos.length + position, state: 'waiting' as const },
        stage: language === options.from ? ('export' as const) : ('translate' as const),
      })),
    );
    for (let at = 0; at < items.length; at += ROWS) {
      await scope.insert(translationBatchItems, items.slice(at, at + ROWS));
    }
    await tellBatch(ctx, tx, { accountId, id });
    await wakeBatch(ctx, tx, { accountId, id });
  });
  return { id };
}

/** @throws expected `core:tool-run.price-changed` (409) where it costs more than was shown */
function assertAgreed(costs: readonly Cost[], agreed: readonly Cost[]): void {
  const most = new Map(agreed.map(({ unit, amount }) => [unit, amount]));
  if (costs.some(({ unit, amount }) => amount > (most.get(unit) ?? 0))) {
    fail('core:tool-run.price-changed', {}, { kind: 'conflict' });
  }
}
