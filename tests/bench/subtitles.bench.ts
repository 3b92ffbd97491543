import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { LANGUAGES } from '#core/contract/languages.ts';
import { createMedia } from '#core/server/services/media/create-media.ts';
import { CUT_FILES } from '#core/server/services/media/cut/exact-cut.ts';
import { harbourScene } from '#plugins/mixing/server/demo/harbour-scene.ts';
import { assDocument } from '#plugins/translation/server/export/ass-document.ts';
import { baseOperation } from '#plugins/translation/server/export/base-operation.ts';
import { burnOperation, LOOKS } from '#plugins/translation/server/export/burn-operation.ts';
import { addTracks } from '#plugins/translation/server/export/soft-video.ts';
import type { SubtitleCue } from '#plugins/translation/server/export/subtitle-cue.ts';
import { subtitleStyleSchema } from '#plugins/translation/subtitle-style.ts';

import { reportBench } from './bench-report.ts';
import { SAID } from './words-case.ts';

// One video with subtitles in 28 languages, burned in and as tracks, against plain ffmpeg, which encodes all of it for
// each. About forty minutes on two cores with nothing else to do.

const trial = process.env['REELPORT_BENCH_SAMPLE'];
const isTrial = trial !== undefined;
const [WIDTH, HEIGHT] = [1080, 1920];
const SECONDS = isTrial ? 20 : 60;
const languages = LANGUAGES.slice(0, isTrial ? 4 : 28).map(({ tag }) => tag);
/** Of how many languages one is made by plain ffmpeg, which takes as long for each. */
const PLAIN_EACH = isTrial ? 4 : 7;
/** How the product encodes what is burned in. */
const SAME = ['-preset', 'veryfast', '-crf', '18'];
const STYLE = subtitleStyleSchema.parse({});

const folder = await mkdtemp(join(tmpdir(), 'reelport-subtitles-bench-'));
const media = await createMedia({ folder: join(folder, 'cache') });
const { runner } = media;
const { signal } = new AbortController();
try {
  await measure();
} finally {
  await media.close();
  await rm(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const video = join(folder, 'video.mp4');
  await drawVideo(video);
  const source = {
    hash: '0'.repeat(64),
    name: 'video.mp4',
    read: <T>(use: (path: string) => Promise<T>) => use(video),
  };
  const times = shownTimes();
  const covered = times.reduce((sum, { start, end }) => sum + end - start, 0) / 1000;
  const work = { runner, signal, progress: () => undefined };
  const own = await seconds(async () => {
    const base = await made('base');
    await baseOperation.build({ ...work, inputs: [], sources: [source], folder: base }, { spans: times });
    for (const language of languages) {
      const params = {
        name: 'video.mp4',
        cues: cuesOf(language, times),
        language,
        second: null,
        style: STYLE,
        looks: LOOKS,
      };
      await burnOperation.build({ ...work, inputs: [base], sources: [], folder: await made(language) }, params);
    }
  });
  const soft = await seconds(async () => {
    for (const language of languages) {
      const to = { folder: await made(`${language}-soft`), signal, picture: { width: WIDTH, height: HEIGHT } };
      const spans = cuesOf(language, times);
      await addTracks(runner, { path: video, streams: [0, 1] }, [{ language, spans }], to);
    }
  });
  const sampled = languages.filter((_, at) => at % PLAIN_EACH === 0);
  const byFfmpeg = async (quality: readonly string[]) => {
    const cpu = await seconds(async () => {
      for (const language of sampled) await plainEncode(video, { language, times, quality });
    });
    return cpu * (languages.length / sampled.length);
  };
  const [plain, same] = [await byFfmpeg([]), await byFfmpeg(SAME)];
  const share = covered / SECONDS;
  const facts = languages.map((language) => factsOf(join(folder, language)));
  const copied = facts.reduce((sum, each) => sum + each.copied, 0) / facts.reduce((sum, each) => sum + each.last, 0);
  reportBench({
    name: 'subtitles',
    title: 'Subtitles in 28 languages',
    isTrial,
    columns: ['made', 'CPU seconds of all languages', 'of one', 'of what ffmpeg takes'],
    rows: [
      row('burned in', own, plain),
      row('as tracks', soft, plain),
      row('plain ffmpeg, all encoded', plain, plain),
      row('plain ffmpeg, all encoded as quickly as we do', same, plain),
    ],
    notes: [
      `A video of ${SECONDS} s, ${WIDTH} × ${HEIGHT}, 30 frames a second, a key frame every 250; ${times.length} lines cover ${covered.toFixed(1)} s of it (${(share * 100).toFixed(0)} %); ${languages.length} languages.`,
      `Processor time of everything that runs, ours included. Plain ffmpeg burns the same document in, copies the sound, and was measured for ${sampled.length} of the languages: once as it encodes unless it is told otherwise, and once with our preset and quality (veryfast, 18).`,
      'What we burn in is also read back and compared around every joint, which plain ffmpeg does not do.',
      `At least ${(copied * 100).toFixed(0)} % of all frames are the video's own coded pictures. Between lines they rest on pictures that were changed, up to the next key frame, and are encoded once for all languages.`,
    ],
    limits: [
      {
        ...{ what: 'Subtitles: burned in, cost against the share of seconds that lines cover', unit: '×' },
        ...{ rounds: [own / plain / share], atMost: 1.15 },
      },
      { what: 'Subtitles: as tracks, cheaper than an encode', unit: '×', rounds: [plain / soft], atLeast: 25 },
    ],
  });
}

function row(name: string, cpu: number, plain: number): (string | number)[] {
  const each = `${(cpu / languages.length).toFixed(2)} s`;
  return [name, `${cpu.toFixed(1)} s`, each, `${((100 * cpu) / plain).toFixed(1)} %`];
}

async function made(name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path);
  return path;
}

