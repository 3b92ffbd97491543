import { tracksOf } from '#core/contract/box-track.ts';
import { fail } from '#core/contract/errors.ts';
import { extentOf } from '#core/contract/price.ts';
import type { TextCue } from '#core/contract/text-cue.ts';
import { FEATURES } from '#core/contract/tiers.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { takeCut } from '#core/server/services/media/cut/cut-node.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { serverSettings } from '#core/server/services/settings/server-settings.ts';
import { defineTool, type ItemOf, type Outcome, type ToolWork } from '#core/server/services/tool-runs/tool.ts';
import { EYE } from '#plugins/eye/server/api.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';

import { COVER_TOOL, followsText, maskSettingsSchema, masksOf, MOST_VIDEOS } from '../mask-settings.ts';
import type { Mask, MaskSettings } from '../mask-settings.ts';
import { settings } from '../settings.ts';
import { coverOperation } from './cover-operation.ts';
import type { Layer } from './cover-params.ts';
import { sourceOf } from './source-of.ts';
import { videoShape } from './video-shape.ts';

/** The share of an item's progress that reading its text is. */
const READING = 0.4;

/** The tool that covers parts of videos: one video for each. */
export const coverTool = (ctx: ServerContext) =>
  defineTool<MaskSettings, { material: string }>({
    name: COVER_TOOL,
    settings: maskSettingsSchema,
    inputs: { kinds: ['video'], most: MOST_VIDEOS },
    batch: {
      feature: FEATURES.mosaic,
      free: async () => (await serverSettings(ctx, settings).operator()).freeVideos,
    },
    nothing: 'mask:nothing-made',
    async extent({ accountId, inputs }) {
      const known = await ctx.use(LIBRARY)?.find(accountId, inputs);
      return extentOf(inputs.map((id) => known?.get(id)?.seconds ?? Infinity));
    },
    async plan({ inputs, settings, accountId }) {
      const library = ctx.use(LIBRARY) ?? fail('mask:library-missing', {}, { kind: 'unavailable' });
      const known = await library.find(accountId, inputs);
      return inputs.map((material) => {
        const { name = 'video', seconds, size } = known.get(material) ?? {};
        const masks = masksOf(settings, material);
        const lasts = seconds ?? 30;
        return {
          name: name.replace(/\.[A-Za-z0-9]{2,4}$/, ''),
          sources: [material],
          params: { material },
          cost: 1 + coveredSeconds(masks, lasts) * 0.9 + (masks.some(followsText) ? lasts * 0.4 : 0),
          ...(size === undefined ? {} : { bytes: size }),
        };
      });
    },
    make: (item, work) => coverVideo(ctx, item, work),
  });

/** How long masks are seen of so many seconds, text as if it were there all the time. */
function coveredSeconds(masks: readonly Mask[], seconds: number): number {
  const first = Math.min(...masks.map(({ from }) => from));
  const last = Math.max(...masks.map(({ to }) => to ?? seconds));
  return Math.max(0, Math.min(seconds, last) - first);
}

/**
 * @throws expected `mask:video-missing`, `mask:image-missing`, `mask:eye-missing`, what reading text says, and what the
 *   operation refuses
 */
async function coverVideo(
  ctx: ServerContext,
  { run, params: { material } }: ItemOf<MaskSettings, { material: string }>,
  work: ToolWork,
): Promise<Outcome> {
  const { accountId, settings } = run;
  const masks = masksOf(settings, material);
  const video = await sourceOf(ctx, accountId, { id: material, kind: 'video' });
  const reads = masks.some(followsText);
  const cues = reads ? await readText(ctx, video, settings.language, work) : [];
  const shape = reads ? await videoShape(ctx, video, work.signal) : 1;
  const images: NodeSource[] = [];
  const layers: Layer[] = [];
  for (const mask of masks) {
    const tracks = tracksOf(mask, cues, shape);
    if (tracks.length === 0) continue;
    const { look, feather } = mask;
    if (look.kind === 'picture') {
      images.push(await sourceOf(ctx, accountId, { id: look.image, kind: 'image' }));
      layers.push({ look: { kind: 'picture', source: images.length }, feather, tracks });
      continue;
    }
    const before = layers.at(-1);
    // Drawn as one, which costs less.
    if (before !== undefined && isSame(before, { look, feather })) before.tracks.push(...tracks);
    else layers.push({ look, feather, tracks });
  }
  if (layers.length === 0) return { state: 'given-up', error: { code: 'mask:no-text', params: {} } };
  const seconds = layers
    .flatMap(({ tracks }) => tracks)
    .reduce((sum, { from, to }) => sum + (to ?? from + 30) - from, 0);
  const node = ctx.media.node(coverOperation, { seconds, layers }, { sources: [video, ...images] });
  const from = reads ? READING : 0;
  const progress = (done: number) => work.progress(from + done * (1 - from));
  const made = await takeCut(ctx.media, node, { ...work, progress });
  return {
    state: 'made',
    files: [{ path: made.video, type: 'video/mp4', ending: '.mp4' }],
    poster: made.poster,
    facts: { ...made.facts },
    seconds: made.facts.seconds,
  };
}

async function readText(
  ctx: ServerContext,
  video: NodeSource,
  language: string,
  { signal, progress }: ToolWork,
): Promise<readonly TextCue[]> {
  const eye = ctx.use(EYE) ?? fail('mask:eye-missing', {}, { kind: 'unavailable' });
  return (await eye.readVideo(video, { language, signal, onProgress: (done) => progress(done * READING) })).cues;
}

const isSame = (one: Pick<Layer, 'look' | 'feather'>, other: Pick<Layer, 'look' | 'feather'>): boolean =>
  one.feather === other.feather && JSON.stringify(one.look) === JSON.stringify(other.look);
