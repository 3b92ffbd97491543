import { mkdir, readFile, realpath } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';

import type { CaptionEvent } from '#plugins/mixing/captions.ts';
import { fail } from '#core/contract/errors.ts';
import type { Command, CommandContext } from '#core/server/plugins/command.ts';
import type { Media } from '#core/server/services/media/media.ts';
import { openMaterial } from '#core/server/services/media/material-file.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { createNodeLocks } from '#core/server/services/media/node-locks.ts';
import { spokenLanguages } from '#core/server/services/providers/speakers.ts';
import { safeFileName } from '#core/server/services/media/safe-file-name.ts';
import { REELPORT_VERSION } from '#core/server/ground/version.ts';

import { describeMissingGlyphs } from '#plugins/mixing/glyphs.ts';
import { mixProjectSchema, type MixProject } from '#plugins/mixing/project.ts';
import { parseSrt } from '#plugins/mixing/srt.ts';
import { missingGlyphs } from '#core/server/services/media/fonts/missing-glyphs.ts';
import { openJournal } from '../batch/batch-journal.ts';
import { runBatch, type BatchPhase, type BatchResult } from '../batch/run-batch.ts';
import { readShotFolders, type ShotFolder } from '../batch/shot-folder.ts';
import { writeCertificate } from '../certificate/write-certificate.ts';
import { makeDemoMaterial, makeDemoMusic } from '../demo/demo-material.ts';
import { FADE_COLOURS } from '../effects/fade-colours.ts';
import type { MaterialCandidate } from '../render/prepare-materials.ts';
import { projectTexts } from '#plugins/mixing/project-texts.ts';
import { certificateTexts } from './certificate-texts.ts';
import { reportBatch } from './report-batch.ts';
import { readMixArguments, replayCommand, type MixArguments } from './mix-arguments.ts';

const LABELS = {
  reading: 'mixing:progress-reading',
  planning: 'mixing:progress-planning',
  rendering: 'mixing:progress-rendering',
  certifying: 'mixing:progress-certifying',
} as const satisfies Record<BatchPhase, string>;

/** `npm run mix -- FOLDER --out OUT`: a folder of clips becomes distinct videos, without a server. */
async function mix(context: CommandContext): Promise<number> {
  const started = Date.now();
  const values = readMixArguments(context.arguments);
  if (values === undefined) {
    context.print(context.translate('mixing:help'));
    return 0;
  }
  // Whatever was mistyped is refused before a folder for the videos exists.
  await checkLanguage(context, values);
  checkEffect(context, values);
  const inputs = await openInputs(context.media, values);
  const clips = values.demo ? undefined : await findClips(resolve(values.folder));
  const out = resolve(values.out);
  await mkdir(join(out, '.reelport'), { recursive: true }).catch((error: unknown) => refuseOut(error, values.out));
  const release = await createNodeLocks(join(out, '.reelport')).tryLock('batch');
  if (release === undefined) {
    fail('mixing:batch-busy', { folder: values.out });
  }
  try {
    const wanted = clips === undefined ? await drawDemo(context, inputs, out) : { ...inputs, clips };
    const result = await makeBatch(context, values, wanted, out);
    await writeCertificate(out, result.certificate, {
      language: context.language,
      texts: certificateTexts(),
      command: replayCommand(values),
    });
    await reportBatch(context, result, values, (Date.now() - started) / 1000);
    return result.certificate.failures.length === 0 ? 0 : 1;
  } catch (error) {
    if (context.signal.aborted) {
      context.print(context.translate('mixing:stopped'));
    }
    refuseOut(error, values.out);
  } finally {
    await release();
  }
}

export default { run: mix, effects: [FADE_COLOURS] } satisfies Command;

/** What the file system says of the folder for the videos, in words; other errors stay as they are. */
function refuseOut(error: unknown, folder: string): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'core:disk-full') {
    fail('mixing:disk-full', { folder }, { kind: 'unavailable', cause: error });
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR' || code === 'EEXIST') {
    fail('mixing:out-refused', { folder }, { kind: 'invalid', cause: error });
  }
  throw error;
}

/** Refuses a language that nobody speaks here, which the voice alone knows. */
async function checkLanguage({ providers }: CommandContext, { voice, language }: MixArguments): Promise<void> {
  if (voice === undefined) return;
  const spoken = await spokenLanguages(providers);
  if (spoken.includes(language)) return;
  fail(
    'mixing:option-wrong',
    { option: '--language', value: language, accepts: spoken.join(', ') },
    { kind: 'invalid' },
  );
}

/** Refuses an effect that is not there. */
function checkEffect({ media }: CommandContext, { effect }: MixArguments): void {
  if (effect === undefined || media.effects.find(effect) !== undefined) return;
  const accepts = media.effects
    .list()
    .map(({ name }) => name)
    .join(', ');
  fail('mixing:option-wrong', { option: '--effect', value: effect, accepts }, { kind: 'invalid' });
}

