import type { TimeRange } from '#core/web/studio/playback/range.ts';

import { SHORTEST_MATERIAL } from '#plugins/mixing/project.ts';
import { windowsOf } from '#plugins/mixing/shot-windows.ts';
import type { MixWindow } from '../store/edit-project.ts';

const round = (seconds: number) => Math.round(seconds * 100) / 100;

/** A stretch of a clip as one of its windows: never shorter than a second, as far as the clip reaches. */
export function windowOf({ start, end }: TimeRange, length: number): MixWindow {
  const last = Math.min(length, Math.max(end, start + SHORTEST_MATERIAL));
  return { start: Math.max(0, Math.min(start, last - SHORTEST_MATERIAL)), end: last };
}

/** The next stretch that no window has, of a shot's length if there is room; null when there is less than a second. */
export function freeWindow(windows: readonly MixWindow[], length: number, wanted: number): MixWindow | null {
  let best: MixWindow | null = null;
  let at = 0;
  for (const { start, end } of [...windows, { start: length, end: length }].toSorted((a, b) => a.start - b.start)) {
    const room = start - at;
    if (room >= wanted) return { start: round(at), end: round(at + wanted) };
    if (room >= SHORTEST_MATERIAL && (best === null || room > best.end - best.start))
      best = { start: round(at), end: round(start) };
    at = Math.max(at, end);
  }
  return best;
}

/**
 * The shot of a clip that shows a moment of it; null where none does.
 * @param shotSeconds what a clip without windows is cut into
 */
export function shotAt(
  time: number,
  { windows, length, shotSeconds }: { windows: readonly MixWindow[]; length: number; shotSeconds: number },
): MixWindow | null {
  const shots = windows.length > 0 ? windows : windowsOf(length, shotSeconds, SHORTEST_MATERIAL);
  return shots.find(({ start, end }) => time >= start && time < end) ?? null;
}
