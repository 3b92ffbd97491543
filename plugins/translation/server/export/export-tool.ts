import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { fail } from '#core/contract/errors.ts';
import { extentOf } from '#core/contract/price.ts';
import { slowedSpan, type SlowStretch } from '#core/contract/slow-stretches.ts';
import { writeSrt } from '#core/contract/timed-text/srt.ts';
import type { TimedCue } from '#core/contract/timed-text/timed-cue.ts';
import { writeVtt } from '#core/contract/timed-text/vtt.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { takeCut, type MadeCut } from '#core/server/services/media/cut/cut-node.ts';
import { missingGlyphs } from '#core/server/services/media/fonts/missing-glyphs.ts';
import type { Media } from '#core/server/services/media/media.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import {
  defineTool,
  type ItemOf,
  type MadeFile,
  type MadeItem,
  type Outcome,
  type RunOf,
  type ToolWork,
} from '#core/server/services/tool-runs/tool.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';
import {
  EXPORT_TOOL,
  exportItemSchema,
  exportSettingsSchema,
  type ExportItem,
  type ExportSettings,
} from '#plugins/translation/export-settings.ts';
import { isTogether } from '#plugins/translation/export-options.ts';
import { TRANSLATION_LIMITS } from '#plugins/translation/limits.ts';
import { lookOf } from '#plugins/translation/subtitle-style.ts';

import { slowPictures } from '../dubbing/slow-picture-operation.ts';
import { findProject } from '../project-rows.ts';
import { sourceOf } from '../source-of.ts';
import { drawSourcePoster } from '../source-poster.ts';
import type { ExportCue } from '../tables.ts';
import { baseOperation, type Spans } from './base-operation.ts';
import { burnOperation, LOOKS } from './burn-operation.ts';
import { withSecond } from './export-cues.ts';
import { frozenCues } from './frozen-cues.ts';
import { fontOf } from './fonts.ts';
import { addTracks, softVideo, withSound, type SoftTrack, type SoftVideo } from './soft-video.ts';
import type { SubtitleCue } from './subtitle-cue.ts';

/** Days that the files of a run are kept; what is in the library stays. */
const KEEP_DAYS = 30;
/** CPU seconds that a second of video takes, burned and with tracks. */
const [BURNING, COPYING] = [0.7, 0.02];
/** The share of an item's progress that burning is, where tracks follow. */
const BURNED = 0.95;
/** Characters that are named of those that no font has. */
const NAMED = 12;

/** The tool that makes videos with the subtitles of a translation. */
export const exportTool = (ctx: ServerContext) =>
  defineTool<ExportSettings, ExportItem>({
    name: EXPORT_TOOL,
    settings: exportSettingsSchema,
    params: exportItemSchema,
    inputs: { kinds: ['video'], most: 1 + TRANSLATION_LIMITS.targets },
    keepDays: KEEP_DAYS,
    isOwn: true,
    isStep: ({ isStep }) => isStep,
    listedBy: 'project',
    nothing: 'translation:export.nothing-made',
    async extent({ accountId, settings }) {
      const [video] = (await ctx.use(LIBRARY)?.find(accountId, [settings.material]))?.values() ?? [];
      return extentOf(itemsOf(settings).map(() => video?.seconds ?? Infinity));
    },
    async plan({ accountId, settings }) {
      const library = ctx.use(LIBRARY) ?? fail('translation:export.library-missing', {}, { kind: 'unavailable' });
      const { material, dubs, slower } = settings;
      const { name = 'video', seconds, size } = (await library.find(accountId, [material])).get(material) ?? {};
      const stem = name.replace(/\.[A-Za-z0-9]{2,4}$/, '').slice(0, 80);
      return itemsOf(settings).map((languages) => {
        const dub = dubs[languages[0] ?? ''] ?? null;
        return {
          name: languages.length === 1 ? `${stem} ${languages[0]}` : stem,
          sources: dub === null ? [material] : [material, dub],
          params: { material, dub, languages, slower: slower[languages[0] ?? ''] ?? [] },
          cost: 1 + (seconds ?? 30) * (settings.form === 'soft' ? COPYING : BURNING),
          ...(size === undefined ? {} : { bytes: size }),
        };
      });
    },
    make: (item, work) => exportVideo(ctx, item, work),
    finish: (run, _work, made) => keepByLanguage(ctx, run, made),
  });

