import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import sharp from 'sharp';

import { WALL } from '#plugins/landing/wall-facts.ts';

import { drawLandingFilm } from './draw-landing-film.ts';

// node scripts/make-landing-media.ts [FOLDER]: makes the video wall of the landing page. It is run by hand, and its
// output is committed. It draws clips that look filmed, mixes them into twenty videos in FOLDER (a second run continues
// with what is there), and makes a silent loop that shows how each is put together, with one shot from each group.

const root = fileURLToPath(new URL('..', import.meta.url));
const media = `${root}plugins/landing/web/media/`;
const folder = resolve(process.argv[2] ?? `${root}.cache/landing`);
const [film, mixed, work] = [join(folder, 'film'), join(folder, 'mix'), join(folder, 'work')];

const SEED = 7;
const RATE = 30;
/** Size of one video in the wall, in pixels. */
const [WIDE, HIGH] = [180, 320];
const BAND = HIGH / WALL.groups;
/** Length of a shot in the videos, in seconds. */
const SHOT = 2;
/** Seconds for a shot to slide into place, and for a video to fade in. */
const [SLIDE, FADE] = [0.26, 0.2];
/** Seconds during which the previous round's videos leave. */
const LEAVE = 0.5;
/** Cells are drawn from the leaving on; the loop begins this many seconds before it, with whole videos. */
const WHOLE = WALL.firstGroupAt - LEAVE;
const GROUND = '0x18212c';
/** Size limits of the files, in bytes. */
const MAX = { 'wall.mp4': 900_000, 'wall.webp': 60_000, 'clips.webp': 40_000 };

interface Output {
  index: number;
  /** In playing order. */
  shots: { group: string; material: string }[];
}

await mkdir(work, { recursive: true });
await mkdir(media, { recursive: true });
await mix();
const outputs = await readOutputs();
const firsts = chooseFirsts(outputs);
for (const output of outputs) await drawCell(output, firsts[output.index] ?? 0);
await drawWall();
await drawPoster();
await drawClips();
for (const [name, most] of Object.entries(MAX)) {
  const { size } = await stat(media + name);
  console.log(`${name}: ${size} bytes`);
  assert.ok(size <= most, `${name} may have ${most} bytes`);
}
await rm(work, { recursive: true });

async function mix(): Promise<void> {
  await drawLandingFilm(film, WALL.clipsOfGroup);
  const options = [film, '--out', mixed, '--count', String(WALL.videos), '--resolution', '480', '--shuffle'];
  options.push('--shot', String(SHOT));
  await run(process.execPath, [`${root}host/server/mix.ts`, ...options, '--seed', String(SEED)]);
}

/** The videos as listed by the batch, after checking that the page's claims about them are true. */
async function readOutputs(): Promise<Output[]> {
  const journal = await readFile(join(mixed, '.reelport', 'outputs.jsonl'), 'utf8');
  const found = new Map<number, Output>();
  for (const line of journal.trim().split('\n')) {
    const output = JSON.parse(line) as Output;
    found.set(output.index, output);
  }
  const certificate = JSON.parse(await readFile(join(mixed, 'certificate.json'), 'utf8')) as {
    plan: { maxShared: number };
    failures: unknown[];
    materials: unknown[];
  };
  assert.equal(found.size, WALL.videos);
  assert.equal(certificate.plan.maxShared, WALL.mostShared);
  assert.deepEqual(certificate.failures, []);
  assert.equal(certificate.materials.length, WALL.groups * WALL.clipsOfGroup);
  return [...found.values()].sort((one, other) => one.index - other.index);
}

/**
 * Chooses the shot with which each video starts in the wall, so that as few videos as possible show the same clip at
 * the same moment, and no neighbours do. Every moment counts, and the loop's first picture counts most.
 */
function chooseFirsts(all: readonly Output[]): number[] {
  const firsts = all.map((_, index) => index % WALL.groups);
  const cost = (): number => {
    let sum = 0;
    for (let moment = 0; moment < WALL.groups; moment++) {
      const weight = moment === WALL.groups - 1 ? 3 : 1;
      const shown = all.map(({ shots }, index) => shots[((firsts[index] ?? 0) + moment) % WALL.groups]?.material);
      shown.forEach((clip, index) => {
        const same = shown.flatMap((other, at) => (at > index && other === clip ? [at - index] : []));
        for (const apart of same) sum += weight * (apart === 1 || apart % WALL.columns === 0 ? 3 : 1);
      });
    }
    return sum;
  };
  for (let better = true, best = cost(); better;) {
    better = false;
    for (let index = 0; index < all.length; index++) {
      for (let first = 0; first < WALL.groups; first++) {
        const before = firsts[index] ?? 0;
        firsts[index] = first;
        const now = cost();
        if (now < best) [best, better] = [now, true];
        else firsts[index] = before;
      }
    }
  }
  return firsts;
}

/**
 * Draws one video's cell of the wall, from the arrival of its first shot until it has left after the end of the loop:
 * bands slide in from the left, where the page shows the groups, then the video itself plays at increased speed.
 */
