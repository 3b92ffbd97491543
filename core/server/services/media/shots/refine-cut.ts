import { untrustedInput, type MediaRunner } from '../runner.ts';
import type { PacketList } from '../cut/list-packets.ts';
import { watchFrames } from './watch-frames.ts';

/** Numbers of two frames that are shown. */
interface Between {
  from: number;
  to: number;
}

export interface RefineOptions {
  path: string;
  stream: number;
  list: PacketList;
  /** When the frames of the material are shown, in ticks. */
  times: readonly number[];
  folder: string;
  signal: AbortSignal;
}

/**
 * Finds the first frame of a shot between two frames, of which the first one shows the shot before and the last one the
 * next. Where that last one is a key frame, an encoder has put it there; else the frames between are decoded, from each
 * key frame on once for all that follow it.
 * @returns their numbers, in the order of `cuts`
 */
export async function refineCuts(
  runner: MediaRunner,
  options: RefineOptions,
  cuts: readonly Between[],
): Promise<number[]> {
  const { list, times } = options;
  const found = cuts.map(({ to }) => to);
  const keys = list.packets.flatMap(({ isKey, time }) => (isKey ? [time] : [])).sort((a, b) => a - b);
  const isKey = new Set(list.packets.flatMap(({ isKey: is, isHidden, time }) => (is && !isHidden ? [time] : [])));
  const groups = new Map<number, number[]>();
  for (const [at, { from, to }] of cuts.entries()) {
    if (to - from <= 1 || isKey.has(times[to] ?? 0)) continue;
    const key = keys.findLastIndex((time) => time <= (times[from] ?? 0));
    groups.set(key, [...(groups.get(key) ?? []), at]);
  }
  for (const [key, group] of groups) {
    const ranges = group.flatMap((at) => cuts[at] ?? []);
    const frames = await firstOfShots(runner, options, { key: keys[key], ranges });
    for (const [index, at] of group.entries()) found[at] = frames[index] ?? found[at] ?? 0;
  }
  return found;
}

async function firstOfShots(
  runner: MediaRunner,
  { path, stream, list, times, folder, signal }: RefineOptions,
  { key, ranges }: { key: number | undefined; ranges: readonly Between[] },
): Promise<number[]> {
  const time = (frame: number) => times[frame] ?? 0;
  const wanted = ranges.map(({ from, to }) => `between(pts,${time(from)},${time(to)})`).join('+');
  const last = Math.max(...ranges.map(({ to }) => time(to)));
  const signals = await watchFrames(runner, {
    ...{ stream, folder, signal, timeout: 120 },
    input: [
      ...['-copyts', '-skip_loop_filter', 'all'],
      ...(key === undefined ? [] : ['-seek_timestamp', '1', '-ss', (key / list.scale).toFixed(6), '-noaccurate_seek']),
      ...untrustedInput(path),
    ],
    before: [`trim=end_pts=${last + 1}`, `select='${wanted}'`],
  });
  return ranges.map(({ from, to }) => {
    let [best, most] = [to, -1];
    for (let at = 1; at < signals.count; at++) {
      const frame = nearest(times, Math.round((signals.times[at] ?? 0) * list.scale));
      if (frame <= from || frame > to) continue;
      const change = (signals.residual[at] ?? 0) + 40 * (signals.histogram[at] ?? 0);
      if (change > most) [best, most] = [frame, change];
    }
    return best;
  });
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