function factsOf(path: string): { copied: number; last: number } {
  return JSON.parse(readFileSync(join(path, CUT_FILES.facts), 'utf8')) as { copied: number; last: number };
}

async function drawVideo(path: string): Promise<void> {
  const scene = harbourScene({
    width: WIDTH,
    height: HEIGHT,
    rate: '30',
    seconds: SECONDS,
    hour: 7,
    seed: 3,
    grain: 6,
  });
  await runner.ffmpeg({
    ...{ cwd: folder, timeout: 1200 },
    args: [
      ...['-filter_complex', `${scene},format=yuv420p`, '-filter_complex', `sine=r=48000:d=${SECONDS}`],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-g', '250', '-c:a', 'aac', path],
    ],
  });
}

/** When a line is shown, in milliseconds. */
interface Shown {
  start: number;
  end: number;
}

/** Lines of 1.6 to 2.8 s with 0.4 to 1.2 s between them. */
function shownTimes(): Shown[] {
  const times: Shown[] = [];
  for (let [at, start] = [0, 300]; ; at++) {
    const end = start + 1600 + ((at * 700) % 1300);
    if (end > SECONDS * 1000 - 200) return times;
    times.push({ start, end });
    start = end + 400 + ((at * 500) % 900);
  }
}

function cuesOf(language: string, times: readonly Shown[]): SubtitleCue[] {
  const texts = SAID[language] ?? SAID['en-US'] ?? [];
  return times.map((time, at) => ({ ...time, text: texts[at % texts.length] ?? '', second: '', words: [] }));
}

async function plainEncode(
  video: string,
  { language, times, quality }: { language: string; times: readonly Shown[]; quality: readonly string[] },
): Promise<void> {
  const events = cuesOf(language, times).map((cue) => ({
    ...{ cue, from: cue.start, to: cue.end, at: (moment: number) => moment },
  }));
  const picture = { width: WIDTH, height: HEIGHT, matrix: 'bt709', isFullRange: false } as const;
  const document = assDocument(events, { language, second: null, style: STYLE }, picture);
  await writeFile(join(folder, 'plain.ass'), document);
  await runner.ffmpeg({
    ...{ cwd: folder, timeout: 1200, cpuSeconds: 2400 },
    args: [
      '-y',
      '-i',
      video,
      '-vf',
      'ass=plain.ass',
      '-c:v',
      'libx264',
      ...quality,
      '-c:a',
      'copy',
      '-f',
      'mp4',
      'plain.mp4',
    ],
  });
}

/** Processor seconds of what is done, in this process and in those that it has started and waited for. */
async function seconds(run: () => Promise<void>): Promise<number> {
  const before = processorTicks();
  await run();
  return (processorTicks() - before) / 100;
}

function processorTicks(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
}
