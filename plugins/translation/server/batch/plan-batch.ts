import type { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import { translateError, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { spokenLanguages } from '#core/server/services/providers/speakers.ts';
import { TEXTS } from '#plugins/copywriting/server/api.ts';
import { LIBRARY, type LibraryMaterial } from '#plugins/materials/server/api.ts';
import type { BatchPlan, planBatch as call } from '#plugins/translation/calls.ts';

import { sumCosts, toolPrices, type BatchExtents } from './batch-cost.ts';
import { batchRates, secondsFor } from './rates.ts';

type Wanted = z.output<typeof call.body>;

/** Bytes of a video at most whose text is extracted, as copywriting has it. */
const MOST_BYTES = 30 * 1024 ** 2;

/**
 * Says what a batch comes to before anything begins.
 * @throws expected `translation:dub.no-library` (503), `core:task.plugin-missing` (503)
 */
export async function planBatch(
  ctx: ServerContext,
  accountId: string,
  wanted: Wanted,
  reader: MessageLanguage,
): Promise<BatchPlan> {
  const library = ctx.use(LIBRARY) ?? fail('translation:dub.no-library', {}, { kind: 'unavailable' });
  const { videos, languages, from, dub } = wanted;
  const found = await library.find(accountId, videos);
  const known = (await ctx.use(TEXTS)?.ofVideos(accountId, videos, from)) ?? [];
  const withText = new Set(known.map(({ materialId }) => materialId));
  const [voices, noVoice] = await voicesOf(ctx, dub !== null, reader);
  const voiceless = dub === null || voices === null ? [] : languages.filter((tag) => tag !== from && !voices.has(tag));
  const lasting = videos.map((id) => found.get(id)?.seconds ?? 0);
  const seconds = lasting.reduce((sum, each) => sum + each, 0);
  const toExtract = videos.flatMap((id, at) => (withText.has(id) ? [] : [lasting[at] ?? 0]));
  const dubbed = dub === null ? [] : languages.filter((tag) => tag !== from && !voiceless.includes(tag));
  const extents: BatchExtents = {
    'copywriting.extract': toExtract,
    'translation.dub': dubbed.flatMap(() => lasting),
    'translation.export': languages.flatMap(() => lasting),
  };
  const prices = await toolPrices(ctx, accountId);
  const available = new Map(
    [...prices.values()].flatMap(({ price, available: has }) => (price === null ? [] : [[price.unit, has] as const])),
  );
  const texts = { items: seconds * languages.length, texts: toExtract.reduce((sum, each) => sum + each, 0) };
  const translates = languages.some((tag) => tag !== from);
  const noTranslation = translates ? await missingService(ctx, reader) : null;
  return {
    ...{ videos: videos.length, languages: languages.length, results: videos.length * languages.length, seconds },
    texts: {
      known: known.length,
      lines: known.reduce((sum, { lines }) => sum + lines, 0),
      letters: known.reduce((sum, { letters }) => sum + letters, 0),
    },
    ways: [...((await ctx.use(TEXTS)?.waysOf(from)) ?? [])],
    costs: sumCosts(prices, extents).map((cost) => ({ ...cost, available: available.get(cost.unit) ?? 0 })),
    usesService: translates && noTranslation === null,
    secondsLeft: secondsFor(await batchRates(ctx, wanted), texts),
    faults: videos.flatMap((id) => {
      const why = faultOf(found.get(id), withText.has(id));
      return why === null ? [] : [{ id, why }];
    }),
    ...{ voiceless, noTranslation, noVoice },
  };
}

/** What keeps a video from being taken; null where nothing does. */
export function faultOf(
  video: LibraryMaterial | undefined,
  hasText: boolean,
): BatchPlan['faults'][number]['why'] | null {
  if (video?.kind !== 'video' || video.trashed || video.state === 'failed') return 'gone';
  if (video.state === 'preparing') return 'preparing';
  return !hasText && video.size > MOST_BYTES ? 'large' : null;
}

/** The languages that can be spoken, and why none can. */
async function voicesOf(
  ctx: ServerContext,
  isWanted: boolean,
  reader: MessageLanguage,
): Promise<[ReadonlySet<string> | null, string | null]> {
  if (!isWanted) return [null, null];
  try {
    return [new Set(await spokenLanguages(ctx.providers)), null];
  } catch (error) {
    ctx.log.info({ err: error }, 'a batch cannot be spoken');
    return [null, translateError(reader, error, 'translation:dub.unavailable')];
  }
}

async function missingService(ctx: ServerContext, reader: MessageLanguage): Promise<string | null> {
  try {
    await ctx.providers.use('translation');
    return null;
  } catch (error) {
    return translateError(reader, error, 'translation:engine.none');
  }
}
