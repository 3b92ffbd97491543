import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { UNCHANGED } from '#core/contract/reframe.ts';
import { createMedia } from '#core/server/services/media/create-media.ts';
import { CUT_FILES, exactCut } from '#core/server/services/media/cut/exact-cut.ts';
import type { ChangedPicture } from '#core/server/services/media/cut/picture-change.ts';
import { inspectMaterial } from '#core/server/services/media/inspect-material.ts';
import { removalChange } from '#plugins/removal/server/removal-change.ts';
import { drawTexts } from '#tests/fixtures/eye/drawn-text.ts';
import { openEye, sourceOf } from '#tests/fixtures/eye/open-eye.ts';
import { drawnFrames } from '#tests/integration/media/cut/cut-kit.ts';

import { reportBench } from './bench-report.ts';
import { CASES, HEIGHT, KINDS, SECONDS, WIDTH } from './removal/cases.ts';
import { delogoOf, drawCase, lightOf, type DrawnCase } from './removal/draw-case.ts';
import { fillByTelea } from './removal/telea.ts';

// What is seen where text was, against ffmpeg's delogo and the method of Telea that OpenCV fills pictures by: PSNR of
// light in just the pixels that text had changed, of pictures that were drawn before the text was. What can still be
// read of it, and how long it takes.

const trial = process.env['REELPORT_BENCH_SAMPLE'];
const cases = trial === undefined ? CASES : CASES.filter((_, at) => at % 5 === 0);
/** Telea's method takes long: it fills one frame in so many, two pixels around the text and from five around each. */
const [TELEA_EACH, TELEA_EDGE, TELEA_RADIUS] = [10, 2, 5];
const SPEED_SECONDS = trial === undefined ? 12 : 4;
const ROUNDS = trial === undefined ? 3 : 1;
const signal = new AbortController().signal;
const PICTURE: ChangedPicture = {
  ...{ width: WIDTH, height: HEIGHT, pixelFormat: 'yuv420p', rotation: 0, matrix: 'bt709', isFullRange: false },
};

const folder = await mkdtemp(join(tmpdir(), 'reelport-removal-bench-'));
const media = await createMedia({ folder });
try {
  await measure();
} finally {
  await media.close();
  await rm(folder, { recursive: true, force: true });
}

interface Figures {
  name: string;
  kind: string;
  own: number;
  delogo: number;
  telea: number;
  letters: number;
  left: number;
}

async function measure(): Promise<void> {
  const figures: Figures[] = [];
  for (const [at, one] of cases.entries()) {
    const own = join(folder, String(at));
    mkdirSync(own);
    const drawn = await drawCase(one, own);
    const made = await removed(drawn, own);
    const { letters, left } = await readBack(drawn.path, made.file, own);
    figures.push({
      ...{ name: one.name, kind: one.kind, letters, left },
      own: psnr(drawn, made.pictures),
      delogo: psnr(drawn, lightOf(drawn.path, delogoOf(drawn.tracks))),
      telea: psnr(drawn, byTelea(drawn), TELEA_EACH),
    });
  }
  const leads = figures.map(({ own, delogo }) => own - delogo);
  const mean = leads.reduce((sum, lead) => sum + lead, 0) / leads.length;
  const sum = (of: (one: Figures) => number) => figures.reduce((total, one) => total + of(one), 0);
  const speed: number[] = [];
  for (let round = 0; round < ROUNDS; round++) speed.push(await measureSpeed(round));
  reportBench({
    name: 'removal',
    title: 'Subtitle removal',
    isTrial: trial !== undefined,
    columns: ['clip', 'kind', 'PSNR where text was', 'delogo', 'lead', 'Telea', 'characters read before', 'after'],
    rows: KINDS.flatMap((kind) =>
      figures
        .filter((one) => one.kind === kind)
        .map(({ name, own, delogo, telea, letters, left }) => [
          ...[name, kind, `${own.toFixed(1)} dB`, `${delogo.toFixed(1)} dB`, `${(own - delogo).toFixed(1)} dB`],
          ...[`${telea.toFixed(1)} dB`, letters, left],
        ]),
    ),
    notes: [
      `${figures.length} clips of ${SECONDS} s, ${WIDTH} × ${HEIGHT}, H.264 at a quality of 18. PSNR of light, before the result is coded, in just the pixels that text had changed.`,
      `Telea's method fills one frame in ${TELEA_EACH}, and is told exactly which pixels are text.`,
      'The others are told where text is and when. delogo takes no box that moves, so for moving text its box is as large as the way.',
      'Characters are those that PP-OCR reads anywhere in the coded clip, before and after.',
      `Real time: a clip of ${SPEED_SECONDS} s, 1920 × 1080, 30 frames a second, with a line of text all the time; the whole result is written.`,
    ],
    limits: [
      { what: 'Removal: lead over delogo, mean', unit: 'dB', rounds: [mean], atLeast: 4 },
      { what: 'Removal: lead over delogo, least', unit: 'dB', rounds: [Math.min(...leads)], atLeast: 0 },
      {
        ...{ what: 'Removal: characters that can still be read', unit: '%', atMost: 2 },
        rounds: [
          (100 * sum(({ left }) => left)) /
            Math.max(
              1,
              sum(({ letters }) => letters),
            ),
        ],
      },
      { what: 'Removal: seconds of 1080p a second', unit: '×', rounds: speed, atLeast: 1 },
    ],
  });
}

