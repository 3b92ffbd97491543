import { eq } from 'drizzle-orm';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import { extentOf } from '#core/contract/price.ts';
import { UNCHANGED as WHOLE } from '#core/contract/reframe.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { makeCut } from '#core/server/services/media/cut/cut-node.ts';
import { coreToolItems } from '#core/server/services/tool-runs/tables.ts';
import {
  defineTool,
  type ItemOf,
  type MadeItem,
  type Outcome,
  type PlannedItem,
  type RunOf,
  type ToolWork,
} from '#core/server/services/tool-runs/tool.ts';
import { LIBRARY, type LibraryMaterial } from '#plugins/materials/server/api.ts';

import { MOST_SHOTS, MOST_VIDEOS, SPLIT_TOOL } from '../limits.ts';
import { shotsOf, UNCHANGED } from '../shots.ts';
import { findShots, sourceOf } from './find-shots.ts';
import { splitItemSchema, splitSettingsSchema, type SplitItem, type SplitSettings } from './split-settings.ts';
import { segmentationVideos } from './tables.ts';

/** Days that the files of a run are kept; what is in the library stays. */
const KEEP_DAYS = 30;

/** Materials that a run's facts name. */
const NAMED = 500;

/** The tool that exports shots as videos of their own, and puts them into the library. */
export const splitTool = (ctx: ServerContext) =>
  defineTool<SplitSettings, SplitItem>({
    name: SPLIT_TOOL,
    settings: splitSettingsSchema,
    params: splitItemSchema,
    inputs: { kinds: ['video'], most: MOST_VIDEOS },
    keepDays: KEEP_DAYS,
    // How many shots a video has is not known before it was looked at.
    counts: 'inputs',
    async extent({ accountId, inputs }) {
      const known = await ctx.use(LIBRARY)?.find(accountId, inputs);
      return extentOf(inputs.map((id) => known?.get(id)?.seconds ?? Infinity));
    },
    isOwn: true,
    nothing: 'segmentation:nothing-split',
    plan: (run, work, made) => planSplit(ctx, run, work, made),
    make: (item, work) =>
      'find' in item.params ? lookAt(ctx, item, item.params.find, work) : cutShot(ctx, item, item.params, work),
    async finish({ id, accountId, settings: { folderId } }) {
      const library = ctx.use(LIBRARY) ?? fail('segmentation:library-missing', {}, { kind: 'unavailable' });
      const materials = await library.keep(accountId, { runId: id, folderId });
      return { folderId, kept: materials.length, materials: materials.slice(0, NAMED) };
    },
    async ended(tx, { id, accountId, inputs }, end) {
      const library = ctx.use(LIBRARY);
      if (library === undefined) return;
      const made = await tx.scope(accountId).select(coreToolItems, { where: eq(coreToolItems.runId, id) });
      const split = new Set(made.flatMap(({ state, sources }) => (state === 'made' ? sources : [])));
      await library.setSplit(tx, accountId, [...split], 'done');
      const rest = inputs.filter((input) => !split.has(input));
      await library.setSplit(tx, accountId, rest, end === 'cancelled' ? 'none' : 'failed', ['splitting']);
    },
  });

/**
 * First the shots that are named, and a look at each video of which all are wanted; then the shots that were found there.
 * @throws expected `segmentation:too-many-shots`
 */
async function planSplit(
  ctx: ServerContext,
  { accountId, inputs, settings, round }: RunOf<SplitSettings>,
  { signal }: ToolWork,
  made: readonly MadeItem<SplitItem>[],
): Promise<PlannedItem<SplitItem>[]> {
  const library = ctx.use(LIBRARY) ?? fail('segmentation:library-missing', {}, { kind: 'unavailable' });
  const known = await library.find(accountId, inputs);
  const planned: PlannedItem<SplitItem>[] = [];
  const has = new Set(made.flatMap(({ sources }) => sources));
  for (const material of inputs) {
    const video = known.get(material);
    const own = settings.own[material];
    if (round === 0 && own !== undefined)
      planned.push(...own.map((shot, at) => shotItem(material, video, { ...shot, number: at + 1 })));
    else if (round === 0) {
      const name = titleOf(video);
      planned.push({ name, sources: [material], params: { find: material }, cost: 1 + (video?.seconds ?? 30) * 0.1 });
    } else if (own === undefined && !has.has(material)) {
      planned.push(...(await foundItems(ctx, { accountId, material, video, settings, signal })));
    }
  }
  if (planned.length > MOST_SHOTS) {
    fail('segmentation:too-many-shots', { count: planned.length, most: MOST_SHOTS }, { kind: 'invalid' });
  }
  return planned;
}

/** All shots of a video as they were found, and as its owner has changed them since; of a damaged one, none. */
async function foundItems(
  ctx: ServerContext,
  {
    accountId,
    material,
    video,
    settings,
    signal,
  }: {
    accountId: string;
    material: string;
    video: LibraryMaterial | undefined;
    settings: SplitSettings;
    signal: AbortSignal;
  },
): Promise<PlannedItem<SplitItem>[]> {
  try {
    // Known by now, so that this costs a look-up.
    const found = await findShots(ctx, accountId, material, { signal, progress: () => undefined });
    const row = await ctx.db.scope(accountId).find(segmentationVideos, eq(segmentationVideos.id, material));
    const shots = shotsOf(found, settings.rule, row?.edit ?? UNCHANGED).filter(({ isLeftOut }) => !isLeftOut);
    return shots.map((shot, at) => shotItem(material, video, { ...shot, number: at + 1 }));
  } catch (error) {
    if (error instanceof ExpectedError && error.kind !== 'unavailable') return [];
    throw error;
  }
}

function shotItem(
  material: string,
  video: LibraryMaterial | undefined,
  { from, to, name, tags, number }: { from: number; to: number; name: string; tags: readonly string[]; number: number },
): PlannedItem<SplitItem> {
  const seconds = to - from;
  const title = name === '' ? `${titleOf(video)} ${String(number).padStart(2, '0')}` : name;
  return {
    // Tags are found by the library's search, which looks through names.
    name: [title, ...tags.map((tag) => `#${tag}`)].join(' ').slice(0, 120),
    sources: [material],
    params: { material, from, to, number, tags: [...tags] },
    cost: 1 + seconds,
    ...(video?.seconds ? { bytes: Math.round((video.size * seconds) / video.seconds) } : {}),
  };
}

const titleOf = (video: LibraryMaterial | undefined): string =>
  (video?.name ?? 'video').replace(/\.[A-Za-z0-9]{2,4}$/, '').slice(0, 80);

/** Finds the shots of a video. What is planned next takes the place of this item; a video without any fails by name. */
async function lookAt(
  ctx: ServerContext,
  { run }: ItemOf<SplitSettings, SplitItem>,
  material: string,
  work: ToolWork,
): Promise<Outcome> {
  await findShots(ctx, run.accountId, material, work);
  return { state: 'replaced' };
}

async function cutShot(
  ctx: ServerContext,
  { run }: ItemOf<SplitSettings, SplitItem>,
  { material, from, to, tags, number }: Exclude<SplitItem, { find: string }>,
  work: ToolWork,
): Promise<Outcome> {
  const source = await sourceOf(ctx, run.accountId, material);
  const { video, poster, facts } = await makeCut(ctx.media, source, { from, to, reframe: WHOLE }, work);
  return {
    state: 'made',
    files: [{ path: video, type: 'video/mp4', ending: '.mp4' }],
    poster,
    facts: { ...facts, number, tags },
    seconds: facts.seconds,
  };
}
