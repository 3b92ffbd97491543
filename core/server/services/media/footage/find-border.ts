import { SMALL_SIDE } from './small-frames.ts';

/** A part of a small frame, in its pixels; right and bottom are outside. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What a border leaves of the picture at least, each way. */
const LEAST_LEFT = SMALL_SIDE / 4;

/** How far the pixels of a border may differ, in grey levels: codecs ring. */
const PLAIN = 1.6;

/** How far its tone may change in time or inwards. */
const STEADY = 3;

/**
 * Finds the part of the picture that bars or a plain border leave: rows and columns from the edges inwards that are of
 * one tone that never changes. Null when there are none.
 */
export function findBorder(pixels: Uint8Array, frames: number): Area | null {
  if (frames === 0) return null;
  const size = SMALL_SIDE * SMALL_SIDE;
  const mean = new Float64Array(size);
  for (let at = 0; at < frames * size; at++) mean[at % size] = (mean[at % size] ?? 0) + (pixels[at] ?? 0) / frames;

  const area: Area = { left: 0, top: 0, right: SMALL_SIDE, bottom: SMALL_SIDE };
  const isPlain = (line: Line, tone: number | null) => {
    const values = line.map((at) => mean[at] ?? 0);
    const level = values.reduce((sum, value) => sum + value, 0) / values.length;
    const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - level) ** 2, 0) / values.length);
    return spread <= PLAIN &&
      (tone === null || Math.abs(level - tone) <= STEADY) &&
      isSteady(pixels, frames, line, level)
      ? level
      : null;
  };
  const walk = (lineAt: (step: number) => Line, most: number): number => {
    let tone: number | null = null;
    for (let step = 0; step < most; step++) {
      const level = isPlain(lineAt(step), tone);
      if (level === null) return step;
      tone ??= level;
    }
    return most;
  };
  // Bars at the sides are plain only between those above and below, so each way is walked within the other's result.
  const most = SMALL_SIDE - LEAST_LEFT;
  area.top = walk((step) => rowOf(area, step), most);
  area.bottom = SMALL_SIDE - walk((step) => rowOf(area, SMALL_SIDE - 1 - step), most - area.top);
  area.left = walk((step) => columnOf(area, step), most);
  area.right = SMALL_SIDE - walk((step) => columnOf(area, SMALL_SIDE - 1 - step), most - area.left);
  const isWhole = area.left === 0 && area.top === 0 && area.right === SMALL_SIDE && area.bottom === SMALL_SIDE;
  const isNothing = area.right - area.left <= LEAST_LEFT || area.bottom - area.top <= LEAST_LEFT;
  return isWhole || isNothing ? null : area;
}

/** Places of pixels. */
type Line = readonly number[];

function rowOf({ left, right }: Area, y: number): Line {
  return Array.from({ length: right - left }, (_, index) => y * SMALL_SIDE + left + index);
}

function columnOf({ top, bottom }: Area, x: number): Line {
  return Array.from({ length: bottom - top }, (_, index) => (top + index) * SMALL_SIDE + x);
}

function isSteady(pixels: Uint8Array, frames: number, line: Line, level: number): boolean {
  const size = SMALL_SIDE * SMALL_SIDE;
  for (let frame = 0; frame < frames; frame++) {
    let sum = 0;
    for (const at of line) sum += pixels[frame * size + at] ?? 0;
    if (Math.abs(sum / line.length - level) > STEADY) return false;
  }
  return true;
}
