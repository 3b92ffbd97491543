import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';

import type { CutFacts } from '#core/contract/cut-facts.ts';
import { UNCHANGED, type Reframe } from '#core/contract/reframe.ts';
import { slowedTime, type SlowStretch } from '#core/contract/slow-stretches.ts';
import type { FrameRange } from '#core/server/services/media/cut/choose-frames.ts';
import { CUT_FILES, exactCut } from '#core/server/services/media/cut/exact-cut.ts';
import {
  layersInput,
  withLayers,
  type ChangedPicture,
  type PictureChange,
} from '#core/server/services/media/cut/picture-change.ts';
import { inspectMaterial } from '#core/server/services/media/inspect-material.ts';
import { untrustedInput, type MediaRunner } from '#core/server/services/media/runner.ts';

/** A cut that was made. */
export interface MadeCut {
  facts: CutFacts;
  file: string;
}

/** Cuts a file as a tool does. */
export async function cutFile(
  runner: MediaRunner,
  folder: string,
  path: string,
  asked: { from?: number; to?: number | null; reframe?: Partial<Reframe>; signal?: AbortSignal; most?: number } = {},
): Promise<MadeCut> {
  const own = await mkdtemp(join(folder, 'cut-'));
  const material = await inspectMaterial(runner, path, { minSeconds: 0, maxSeconds: asked.most });
  const facts = await exactCut(runner, {
    ...{ path, name: 'clip.mp4', material, folder: own, onProgress: () => undefined },
    ...{ from: asked.from ?? 0, to: asked.to ?? null, signal: asked.signal ?? new AbortController().signal },
    reframe: { ...UNCHANGED, ...asked.reframe },
  });
  return { facts, file: join(own, CUT_FILES.video) };
}

/** Runs a tool of this machine's and returns what it says. */
export const say = (tool: 'ffmpeg' | 'ffprobe', ...args: string[]): string =>
  execFileSync(tool, [...(tool === 'ffmpeg' ? ['-nostdin'] : []), '-v', 'error', ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });

/** A hash of each frame that ffmpeg shows of a file, in order, turned as it says. */
export function frameHashes(file: string, ...filters: string[]): string[] {
  const input = ['-threads', '1', '-i', file, ...filters];
  // The usual hash takes three times as long as to decode what it hashes.
  const output = ['-map', '0:v:0', '-fps_mode', 'passthrough', '-f', 'framehash', '-hash', 'murmur3', '-'];
  const list = say('ffmpeg', ...input, ...output);
  return list.split('\n').flatMap((line) => (/^\d/.test(line) ? [line.slice(line.lastIndexOf(',') + 1).trim()] : []));
}

/** Seconds between the frames of a file and the first of them. */
export function frameTimes(file: string): number[] {
  const list = say(
    'ffprobe',
    '-select_streams',
    'v:0',
    '-show_entries',
    'packet=pts_time,flags',
    '-of',
    'csv=p=0',
    file,
  );
  const times = list
    .split('\n')
    .flatMap((line) => (/^[-\d].*_/.test(line) && !line.includes('D') ? [Number.parseFloat(line)] : []));
  return times.sort((a, b) => a - b).map((time, _, [first = 0]) => time - first);
}

/** Small grey pictures of all frames of a file. */
function greyFrames(file: string): Buffer[] {
  const [width, height] = [80, 60];
  const filters = ['-vf', `scale=${width}:${height},format=gray`, '-fps_mode', 'passthrough', '-f', 'rawvideo', '-'];
  const all = execFileSync('ffmpeg', ['-v', 'error', '-i', file, '-map', '0:v:0', ...filters], { maxBuffer: 1 << 28 });
  const size = width * height;
  return Array.from({ length: all.length / size }, (_, at) => all.subarray(at * size, (at + 1) * size));
}

const apart = (one: Buffer, other: Buffer): number =>
  one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0);