async function drawCell(output: Output, first: number): Promise<void> {
  const [column, row] = [output.index % WALL.columns, Math.floor(output.index / WALL.columns)];
  const late = column * 0.05 + row * 0.03;
  const file = join(mixed, `${String(output.index + 1).padStart(3, '0')}.mp4`);
  const end = WALL.seconds + LEAVE;
  const plays = WALL.playsAt - WHOLE + late;
  const speed = (WALL.groups * SHOT) / (end - plays);
  const inputs = ['-f', 'lavfi', '-i', `color=c=${GROUND}:s=${WIDE}x${HIGH}:r=${RATE}:d=${end}`];
  const graph: string[] = [];
  let below = '0:v';
  output.shots.forEach(({ group }, place) => {
    const arrives = LEAVE + (Number(group) - 1) * WALL.groupEvery + late;
    inputs.push('-ss', String(place * SHOT), '-t', String(SHOT - 1 / RATE), '-i', file);
    const moved = `-${WIDE}*pow(1-clip((t-${arrives})/${SLIDE},0,1),3)`;
    graph.push(
      // Slowed down, so that it lasts until the full video covers it.
      `[${place + 1}:v]setpts=1.7*PTS+${arrives}/TB,scale=${WIDE}:${HIGH},crop=${WIDE}:${BAND - 3}:0:${0.42 * HIGH},setsar=1[band${place}]`,
      `[${below}][band${place}]overlay=x='${moved}':y=${place * BAND}:eof_action=pass[with${place}]`,
    );
    below = `with${place}`;
  });
  inputs.push('-stream_loop', '1', '-i', file);
  graph.push(
    `[${WALL.groups + 1}:v]trim=start=${first * SHOT}:duration=${WALL.groups * SHOT},setpts=(PTS-STARTPTS)/${speed}+${plays}/TB,` +
      `scale=${WIDE}:${HIGH},setsar=1,fps=${RATE},format=rgba,${ticks(first, plays, end)},` +
      `fade=in:st=${plays}:d=${FADE}:alpha=1,fade=out:st=${WALL.seconds + late / 2}:d=${FADE}:alpha=1[video]`,
    `[${below}][video]overlay=eof_action=pass,format=yuv444p[out]`,
  );
  await ffmpeg([
    ...inputs,
    ...['-filter_complex', graph.join(';'), '-map', '[out]', '-t', String(end), '-r', String(RATE)],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', cell(output.index)],
  ]);
}

/** The five marks over a video that show which of its shots is playing. */
function ticks(first: number, begin: number, end: number): string {
  const [side, gap, top] = [10, 4, 10];
  const wide = (WIDE - 2 * side - (WALL.groups - 1) * gap) / WALL.groups;
  const one = (end - begin) / WALL.groups;
  return Array.from({ length: WALL.groups }, (_, place) => {
    const box = `drawbox=x=${Math.round(side + place * (wide + gap))}:y=${top}:w=${Math.round(wide)}:h=3:t=fill`;
    const from = begin + ((place - first + WALL.groups) % WALL.groups) * one;
    return `${box}:color=white@0.3,${box}:color=white@0.9:enable='between(t,${from},${from + one})'`;
  }).join(',');
}

/** Joins the cells into the wall: whole videos first, which leave, then the next round until it is whole. */
async function drawWall(): Promise<void> {
  const cells = Array.from({ length: WALL.videos }, (_, index) => index);
  const layout = cells.map((index) => `${(index % WALL.columns) * WIDE}_${Math.floor(index / WALL.columns) * HIGH}`);
  const whole = join(work, 'wall.mp4');
  await ffmpeg([
    ...cells.flatMap((index) => ['-i', cell(index)]),
    ...['-filter_complex', `xstack=inputs=${cells.length}:layout=${layout.join('|')}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', whole],
  ]);
  await ffmpeg([
    ...['-ss', String(WALL.seconds - WHOLE), '-i', whole],
    ...['-ss', String(LEAVE), '-t', String(WALL.seconds - WHOLE - LEAVE), '-i', whole],
    '-filter_complex',
    '[0:v][1:v]concat,scale=in_color_matrix=bt601:out_color_matrix=bt709,format=yuv420p',
    ...['-c:v', 'libx264', '-profile:v', 'high', '-preset', 'medium', '-crf', '34'],
    ...['-g', '600', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
    ...['-movflags', '+faststart', '-an', `${media}wall.mp4`],
  ]);
}

/** The loop's first picture, shown before it plays and in place of it. */
async function drawPoster(): Promise<void> {
  const picture = join(work, 'wall.png');
  await ffmpeg(['-i', `${media}wall.mp4`, '-frames:v', '1', picture]);
  await sharp(picture).webp({ quality: 62, effort: 6 }).toFile(`${media}wall.webp`);
}

/** All clips in one picture: a column per group, a row per clip. */
async function drawClips(): Promise<void> {
  const [wide, high] = [176, 88];
  const places = Array.from({ length: WALL.groups * WALL.clipsOfGroup }, (_, index) => index);
  const tiles = places.map(async (index) => {
    const [group, clip] = [index % WALL.groups, Math.floor(index / WALL.groups)];
    const picture = join(work, `clip-${index}.png`);
    await ffmpeg([
      ...['-ss', '1', '-i', await clipFile(group, clip), '-frames:v', '1'],
      ...['-vf', `scale=${wide}:${high}:force_original_aspect_ratio=increase,crop=${wide}:${high}`, picture],
    ]);
    return { input: picture, left: group * wide, top: clip * high };
  });
  const size = { width: WALL.groups * wide, height: WALL.clipsOfGroup * high };
  await sharp({ create: { ...size, channels: 3, background: '#18212c' } })
    .composite(await Promise.all(tiles))
    .webp({ quality: 70, effort: 6 })
    .toFile(`${media}clips.webp`);
}

async function clipFile(group: number, clip: number): Promise<string> {
  const at = join(film, (await readdir(film)).sort()[group] ?? '');
  return join(at, (await readdir(at)).sort()[clip] ?? '');
}

function cell(index: number): string {
  return join(work, `cell-${two(index)}.mp4`);
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

function ffmpeg(args: readonly string[]): Promise<void> {
  return run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args]);
}

async function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  const { promise, resolve: end, reject } = Promise.withResolvers<void>();
  child.once('error', reject);
  child.once('close', (code) => (code === 0 ? end() : reject(new Error(`${program} ended with ${code}`))));
  await promise;
}