/** Files that the command line names, besides the clips. */
interface MixInputs {
  music?: NodeSource;
  subtitles?: CaptionEvent[];
}

interface Clips {
  folder: string;
  /** The folder itself where `folder` is a link to it: no clip may lie outside. */
  within: string;
  groups: ShotFolder[];
}

async function openInputs(media: Media, { music, subtitles }: MixArguments): Promise<MixInputs> {
  return {
    ...(subtitles === undefined ? {} : { subtitles: await readSubtitles(subtitles) }),
    ...(music === undefined ? {} : { music: await openSource(media, resolve(music), music) }),
  };
}

async function findClips(folder: string): Promise<Clips> {
  return { folder, groups: await readShotFolders(folder), within: await realpath(folder) };
}

async function drawDemo(
  context: CommandContext,
  inputs: MixInputs,
  out: string,
): Promise<MixInputs & { clips: Clips }> {
  const folder = join(out, '.reelport', 'demo');
  const music = join(folder, 'music.mp3');
  await mkdir(folder, { recursive: true });
  const { media, signal } = context;
  await makeDemoMaterial(media.runner, folder, {
    ...{ groups: 5, clips: 5, sides: [720], seconds: [3.2, 5], signal },
    onClip: (done, total) => context.showProgress(context.translate('mixing:progress-drawing'), done / total, null),
  });
  await makeDemoMusic(media.runner, music, signal);
  return { music: await openSource(media, music, music), ...inputs, clips: await findClips(folder) };
}

async function makeBatch(
  context: CommandContext,
  values: MixArguments,
  { clips, music, subtitles }: MixInputs & { clips: Clips },
  out: string,
): Promise<BatchResult> {
  const { media, providers, signal } = context;
  const project = projectOf(values, clips, music, subtitles);
  await tellMissingGlyphs(context, project);
  return runBatch({
    ...{ media, providers, out, signal, music, project, count: values.count, share: values.share, seed: values.seed },
    candidates: clips.groups.flatMap(({ files }) => files.map((file) => candidateOf(media, clips, file))),
    tools: { reelport: REELPORT_VERSION, ffmpeg: media.runner.tools.version },
    journal: await openJournal(out),
    onProgress: (phase, done, left) => context.showProgress(context.translate(LABELS[phase]), done, left),
    onRefused: ({ id, error }) =>
      context.print(
        context.translate('mixing:refused', {
          file: safeFileName(id),
          reason: context.translate(error.code, error.params),
        }),
      ),
  });
}

/** Says before anything is burned in which characters would come out as boxes. */
async function tellMissingGlyphs(
  { media, print, translate, signal }: CommandContext,
  project: MixProject,
): Promise<void> {
  const missing = describeMissingGlyphs(await missingGlyphs(media.runner)(projectTexts(project), signal));
  if (missing !== null) print(translate('mixing:glyphs-missing', missing));
}

function projectOf(
  values: MixArguments,
  clips: Clips,
  music: NodeSource | undefined,
  cues: CaptionEvent[] | undefined,
): MixProject {
  const { ratio, resolution, fit, voice, title } = values;
  return mixProjectSchema.parse({
    ...{ ratio, resolution, fit, shotSeconds: values.shot },
    name: safeFileName(basename(clips.folder)).slice(0, 100) || 'mix',
    order: values.shuffle ? 'shuffled' : 'fixed',
    evenSound: values['even-sound'],
    groups: clips.groups.map(({ name, files }, index) => ({
      id: String(index + 1),
      name: name.slice(0, 80),
      materials: files.map((material) => ({ material })),
      transition: values.transition === undefined ? null : { kind: values.transition },
      ...(values.effect === undefined ? {} : { effect: { name: values.effect, params: {} } }),
    })),
    music: music === undefined ? null : { material: music.hash },
    titles: title.length === 0 ? null : { texts: title },
    subtitles: cues === undefined ? null : { cues },
    dubbing: voice === undefined ? null : { text: voice, language: values.language },
  });
}

async function readSubtitles(path: string) {
  const source = await readFile(path, 'utf8').catch((error: unknown) =>
    fail('mixing:file-missing', { file: path }, { kind: 'invalid', cause: error }),
  );
  return parseSrt(source, basename(path));
}

function candidateOf(media: Media, { folder, within }: Clips, file: string): MaterialCandidate {
  return {
    id: file,
    async open() {
      const { path } = await openMaterial(join(folder, file), within);
      return openSource(media, path, file);
    },
  };
}

async function openSource(media: Media, path: string, name: string): Promise<NodeSource> {
  const hash = await media.hasher
    .hash(path)
    .catch((error: unknown) => fail('mixing:file-missing', { file: name }, { kind: 'invalid', cause: error }));
  return { hash, name: safeFileName(name), read: (use) => use(path) };
}
