import { basename } from 'node:path';

import { fail } from '#core/contract/errors.ts';
import { extentOf } from '#core/contract/price.ts';
import { FEATURES } from '#core/contract/tiers.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { throwIfCancelled } from '#core/server/services/media/abort-error.ts';
import { takeCut, type MadeCut } from '#core/server/services/media/cut/cut-node.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import { serverSettings } from '#core/server/services/settings/server-settings.ts';
import { defineTool, type ItemOf, type Outcome, type ToolWork } from '#core/server/services/tool-runs/tool.ts';
import { EYE } from '#plugins/eye/server/api.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';

import { findLeftText, type FilledBy, type LeftText } from '../left-text.ts';
import { findsText, MOST_VIDEOS, REMOVE_TOOL, removalSettingsSchema, removalsOf } from '../removal-settings.ts';
import type { Removal, RemovalSettings } from '../removal-settings.ts';
import { settings } from '../settings.ts';
import { failedWith, fillerInUse, removalNode, type Filler, type WantedRemoval } from './removal-node.ts';
import type { TextToRemove } from './removal-params.ts';
import { sourceOf } from './source-of.ts';
import { textsOf } from './texts-of.ts';

/** The share of an item's progress that finding its text is, and at the end looking for what is left of it. */
const READING = 0.2;
/** The share of removing text that finding it is, before a service fills it. */
const FINDING = 0.2;

/** The tool that removes text and marks from videos: one video for each. */
export const removeTool = (ctx: ServerContext) =>
  defineTool<RemovalSettings, { material: string }>({
    name: REMOVE_TOOL,
    settings: removalSettingsSchema,
    inputs: { kinds: ['video'], most: MOST_VIDEOS },
    batch: {
      feature: FEATURES.subtitleRemoval,
      free: async () => (await serverSettings(ctx, settings).operator()).freeVideos,
    },
    nothing: 'removal:nothing-made',
    async extent({ accountId, inputs }) {
      const known = await ctx.use(LIBRARY)?.find(accountId, inputs);
      return extentOf(inputs.map((id) => known?.get(id)?.seconds ?? Infinity));
    },
    async plan({ inputs, settings, accountId }) {
      const library = ctx.use(LIBRARY) ?? fail('removal:library-missing', {}, { kind: 'unavailable' });
      const known = await library.find(accountId, inputs);
      return inputs.map((material) => {
        const { name = 'video', seconds, size } = known.get(material) ?? {};
        const removals = removalsOf(settings, material);
        const lasts = seconds ?? 30;
        return {
          name: name.replace(/\.[A-Za-z0-9]{2,4}$/, ''),
          sources: [material],
          params: { material },
          cost: 1 + removedSeconds(removals, lasts) * 1.6 + (removals.some(findsText) ? lasts * 0.8 : 0),
          ...(size === undefined ? {} : { bytes: size }),
        };
      });
    },
    make: (item, work) => removeFrom(ctx, item, work),
  });

/** From how many of so many seconds something is removed, as if text were there all the time. */
function removedSeconds(removals: readonly Removal[], seconds: number): number {
  const first = Math.min(...removals.map(({ from }) => from));
  const last = Math.max(...removals.map(({ to }) => to ?? seconds));
  return Math.max(0, Math.min(seconds, last) - first);
}

/**
 * @throws expected `removal:video-missing`, `removal:eye-missing`, what reading text says, `core:provider.…` for the service
 *   that fills pictures, and what the operation refuses
 */
async function removeFrom(
  ctx: ServerContext,
  { run, params: { material } }: ItemOf<RemovalSettings, { material: string }>,
  work: ToolWork,
): Promise<Outcome> {
  const { accountId, settings } = run;
  const removals = removalsOf(settings, material);
  const video = await sourceOf(ctx, accountId, material);
  const reads = removals.some(findsText);
  const finding = { signal: work.signal, progress: (done: number) => work.progress(done * READING) };
  const texts = (await textsOf(ctx, video, { removals, language: settings.language }, finding)) ?? [];
  if (texts.length === 0) return { state: 'given-up', error: { code: 'removal:no-text', params: {} } };
  const seconds = texts.reduce((sum, { track: { from, to } }) => sum + (to ?? from + 30) - from, 0);
  const share = reads ? READING : 0;
  const progress = (done: number) => work.progress(share + done * (1 - 2 * share));
  const { made, filledBy } = await fill(ctx, { video, seconds, texts }, { ...work, progress });
  const looking = { signal: work.signal, progress: (done: number) => work.progress(1 - share * (1 - done)) };
  const left = reads ? await readBack(ctx, made.video, { texts, language: settings.language }, looking) : null;
  return {
    state: 'made',
    files: [{ path: made.video, type: 'video/mp4', ending: '.mp4' }],
    poster: made.poster,
    seconds: made.facts.seconds,
    facts: { ...made.facts, left, filledBy },
  };
}

/** Removes text by the service in use, or by the built-in one where it fails and operators have allowed that. */
async function fill(
  ctx: ServerContext,
  wanted: WantedRemoval,
  work: ToolWork,
): Promise<{ made: MadeCut; filledBy: FilledBy }> {
  const { media, providers, log } = ctx;
  const filler = await fillerInUse(ctx);
  const by = async ({ id, provider }: Filler): Promise<MadeCut> => {
    const share = provider.form === 'built-in' ? 0 : FINDING;
    const finding = { signal: work.signal, progress: (done: number) => work.progress(done * share) };
    const node = await removalNode(ctx, { id, provider }, wanted, finding);
    return takeCut(media, node, { ...work, progress: (done) => work.progress(share + done * (1 - share)) });
  };
  const { form } = filler.provider;
  try {
    return { made: await by(filler), filledBy: form };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const standIn = await providers.standIn('inpainting');
    if (standIn === null) failedWith(error, filler.id);
    log.warn({ err: error, provider: filler.id }, 'a service has not filled a video; the built-in one stands in');
    return { made: await by(standIn), filledBy: 'stand-in' };
  }
}

/** What can still be read of removed text; null where nothing can read it just now, which does not spoil the video. */
async function readBack(
  { media, use, log }: ServerContext,
  path: string,
  { texts, language }: { texts: readonly TextToRemove[]; language: string },
  { signal, progress }: { signal: AbortSignal; progress(done: number): void },
): Promise<LeftText | null> {
  const eye = use(EYE);
  if (eye === undefined) return null;
  const source: NodeSource = {
    ...{ hash: await media.hasher.hash(path, signal), name: basename(path) },
    read: (look) => look(path),
  };
  try {
    const { cues } = await eye.readVideo(source, { language, signal, onProgress: (done) => progress(done) });
    return findLeftText(
      cues,
      texts.map(({ track }) => track),
    );
  } catch (error) {
    throwIfCancelled(signal);
    log.warn({ err: error }, 'a result could not be read again');
    return null;
  }
}
