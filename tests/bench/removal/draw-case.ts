import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';

import type { Box } from '#core/contract/reframe.ts';
import type { Track } from '#core/contract/box-track.ts';
import { assOf } from '#tests/fixtures/eye/drawn-text.ts';

import { HEIGHT, SECONDS, WIDTH, type RemovalCase } from './cases.ts';

/** Levels by which a pixel differs that belongs to a text. */
const TEXT = 4;
/** Heights of a line by which a box reaches beyond its text, as the tool has it by default. */
const PADDING = 0.3;
const RATE = 30;

/** A case as it was drawn. */
export interface DrawnCase {
  /** The coded video with its text. */
  path: string;
  /** Light of each frame without text, before it was coded. */
  truth: Buffer[];
  /** Pixels of each frame in which there is text: 1. */
  text: Uint8Array[];
  tracks: Track[];
}

/** Draws a case into a folder. */
export async function drawCase(one: RemovalCase, folder: string): Promise<DrawnCase> {
  const image = join(folder, 'ground.png');
  await sharp(pixelsOf(one.ground), { raw: { width: WIDTH * 2, height: HEIGHT * 2, channels: 3 } })
    .png()
    .toFile(image);
  writeFileSync(join(folder, 'texts.ass'), assOf({ width: WIDTH, height: HEIGHT, texts: one.texts }));
  const [clean, texted, path] = ['clean.mkv', 'texted.mkv', 'clip.mp4'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const lossless = ['-c:v', 'ffv1', '-pix_fmt', 'yuv420p', '-threads', '1'];
  const grain = `noise=alls=${one.grain}:allf=t:all_seed=7`;
  ffmpeg(folder, [
    ...['-loop', '1', '-framerate', `${RATE}`, '-t', `${SECONDS}`, '-i', image],
    ...['-vf', `format=yuv444p,${one.motion},format=yuv420p,${grain}`, ...lossless, clean],
  ]);
  const seen = one.clear === undefined ? 1 : 1 - one.clear;
  const drawn = `[0:v]split[a][b];[b]ass=texts.ass[c];[a][c]blend=all_expr='A*${1 - seen}+B*${seen}'[v]`;
  ffmpeg(folder, ['-i', clean, '-filter_complex', drawn, '-map', '[v]', ...lossless, texted]);
  ffmpeg(folder, ['-i', texted, '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18', '-g', '250', path]);
  const truth = lightOf(clean);
  const text = lightOf(texted).map((frame, at) => frame.map((level, pixel) => differs(level, truth[at]?.[pixel])));
  return { path, truth, text, tracks: tracksOf(one, text) };
}

const differs = (level: number, other = 0): number => (Math.abs(level - other) > TEXT ? 1 : 0);

function pixelsOf(ground: RemovalCase['ground']): Buffer {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 12);
  for (let y = 0; y < HEIGHT * 2; y++) {
    for (let x = 0; x < WIDTH * 2; x++) {
      const [level, tint] = [ground(x, y), 12 * Math.sin(x / 60 + y / 45)];
      const at = (y * WIDTH * 2 + x) * 3;
      for (const [channel, more] of [tint, 0, -tint].entries()) {
        pixels[at + channel] = Math.max(0, Math.min(255, Math.round(level + more)));
      }
    }
  }
  return pixels;
}

/** The boxes of a case's texts, as whoever knows them well would draw them. */
function tracksOf({ texts }: RemovalCase, masks: readonly Uint8Array[]): Track[] {
  return texts.map(({ from, to, text, x = 0, y = 0, toX = x, toY = y }): Track => {
    const frame = Math.round(((from + to) / 2) * RATE);
    const box = padded(boundsOf(masks[frame] ?? new Uint8Array(0)), text.split('\n').length);
    const [across, down] = [(toX - x) / WIDTH, (toY - y) / HEIGHT];
    const at = (part: number) => ({ ...box, x: box.x + across * part, y: box.y + down * part });
    const isMoving = across !== 0 || down !== 0;
    const keys = isMoving
      ? [
          { time: from, boxes: [at(-0.5)] },
          { time: to, boxes: [at(0.5)] },
        ]
      : [{ time: 0, boxes: [box] }];
    return { from: Math.max(0, from - 0.1), to: to + 0.1 >= SECONDS ? null : to + 0.1, keys };
  });
}

function boundsOf(mask: Uint8Array): Box {
  let [left, top, right, bottom] = [WIDTH, HEIGHT, 0, 0];
  for (const [pixel, value] of mask.entries()) {
    if (value === 0) continue;
    const [x, y] = [pixel % WIDTH, Math.floor(pixel / WIDTH)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  return { x: left / WIDTH, y: top / HEIGHT, width: (right - left) / WIDTH, height: (bottom - top) / HEIGHT };
}

function padded({ x, y, width, height }: Box, lines: number): Box {
  const down = (height / lines) * PADDING;
  const across = (down * HEIGHT) / WIDTH;
  return { x: x - across, y: y - down, width: width + 2 * across, height: height + 2 * down };
}

/** Light of all frames of a file, after filters. */
export function lightOf(path: string, filter = 'null'): Buffer[] {
  const { stdout } = spawnSync(
    'ffmpeg',
    ['-v', 'error', '-i', path, '-vf', filter, '-pix_fmt', 'yuv420p', '-f', 'rawvideo', '-'],
    { maxBuffer: 2 ** 30 },
  );
  const bytes = (WIDTH * HEIGHT * 3) / 2;
  return Array.from({ length: stdout.length / bytes }, (_, at) =>
    stdout.subarray(at * bytes, at * bytes + WIDTH * HEIGHT),
  );
}

function ffmpeg(cwd: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args], { cwd });
  if (status !== 0) throw new Error(`ffmpeg could not draw a case: ${String(stderr)}`);
}

/**
 * Filters that remove the texts of a case as `delogo` does: each box as long as its text is there. It takes no box that
 * moves, so those that do are as large as the way they go.
 */
export function delogoOf(tracks: readonly Track[]): string {
  return tracks
    .map(({ from, to, keys }) => {
      const boxes = keys.flatMap((key) => key.boxes);
      const side = (least: (box: Box) => number, pixels: number) => Math.min(...boxes.map(least)) * pixels;
      const most = (of: (box: Box) => number, pixels: number) => Math.max(...boxes.map(of)) * pixels;
      // A pixel of the picture has to stay around it.
      const left = Math.max(1, Math.floor(side(({ x }) => x, WIDTH)));
      const top = Math.max(1, Math.floor(side(({ y }) => y, HEIGHT)));
      const right = Math.min(WIDTH - 1, Math.ceil(most(({ x, width }) => x + width, WIDTH)));
      const bottom = Math.min(HEIGHT - 1, Math.ceil(most(({ y, height }) => y + height, HEIGHT)));
      return `delogo=x=${left}:y=${top}:w=${right - left}:h=${bottom - top}:enable='between(t,${from},${to ?? 1e6})'`;
    })
    .join(',');
}
