import { SHORTEST_MATERIAL } from '#plugins/mixing/project.ts';
import type { MixWindow } from '../store/edit-project.ts';

const round = (seconds: number) => Math.round(seconds * 100) / 100;

/** A window with one of its edges moved: inside the clip, and never shorter than a second. */
export function moveEdge(window: MixWindow, edge: 'start' | 'end', to: number, length: number): MixWindow {
  const { start, end } = window;
  return edge === 'start'
    ? { start: round(Math.max(0, Math.min(to, end - SHORTEST_MATERIAL))), end }
    : { start, end: round(Math.min(length, Math.max(to, start + SHORTEST_MATERIAL))) };
}

/** A window moved as a whole, inside the clip. @param to where it begins */
export function moveWindow({ start, end }: MixWindow, to: number, length: number): MixWindow {
  const begin = Math.max(0, Math.min(to, length - (end - start)));
  return { start: round(begin), end: round(begin + end - start) };
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
