import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { IndexedPictures, PictureList } from '../cut/list-indexed.ts';
import type { Material } from '../inspect-material.ts';
import { untrustedInput, type MediaRunner } from '../runner.ts';
import { feedPictures, type Feed } from './feed-pictures.ts';
import { gridAt, gridDifference } from './find-cuts.ts';
import { planRefinement, type Between, type PlanOptions, type Refinement } from './plan-refinement.ts';
import { UNFILTERED, watchFrames } from './watch-frames.ts';

export interface RefineOptions {
  path: string;
  material: Material;
  list: PictureList | IndexedPictures;
  /** When the frames of the material are shown, in ticks. */
  times: readonly number[];
  /** Those that have been decoded, by their number, as {@link gridAt} has them. */
  seen: ReadonlyMap<number, Uint8Array>;
  folder: string;
  signal: AbortSignal;
}

/**
 * Finds the first frame of a shot between two frames, of which the first one shows the shot before and the last one the
 * next. Where that last one is a key frame, an encoder has put it there; else the frames between are decoded, and no
 * others but those that they refer to. Not even all of these at first: the shot before may look a little damaged then,
 * and the next one still stands out. Where it does not, and the frames look other than when all were decoded, they are
 * decoded with all that they refer to.
 * @returns their numbers, in the order of `cuts`
 */
export async function refineCuts(
  runner: MediaRunner,
  options: RefineOptions,
  cuts: readonly Between[],
): Promise<number[]> {
  const { list, times } = options;
  const isKey = new Set(list.packets.flatMap(({ isKey: is, isHidden, time }) => (is && !isHidden ? [time] : [])));
  const open = cuts.filter(({ from, to }) => to - from > 1 && !isKey.has(times[to] ?? 0));
  const found = await firstsOf(runner, options, open, 'ahead');
  const doubtful = open.filter((cut) => found.get(cut)?.isSure !== true);
  for (const [cut, first] of await firstsOf(runner, options, doubtful, 'all')) found.set(cut, first);
  return cuts.map((cut) => found.get(cut)?.frame ?? cut.to);
}

/** The share of the greatest change that every other one stays below where a cut is clear. */
const CLEAR = 0.5;

/** How much a frame that lacks nothing differs from itself, of 255. */
const SAME = 0.1;

interface FirstFrame {
  frame: number;
  isSure: boolean;
}

async function firstsOf(
  runner: MediaRunner,
  options: RefineOptions,
  cuts: readonly Between[],
  references: PlanOptions['references'],
): Promise<Map<Between, FirstFrame>> {
  const found = new Map<Between, FirstFrame>();
  for (const refinement of planRefinement({ ...options, seen: new Set(options.seen.keys()), references }, cuts)) {
    const firsts = await firstOfShots(runner, options, refinement);
    for (const [index, first] of firsts.entries()) {
      const cut = refinement.cuts[index];
      if (cut !== undefined) found.set(cut, first);
    }
  }
  return found;
}

const NEEDED = 'needed.mkv';

async function firstOfShots(
  runner: MediaRunner,
  options: RefineOptions,
  refinement: Refinement,
): Promise<FirstFrame[]> {
  const { path, material, list, times, seen, folder, signal } = options;
  const { cuts, needed } = refinement;
  const { scale } = list;
  const limits = { signal, timeout: 120, nice: 10 };
  const isPlain = 'track' in list;
  const feed = isPlain
    ? feedPictures({ path, codec: material.video.codec }, list, (number) => needed.has(number))
    : await copyPictures(runner, options, refinement);
  const wanted = cuts.map(({ from, to }): Range => [times[from] ?? 0, times[to] ?? 0]);
  const signals = await watchFrames(runner, {
    ...{ ...limits, video: material.video, folder },
    feed: { ...feed, input: ['-copyts', ...UNFILTERED, ...feed.input] },
    before: [`select='${withinAny(wanted, isPlain ? 1 : MATROSKA / scale)}'`],
  });
  await rm(join(folder, NEEDED), { force: true });
  const numbers = Array.from(signals.times, (time) => nearest(times, Math.round(time * scale)));
  return cuts.map(({ from, to }) => {
    let [best, most, next, count, damage] = [to, -1, -1, 0, 0];
    for (const [at, frame] of numbers.entries()) {
      const before = frame < from || frame > to ? undefined : seen.get(frame);
      if (before !== undefined) damage = Math.max(damage, gridDifference(before, gridAt(signals, at)));
      if (frame <= from || frame > to) continue;
      count++;
      const change = (signals.residual[at] ?? 0) + 40 * (signals.histogram[at] ?? 0);
      if (change > most) [best, most, next] = [frame, change, most];
      else next = Math.max(next, change);
    }
    return { frame: best, isSure: count === to - from && (damage <= SAME || next < CLEAR * most) };
  });
}

/** Those pictures of any file as one of its own. */
async function copyPictures(
  runner: MediaRunner,
  { path, material: { video }, list: { scale }, folder, signal }: RefineOptions,
  { packets }: Refinement,
): Promise<Feed> {
  const [since, until] = [packets[0]?.[0] ?? 0, packets.at(-1)?.[1] ?? 0];
  // A decoder cannot be told which pictures to leave out, so that it is not even given them.
  await runner.ffmpeg({
    ...{ cwd: folder, signal, timeout: 120, nice: 10 },
    args: [
      ...['-y', '-copyts', '-seek_timestamp', '1', '-ss', (since / scale).toFixed(6), '-noaccurate_seek'],
      ...['-t', ((until - since) / scale + BEYOND).toFixed(3), ...untrustedInput(path)],
      ...[
        '-map',
        `0:${video.index}`,
        '-c',
        'copy',
        '-bsf:v',
        `noise=drop='not(${withinAny(packets, MATROSKA / scale)})'`,
      ],
      ...['-f', 'matroska', NEEDED],
    ],
  });
  return { input: ['-f', 'matroska', '-i', `file:${NEEDED}`], stream: 0 };
}

/** Seconds that are read behind the last packet that is needed: they are stored in another order than shown. */
const BEYOND = 2;

/** Times in ticks, both ends included. */
type Range = readonly [from: number, to: number];

/** Ticks a second of times in Matroska. */
const MATROSKA = 1000;

/**
 * An expression of ffmpeg's that is 1 within one of the ranges; they are in order.
 * @param ticks of the expression in one of theirs
 */
function withinAny(ranges: readonly Range[], ticks: number): string {
  // Asked for every packet and picture, so halved instead of summed.
  const middle = ranges.length >> 1;
  const [from = 0, to = 0] = ranges[middle] ?? [];
  const [begin, end] = [Math.floor(from * ticks), Math.ceil(to * ticks)];
  if (ranges.length <= 1) return `between(pts,${begin},${end})`;
  const [left, right] = [ranges.slice(0, middle), ranges.slice(middle)];
  return `if(lt(pts,${begin}),${withinAny(left, ticks)},${withinAny(right, ticks)})`;
}

/** The number of the frame that is shown at a time, in ticks; of two, the nearer one. */
export function nearest(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low > 0 && time - (times[low - 1] ?? 0) < (times[low] ?? 0) - time ? low - 1 : low;
}