/** The languages of each video that comes out. */
function itemsOf(settings: ExportSettings): string[][] {
  const { languages } = settings;
  return isTogether(settings, languages) ? [[...languages]] : languages.map((language) => [language]);
}

/** @throws expected `translation:missing`, `translation:export.…`, and what damaged videos are told by */
async function exportVideo(
  ctx: ServerContext,
  { run, params: { material, dub, languages, slower } }: ItemOf<ExportSettings, ExportItem>,
  work: ToolWork,
): Promise<Outcome> {
  const { accountId, settings } = run;
  const { project, form, second } = settings;
  const open = (id: string) => sourceOf(ctx, { accountId, id }, 'translation:export.no-video');
  const video = await open(material);
  const sound = dub === null ? null : await open(dub);
  const { from } = await findProject(ctx.db, { accountId, id: project });
  const read = (language: string) => frozenCues(ctx, { accountId, runId: run.id, project }, language);
  const subtitles = await Promise.all(languages.map(async (language) => ({ language, cues: await read(language) })));
  const [main] = subtitles;
  if (main === undefined) throw new TypeError('translation.export: an item without a language');
  // One that is the same as the first would stand there twice.
  const others = second === null || languages.includes(second) ? null : { language: second, cues: await read(second) };
  const burned =
    form === 'soft'
      ? null
      : await burn(ctx, { video, spans: (await read(from)).map(spanOf), slower }, { main, others, settings }, work);
  const tracks = form === 'burned' ? [] : [...subtitles, ...(others === null ? [] : [others])].map(trackOf(slower));
  const shown =
    burned === null
      ? await withPictures(ctx.media, { video, slower }, work, (of) =>
          softVideo(ctx.media, of, tracks, { ...work, sound }),
        )
      : await withTracks(ctx, burned, { tracks, sound }, work);
  const { width, height, seconds } = shown;
  work.progress(1);
  return {
    state: 'made',
    files: [
      { path: shown.video, type: 'video/mp4', ending: '.mp4' },
      ...(await textFiles(subtitles, slower, work.folder)),
    ],
    poster: burned?.poster ?? (await drawSourcePoster(ctx.media, video, work)),
    seconds,
    facts: {
      ...{ languages, second: others?.language ?? null, form, lines: main.cues.length },
      ...{ seconds, width, height },
      // What the library tells of how often pictures were encoded rests on these three.
      ...{ first: burned?.facts.first ?? 0, last: burned?.facts.last ?? 0, copied: burned?.facts.copied ?? 0 },
      burned: burned === null ? null : { ...burned.facts },
    },
  };
}

/** A language with its lines. */
interface Subtitles {
  language: string;
  cues: readonly ExportCue[];
}

const spanOf = ({ start, end }: ExportCue): Spans[number] => ({ start, end });

const trackOf =
  (slower: readonly SlowStretch[]) =>
  ({ language, cues }: Subtitles): SoftTrack => ({
    language,
    spans: cues.map((cue) => ({ ...cue, ...slowedSpan(slower, cue) })),
  });

/** Uses a video, slower where it is to be; then it has no sound of its own. */
async function withPictures<T>(
  media: Pick<Media, 'graph' | 'node' | 'hasher'>,
  { video, slower }: { video: NodeSource; slower: readonly SlowStretch[] },
  { signal }: ToolWork,
  use: (video: NodeSource) => Promise<T>,
): Promise<T> {
  if (slower.length === 0) return await use(video);
  return await slowPictures(media, { source: video, stretches: slower, signal }, async (path) =>
    use({ hash: await media.hasher.hash(path, signal), name: video.name, read: (read) => read(path) }),
  );
}

