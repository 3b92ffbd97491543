import { untrustedInput, type MediaRunner } from '../runner.ts';
import type { Packet, PacketList } from '../cut/list-packets.ts';
import { watchFrames } from './watch-frames.ts';

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
 * next. Where that last one is a key frame, an encoder has put it there; else the frames between are decoded.
 * @returns its number
 */
export async function refineCut(
  runner: MediaRunner,
  { path, stream, list, times, folder, signal }: RefineOptions,
  { from, to }: { from: number; to: number },
): Promise<number> {
  if (to - from <= 1) return to;
  const [begin, end] = [times[from] ?? 0, times[to] ?? 0];
  if (packetAt(list, end)?.isKey === true) return to;
  const key = keyBefore(list, begin);
  const signals = await watchFrames(runner, {
    ...{ stream, folder, signal, timeout: 120 },
    input: [
      ...['-copyts', '-skip_loop_filter', 'all'],
      ...(key === undefined ? [] : ['-seek_timestamp', '1', '-ss', (key / list.scale).toFixed(6), '-noaccurate_seek']),
      ...untrustedInput(path),
    ],
    before: [`trim=start_pts=${begin}:end_pts=${end + 1}`],
  });
  let [best, most] = [to, -1];
  for (let at = 1; at < signals.count; at++) {
    const change = (signals.residual[at] ?? 0) + 40 * (signals.histogram[at] ?? 0);
    if (change <= most) continue;
    most = change;
    const time = Math.round((signals.times[at] ?? 0) * list.scale);
    best = nearest(times, time);
  }
  return Math.min(to, Math.max(from + 1, best));
}

const packetAt = ({ packets }: PacketList, time: number): Packet | undefined =>
  packets.find((packet) => packet.time === time && !packet.isHidden);

function keyBefore({ packets }: PacketList, time: number): number | undefined {
  let found: number | undefined;
  for (const packet of packets) {
    if (packet.isKey && packet.time <= time && (found === undefined || packet.time > found)) found = packet.time;
  }
  return found;
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
