import { eq } from 'drizzle-orm';
import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import { extentOf } from '#core/contract/price.ts';
import { slowedTime } from '#core/contract/slow-stretches.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { materialNode, readMaterial } from '#core/server/services/media/operations/material.ts';
import { chosenSpeaker, clonedAmong, freeSpeakers } from '#core/server/services/providers/chosen-voice.ts';
import type { InUse } from '#core/server/services/providers/providers.ts';
import { tryInOrder } from '#core/server/services/providers/try-in-order.ts';
import {
  defineTool,
  type ItemOf,
  type Outcome,
  type RunOf,
  type ToolWork,
} from '#core/server/services/tool-runs/tool.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';
import { CLONED_VOICES } from '#plugins/voices/server/api.ts';

import { DUB_TOOL } from '#plugins/translation/dub-calls.ts';
import { dubChanged } from '#plugins/translation/events.ts';
import { hearLines } from './hear-lines.ts';
import { hearIn, measureDub } from './measure-dub.ts';
import { renderDub } from './render-dub.ts';
import { speechFailed, type Speaking } from './speak.ts';
import { speakLines } from './speak-lines.ts';
import { voiceSources } from './voice-sources.ts';
import { sourceOf } from '../source-of.ts';
import { drawSourcePoster } from '../source-poster.ts';
import { measureRates } from '../measured-rates.ts';
import { keepRates } from '../voice-rates.ts';
import { translationDubs, type DubRow } from '../tables.ts';

const settingsSchema = z.strictObject({ project: z.uuid(), language: z.string(), isStep: z.boolean().default(false) });
export type DubSettings = z.output<typeof settingsSchema>;

const paramsSchema = z.strictObject({});
type Params = z.output<typeof paramsSchema>;

/** Shares of the work that are over when lines are spoken, when they were heard, and when the video is written. */
const [SPOKEN, HEARD, WRITTEN] = [0.5, 0.65, 0.9];

/** The tool that dubs a language of a project: the video with the accepted lines spoken over it. */
export const dubTool = (ctx: ServerContext) =>
  defineTool<DubSettings, Params>({
    name: DUB_TOOL,
    settings: settingsSchema,
    params: paramsSchema,
    inputs: { kinds: ['video'], most: 1 },
    listedBy: 'project',
    isOwn: true,
    isStep: ({ isStep }) => isStep,
    nothing: 'translation:dub.nothing',
    async extent({ accountId, inputs }) {
      const known = await ctx.use(LIBRARY)?.find(accountId, inputs);
      return extentOf(inputs.map((id) => known?.get(id)?.seconds ?? Infinity));
    },
    plan: async ({ name, inputs }) => [{ name, sources: inputs, params: {} }],
    make: (item, work) => dub(ctx, item, work),
    finish: (run) => keep(ctx, run),
    changed: ({ settings: { project, language } }) => ({ event: dubChanged, data: { id: project, language } }),
  });

async function dub(
  ctx: ServerContext,
  { run, sources }: ItemOf<DubSettings, Params>,
  work: ToolWork,
): Promise<Outcome> {
  const { folder, signal, progress } = work;
  const { graph, runner } = ctx.media;
  const row = await rowOf(ctx, run);
  const source = await sourceOf(ctx, { accountId: run.accountId, id: sources[0] ?? '' }, 'translation:dub.no-video');
  const material = await graph.make(
    [materialNode(runner, source)],
    ([made = '']) => readMaterial(made, source.name, { minSeconds: 0 }),
    { signal },
  );
  const { language } = run.settings;
  const wanted = { choice: row.choice, total: Math.floor(material.duration * 1000) };
  const speakerOf = (voice: string | null, any: InUse<'speech'> | null) =>
    chosenSpeaker(voiceSources(ctx), run.accountId, { voice, language }, any).catch(speechFailed);
  // A chosen voice that is gone is told before any line is paid for.
  for (const voice of Object.values(row.choice.speakers)) if (voice !== null) await speakerOf(voice, null);
  let furthest = 0;
  const speakBy = async (any: InUse<'speech'> | null) => {
    const speaking: Speaking = { speakerOf: (voice) => speakerOf(voice, any), language, signal };
    const own = { ...wanted, lines: row.lines };
    return {
      speaking,
      spoken: await speakLines(ctx, speaking, own, (share) => {
        furthest = Math.max(furthest, share * SPOKEN);
        progress(furthest);
      }),
    };
  };
  // One service for all lines: where it fails at one of them, the next begins anew, so that nobody changes voice.
  const free = await freeSpeakers(ctx, { voice: row.choice.voice, language }).catch(speechFailed);
  const { speaking, spoken } = free === null ? await speakBy(null) : await tryInOrder(free, speakBy, signal);
  const { lines, stretches } = await hearLines(ctx, speaking, { ...wanted, lines: spoken }, (share) =>
    progress(SPOKEN + share * (HEARD - SPOKEN)),
  );
  if (!lines.some(({ place }) => place.fits)) fail('translation:dub.none-fits', {}, { kind: 'invalid' });
  // Without an ear, the original is lowered where lines are spoken, and no further.
  const heard = (await hearIn(ctx, source, signal)) ?? [];
  const seconds = slowedTime(stretches, material.duration * 1000) / 1000;
  const {
    path,
    copied,
    heard: report,
  } = await renderDub(
    ctx,
    { source, material, speech: heard, under: row.choice.under, lines, stretches, folder, signal },
    (file, sounds) => {
      progress(WRITTEN);
      return measureDub(ctx, { path: file, sounds, lines, seconds, folder, signal });
    },
  );
  const rates = measureRates(lines, row.choice);
  const poster = await drawSourcePoster(ctx.media, source, { folder, signal });
  return {
    state: 'made',
    files: [{ path, type: 'video/mp4', ending: '.mp4' }],
    poster,
    seconds,
    // Whoever counts how often pictures were encoded reads which are copies.
    facts: {
      ...{ first: 0, last: material.frames, copied: copied ?? material.frames },
      ...{ width: material.video.displayWidth, height: material.video.displayHeight },
    },
    async confirm(tx) {
      const scope = tx?.scope(run.accountId);
      await scope?.update(translationDubs, eq(translationDubs.id, run.id), { report, stretches });
      const own = { accountId: run.accountId, language: run.settings.language };
      if (tx !== null) await keepRates(ctx, tx, own, rates);
      return undefined;
    },
  };
}

/** Puts the video into the folder of its language, linked to the one that it was made from. */
async function keep(ctx: ServerContext, run: RunOf<DubSettings>) {
  const library = ctx.use(LIBRARY) ?? fail('translation:dub.no-library', {}, { kind: 'unavailable' });
  const { id, accountId } = run;
  const { folderId, choice } = await rowOf(ctx, run);
  const [materialId = null] = await library.keep(accountId, { runId: id, folderId });
  return async (tx: Tx | null) => {
    await tx?.scope(accountId).update(translationDubs, eq(translationDubs.id, id), { materialId });
    if (tx !== null)
      await ctx.use(CLONED_VOICES)?.used(tx, accountId, clonedAmong([choice.voice, ...Object.values(choice.speakers)]));
    return { folderId, materialId };
  };
}

/** @throws expected `translation:missing` (404) for one whose project was removed */
async function rowOf(
  ctx: Pick<ServerContext, 'db'>,
  { id, accountId }: { id: string; accountId: string },
): Promise<DubRow> {
  const row = await ctx.db.scope(accountId).find(translationDubs, eq(translationDubs.id, id));
  return row ?? fail('translation:missing', {}, { kind: 'not-found' });
}