/**
 * That each picture of a file is its source's of the moment that slow stretches say, give or take what a steady rate takes
 * to be kept. @param slower seconds of the source, which shows 30 frames each
 */
export function assertShown(file: string, source: string, slower: readonly SlowStretch[]): void {
  const [found, wanted, times] = [greyFrames(file), greyFrames(source), frameTimes(file)];
  const shownAt = wanted.map((_, frame) => slowedTime(slower, frame / 30));
  for (const [at, picture] of found.entries()) {
    // Only near ones: a subtitle that is burned in is like none.
    const near = wanted.flatMap((own, frame) =>
      Math.abs((shownAt[frame] ?? 0) - (times[at] ?? 0)) < 0.5 ? [{ frame, off: apart(picture, own) }] : [],
    );
    const like = near.reduce((best, each) => (each.off < best.off ? each : best));
    const begins = shownAt[like.frame] ?? 0;
    const until = shownAt[like.frame + 1] ?? begins + 1 / 30;
    const time = times[at] ?? 0;
    assert.ok(
      time > begins - 0.65 / 30 && time < until + 0.65 / 30,
      `picture ${at} shows frame ${like.frame} at ${time}`,
    );
  }
}

/** The samples of a file's sound, of both sides in turn, at its own rate. */
export function samplesIn(file: string): Int16Array {
  const bytes = execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-i', file, '-map', '0:a:0', '-f', 's16le', '-'], {
    maxBuffer: 1 << 28,
  });
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~1)));
}

/** Pictures as they are before they are encoded, light and colours of each in one block. */
export async function drawnFrames(
  runner: MediaRunner,
  {
    path,
    change,
    picture,
    range,
    folder,
  }: { path: string; change: PictureChange | null; picture: ChangedPicture; range: FrameRange; folder: string },
): Promise<Buffer[]> {
  const input = ['-noautorotate', ...untrustedInput(path)];
  const chainOf = ({ first, last }: FrameRange) =>
    `[0:0]trim=start_frame=${first}:end_frame=${last},settb=1/30,setpts=N`;
  const read = async (stretch: FrameRange) => ({ input, chain: chainOf(stretch) });
  const drawing = await change?.draw(range, picture, read, (frame) => frame);
  const graph = `${chainOf(range)}[in];${drawing?.graph('in', 'out') ?? '[in]null[out]'}`;
  const chunks: Buffer[] = [];
  await withLayers(drawing, (fed) =>
    runner.ffmpeg({
      ...{ cwd: folder, ...fed, onOutput: (chunk) => chunks.push(chunk) },
      args: [
        ...[...input, ...layersInput(drawing, picture)],
        ...['-filter_complex', graph, '-map', '[out]', '-f', 'rawvideo', 'pipe:1'],
      ],
    }),
  );
  const all = Buffer.concat(chunks);
  const size = (picture.width * picture.height * 3) / 2;
  assert.equal(all.length, size * (range.last - range.first));
  return Array.from({ length: range.last - range.first }, (_, at) => all.subarray(at * size, (at + 1) * size));
}

/** The pixels in which two pictures differ: the smallest box around them, in pixels; null where none does. */
export function differing(one: Buffer, other: Buffer, { width, height }: ChangedPicture): number[] | null {
  const found: [number, number][] = [];
  const planes = [
    [0, width, 1],
    [width * height, width / 2, 2],
    [(width * height * 5) / 4, width / 2, 2],
  ] as const;
  for (const [from, stride, step] of planes) {
    const length = (width * height) / step ** 2;
    for (let at = 0; at < length; at++) {
      if (one[from + at] === other[from + at]) continue;
      const [x, y] = [(at % stride) * step, Math.floor(at / stride) * step];
      found.push([x, y], [x + step, y + step]);
    }
  }
  if (found.length === 0) return null;
  const side = (number: 0 | 1) => found.map((point) => point[number]);
  return [Math.min(...side(0)), Math.min(...side(1)), Math.max(...side(0)), Math.max(...side(1))];
}