async function burn(
  ctx: ServerContext,
  { video, spans, slower }: { video: NodeSource; spans: Spans; slower: readonly SlowStretch[] },
  { main, others, settings: { style, form } }: { main: Subtitles; others: Subtitles | null; settings: ExportSettings },
  work: ToolWork,
): Promise<MadeCut> {
  const cues: SubtitleCue[] = withSecond(main.cues, others?.cues ?? []);
  await assertDrawable(ctx, [main, ...(others === null ? [] : [others])], lookOf(style).bold, work.signal);
  const base = ctx.media.node(baseOperation, { spans }, { sources: [video] });
  const { language } = main;
  const shown = { name: video.name, cues, language, second: others?.language ?? null, style, looks: LOOKS };
  const params = slower.length === 0 ? shown : { ...shown, slower: [...slower] };
  const node = ctx.media.node(burnOperation, params, { inputs: [base] });
  const progress = (done: number) => work.progress(form === 'both' ? done * BURNED : done);
  return await takeCut(ctx.media, node, { ...work, progress });
}

/** @throws expected `translation:export.font-missing` where letters would be drawn as boxes */
async function assertDrawable(
  { media }: ServerContext,
  subtitles: readonly Subtitles[],
  bold: boolean,
  signal: AbortSignal,
): Promise<void> {
  const styled = subtitles.map(({ language, cues }) => ({
    ...{ style: { font: fontOf(language).family, bold }, texts: cues.map(({ text }) => text) },
  }));
  const missing = await missingGlyphs(media.runner)(styled, signal);
  if (missing.length === 0) return;
  const characters = missing.slice(0, NAMED).map(({ character }) => character);
  const packages = [...new Set(missing.map((each) => each.package))].join(' ');
  fail('translation:export.font-missing', { characters: characters.join(' '), packages }, { kind: 'invalid' });
}

/** A burned video, with tracks and with another sound where some are wanted. */
async function withTracks(
  { media }: ServerContext,
  { video, facts }: MadeCut,
  { tracks, sound: other }: { tracks: readonly SoftTrack[]; sound: NodeSource | null },
  { folder, signal }: ToolWork,
): Promise<SoftVideo> {
  const { width, height, seconds, sound } = facts;
  const streams = sound === 'none' ? [0] : [0, 1];
  const to = { folder, signal, picture: { width, height } };
  const isWhole = tracks.length === 0 && other === null;
  const path = isWhole
    ? video
    : await withSound(other, { path: video, streams }, (of) => addTracks(media.runner, of, tracks, to));
  return { video: path, width, height, seconds };
}

/** The lines of each language as files that stand beside the video. */
async function textFiles(
  subtitles: readonly Subtitles[],
  slower: readonly SlowStretch[],
  folder: string,
): Promise<MadeFile[]> {
  const files: MadeFile[] = [];
  for (const { language, cues } of subtitles) {
    const timed = cues.map(({ cue, ...rest }): TimedCue => ({
      ...{ ...rest, ...slowedSpan(slower, rest), id: cue, words: [], source: 'typed' },
    }));
    const of = subtitles.length === 1 ? '' : `.${language}`;
    for (const { write, type, ending } of FILES) {
      const path = join(folder, `${language}${ending}`);
      await writeFile(path, write(timed));
      files.push({ path, type, ending: `${of}${ending}` });
    }
  }
  return files;
}

const FILES = [
  { write: writeSrt, type: 'application/x-subrip', ending: '.srt' },
  { write: writeVtt, type: 'text/vtt', ending: '.vtt' },
];

/** Puts the videos into the library, each into the folder of its language. */
async function keepByLanguage(
  ctx: ServerContext,
  { id: runId, accountId, settings: { folderId, folders } }: RunOf<ExportSettings>,
  made: readonly MadeItem<ExportItem>[],
) {
  const library = ctx.use(LIBRARY) ?? fail('translation:export.library-missing', {}, { kind: 'unavailable' });
  const kept: { materialId: string; folderId: string | null }[] = [];
  for (const { id, params } of made) {
    const [language = '', ...more] = params.languages;
    // One video of all languages stands above their folders.
    const own =
      more.length > 0
        ? folderId
        : await ctx.db.transaction((tx) => library.folder(tx, accountId, folders[language] ?? language, folderId));
    const materials = await library.keep(accountId, { runId, items: [id], folderId: own });
    kept.push(...materials.map((materialId) => ({ materialId, folderId: own })));
  }
  return { folderId, kept: kept.length, made: kept };
}
