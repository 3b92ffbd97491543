import { SMALL_SIDE } from './small-frames.ts';

/** A rectangle in a small frame, in pixels; right and bottom are exclusive. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The least that a border leaves of the picture in each direction. */
const MIN_LEFT = SMALL_SIDE / 4;

/** Tolerance within a row or column in grey levels, for codec ringing. */
const PLAIN = 1.6;

/** Tolerance over time and towards the centre. */
const STEADY = 3;

/**
 * Finds the picture inside bars or a plain border: rows and columns at the edges whose tone is uniform and never
 * changes. Null if there are none.
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
  // Side bars are only uniform between the top and bottom ones, so each direction is scanned within the other's result.
  const most = SMALL_SIDE - MIN_LEFT;
  area.top = walk((step) => rowOf(area, step), most);
  area.bottom = SMALL_SIDE - walk((step) => rowOf(area, SMALL_SIDE - 1 - step), most - area.top);
  area.left = walk((step) => columnOf(area, step), most);
  area.right = SMALL_SIDE - walk((step) => columnOf(area, SMALL_SIDE - 1 - step), most - area.left);
  const isWhole = area.left === 0 && area.top === 0 && area.right === SMALL_SIDE && area.bottom === SMALL_SIDE;
  const isNothing = area.right - area.left <= MIN_LEFT || area.bottom - area.top <= MIN_LEFT;
  return isWhole || isNothing ? null : area;
}

/** Pixel offsets. */
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