async function removed({ path, tracks }: DrawnCase, own: string): Promise<{ pictures: Buffer[]; file: string }> {
  const texts = tracks.map((track) => ({ whole: false, track }));
  const times = Array.from({ length: SECONDS * 30 }, (_, at) => at / 30);
  const work = { runner: media.runner, folder: own, signal };
  const pictures = await drawnFrames(media.runner, {
    ...{ path, picture: PICTURE, range: { first: 0, last: times.length }, folder: own },
    change: removalChange(texts, { times, end: SECONDS }, work),
  });
  return { pictures, file: await cut(path, own, texts) };
}

async function cut(path: string, own: string, texts: Parameters<typeof removalChange>[0]): Promise<string> {
  const material = await inspectMaterial(media.runner, path, { minSeconds: 0 });
  const target = await mkdtemp(join(own, 'cut-'));
  await exactCut(media.runner, {
    ...{ path, name: 'clip.mp4', material, folder: target, from: 0, to: null, reframe: UNCHANGED },
    ...{ signal, onProgress: () => undefined },
    change: (times, end) => removalChange(texts, { times, end }, { runner: media.runner, folder: target, signal }),
  });
  return join(target, CUT_FILES.video);
}

/** One frame in {@link TELEA_EACH}, filled by Telea's method. */
function byTelea({ path, text }: DrawnCase): Buffer[] {
  return lightOf(path).map((frame, at) => {
    const mask = text[at];
    if (mask === undefined || at % TELEA_EACH !== 0) return frame;
    const wide = new Uint8Array(mask.length);
    for (let pixel = mask.indexOf(1); pixel >= 0; pixel = mask.indexOf(1, pixel + 1)) {
      for (let row = -TELEA_EDGE; row <= TELEA_EDGE; row++) {
        wide.fill(1, Math.max(0, pixel + row * WIDTH - TELEA_EDGE), Math.max(0, pixel + row * WIDTH + TELEA_EDGE + 1));
      }
    }
    return Buffer.from(fillByTelea(frame, wide, { width: WIDTH, height: HEIGHT }, TELEA_RADIUS));
  });
}

/** @param each one frame in so many is looked at */
function psnr({ truth, text }: DrawnCase, pictures: readonly Buffer[], each = 1): number {
  let [sum, count] = [0, 0];
  for (const [at, mask] of text.entries()) {
    if (at % each !== 0) continue;
    const [made, wanted] = [pictures[at], truth[at]];
    if (made === undefined || wanted === undefined) throw new Error(`frame ${at} is missing`);
    for (let pixel = mask.indexOf(1); pixel >= 0; pixel = mask.indexOf(1, pixel + 1)) {
      sum += ((made[pixel] ?? 0) - (wanted[pixel] ?? 0)) ** 2;
      count++;
    }
  }
  return 10 * Math.log10((255 ** 2 * count) / Math.max(1, sum));
}

/** How many characters can be read of a clip before and after. */
async function readBack(before: string, after: string, own: string): Promise<{ letters: number; left: number }> {
  const { eye, close } = await openEye(join(own, 'eye'));
  try {
    const count = async (path: string) => {
      const { cues } = await eye.readVideo(await sourceOf(path), { language: 'zh' });
      return cues.reduce((sum, { text }) => sum + [...text.replaceAll(/\s/g, '')].length, 0);
    };
    return { letters: await count(before), left: await count(after) };
  } finally {
    await close();
  }
}

/** Seconds of a video that are made in a second. */
async function measureSpeed(round: number): Promise<number> {
  const path = join(folder, 'speed.mp4');
  const text = { from: 0, to: SPEED_SECONDS, text: '今天给大家带来一款厨房神器' };
  const ground = ['-f', 'lavfi', '-i', 'mandelbrot=s=1920x1080:r=30:end_scale=0.05:end_pts=1500'];
  if (round === 0) {
    await drawTexts(path, { width: 1920, height: 1080, seconds: SPEED_SECONDS, texts: [text], behind: ground });
  }
  const box = { x: 0.2, y: 0.82, width: 0.6, height: 0.1 };
  const own = join(folder, `speed-${round}`);
  mkdirSync(own);
  const started = performance.now();
  await cut(path, own, [{ whole: false, track: { from: 0, to: null, keys: [{ time: 0, boxes: [box] }] } }]);
  return SPEED_SECONDS / ((performance.now() - started) / 1000);
}
