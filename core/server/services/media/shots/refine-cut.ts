import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { PacketList } from '../cut/list-packets.ts';
import type { Material } from '../inspect-material.ts';
import { untrustedInput, type MediaRunner } from '../runner.ts';
import { planRefinement, type Between, type PlanOptions, type Refinement } from './plan-refinement.ts';
import { watchFrames } from './watch-frames.ts';

export interface RefineOptions {
  path: string;
  material: Material;
  list: PacketList;
  /** When the frames of the material are shown, in ticks. */
  times: readonly number[];
  /** Numbers of those that have been decoded. */
  seen: ReadonlySet<number>;
  folder: string;
  signal: AbortSignal;
}

/**
 * Finds the first frame of a shot between two frames, of which the first one shows the shot before and the last one the
 * next. Where that last one is a key frame, an encoder has put it there; else the frames between are decoded, and no
 * others but those that they refer to. Not even all of these at first: the shot before may look a little damaged then,
 * and the next one still stands out.
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
  const doubtful = open.filter((cut) => found.get(cut)?.isClear !== true);
  for (const [cut, first] of await firstsOf(runner, options, doubtful, 'all')) found.set(cut, first);
  return cuts.map((cut) => found.get(cut)?.frame ?? cut.to);
}

/** The share of the greatest change that every other one stays below where a cut is clear. */
const CLEAR = 0.5;

interface FirstFrame {
  frame: number;
  isClear: boolean;
}

async function firstsOf(
  runner: MediaRunner,
  options: RefineOptions,
  cuts: readonly Between[],
  references: PlanOptions['references'],
): Promise<Map<Between, FirstFrame>> {
  const found = new Map<Between, FirstFrame>();
  for (const refinement of planRefinement({ ...options, references }, cuts)) {
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
  { path, material: { video }, list: { scale }, times, folder, signal }: RefineOptions,
  { cuts, packets }: Refinement,
): Promise<FirstFrame[]> {
  const needed = join(folder, NEEDED);
  const limits = { signal, timeout: 120, nice: 10 };
  const [since, until] = [packets[0]?.[0] ?? 0, packets.at(-1)?.[1] ?? 0];
  // A decoder cannot be told which pictures to leave out, so that it is not even given them.
  await runner.ffmpeg({
    ...{ cwd: folder, ...limits },
    args: [
      ...['-y', '-copyts', '-seek_timestamp', '1', '-ss', (since / scale).toFixed(6), '-noaccurate_seek'],
      ...['-t', ((until - since) / scale + BEYOND).toFixed(3), ...untrustedInput(path)],
      ...['-map', `0:${video.index}`, '-c', 'copy', '-bsf:v', `noise=drop='not(${withinAny(packets, scale)})'`],
      ...['-f', 'matroska', needed],
    ],
  });
  const wanted = cuts.map(({ from, to }): Range => [times[from] ?? 0, times[to] ?? 0]);
  const signals = await watchFrames(runner, {
    ...{ ...limits, video, stream: 0, folder },
    input: ['-copyts', '-skip_loop_filter', 'all', '-f', 'matroska', '-i', `file:${needed}`],
    before: [`select='${withinAny(wanted, scale)}'`],
  });
  await rm(needed);
  const numbers = Array.from(signals.times, (time) => nearest(times, Math.round(time * scale)));
  return cuts.map(({ from, to }) => {
    let [best, most, next, count] = [to, -1, -1, 0];
    for (const [at, frame] of numbers.entries()) {
      if (frame <= from || frame > to) continue;
      count++;
      const change = (signals.residual[at] ?? 0) + 40 * (signals.histogram[at] ?? 0);
      if (change > most) [best, most, next] = [frame, change, most];
      else next = Math.max(next, change);
    }
    return { frame: best, isClear: count === to - from && next < CLEAR * most };
  });
}

/** Seconds that are read behind the last packet that is needed: they are stored in another order than shown. */
const BEYOND = 2;

/** Times in ticks, both ends included. */
type Range = readonly [from: number, to: number];

/** An expression of ffmpeg's that is 1 within one of the ranges; they are in order. */
function withinAny(ranges: readonly Range[], scale: number): string {
  // Asked for every packet and picture, so halved instead of summed.
  const middle = ranges.length >> 1;
  const [from = 0, to = 0] = ranges[middle] ?? [];
  // Matroska counts in milliseconds.
  const [begin, end] = [Math.floor((from / scale) * 1000), Math.ceil((to / scale) * 1000)];
  if (ranges.length <= 1) return `between(pts,${begin},${end})`;
  const [left, right] = [ranges.slice(0, middle), ranges.slice(middle)];
  return `if(lt(pts,${begin}),${withinAny(left, scale)},${withinAny(right, scale)})`;
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
