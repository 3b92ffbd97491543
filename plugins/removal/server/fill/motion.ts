import type { Planes } from '#core/server/services/media/cut/planes.ts';

import { clamp, type Shift } from './strip.ts';

/** Pixels that are compared, at most: of the picture, and of the small one for each shift that is tried. */
const [POINTS, FEW_POINTS] = [1500, 700];
/** Pixels of a side that become one in the small picture that a shift is first looked for in, and how far that reaches. */
const [SMALL, REACH] = [4, 10];
/** Pixels that a shift may be off the one before, and how many times as much frames may differ then. */
const [USUAL_REACH, USUAL_TIMES] = [2, 1.25];
/** Levels that a shift has to be better for each pixel that it is farther: plain grounds look alike everywhere. */
const FARTHER = 0.02;
/** A shift below this share of a pixel is none: between pixels, a picture gets softer. */
const LEAST_PART = 0.12;

/** How a picture has moved. */
export interface Motion extends Shift {
  /** Mean difference that is left, in levels. */
  difference: number;
  /** By how much the picture is brighter. */
  brighter: number;
}

/** Brightness that can be compared, and the cells of it that cannot. */
export interface Ground {
  planes: Planes;
  blocked: Uint8Array;
}

/** Where in a picture another one is compared with it. */
export interface Points {
  /** Places of the pixels in the plane, and their columns and rows. */
  places: Int32Array;
  columns: Int32Array;
  rows: Int32Array;
}

export function pointsAt(places: readonly number[], width: number): Points {
  const points = {
    places: new Int32Array(places),
    columns: new Int32Array(places),
    rows: new Int32Array(places.length),
  };
  for (let at = 0; at < places.length; at++) {
    const row = Math.floor((places[at] ?? 0) / width);
    points.rows[at] = row;
    points.columns[at] = (places[at] ?? 0) - row * width;
  }
  return points;
}

/** Pixels of a picture that are spread over it, where it is not blocked. */
export function spreadPoints({ planes: { width, height }, blocked }: Ground): Points {
  const step = Math.max(2, Math.floor(Math.sqrt((width * height) / POINTS)));
  const found: number[] = [];
  for (let y = step >> 1; y < height; y += step) {
    for (let x = step >> 1; x < width; x += step) {
      if (blocked[(y >> 1) * (width / 2) + (x >> 1)] === 0) found.push(y * width + x);
    }
  }
  return pointsAt(found, width);
}

/**
 * How the ground has moved from one frame to the next: where what was seen in the first is in the second.
 * @param usual how it moved before, and how much frames have differed then: while it goes on like that, no other shift is
 *   looked for
 */
export function motionBetween(from: Ground, to: Ground, usual: Motion): Motion {
  const points = spreadPoints(from);
  const same = refine(from, to, points, usual, USUAL_REACH);
  if (same.difference <= usual.difference * USUAL_TIMES) return same;
  const far = coarseShift(from, to);
  const near = refine(from, to, points, far, SMALL);
  if (far.x === 0 && far.y === 0) return near;
  // A long shift of a plain ground is chance; where it has not moved at all, that is what is most likely.
  const still = refine(from, to, points, { x: 0, y: 0 }, 1);
  return still.difference <= near.difference + FARTHER * Math.hypot(near.x, near.y) ? still : near;
}

function coarseShift(from: Ground, to: Ground): Shift {
  const [one, other] = [shrink(from), shrink(to)];
  const { across, down } = one;
  const step = Math.max(1, Math.floor(Math.sqrt((across * down) / FEW_POINTS)));
  const [wide, high] = [Math.min(REACH, across >> 1), Math.min(REACH, down >> 1)];
  const best = { x: 0, y: 0, score: Infinity };
  for (let y = -high; y <= high; y++) {
    for (let x = -wide; x <= wide; x++) {
      let sum = 0;
      let count = 0;
      for (let row = Math.max(0, -y); row < Math.min(down, down - y); row += step) {
        const line = row * across;
        const otherLine = (row + y) * across + x;
        for (let column = Math.max(0, -x); column < Math.min(across, across - x); column += step) {
          const a = one.levels[line + column] ?? -1;
          const b = other.levels[otherLine + column] ?? -1;
          if (a < 0 || b < 0) continue;
          sum += Math.abs(a - b);
          count++;
        }
      }
      if (count * step * step * 4 < across * down) continue;
      const score = sum / count + FARTHER * SMALL * Math.hypot(x, y);
      if (score < best.score) Object.assign(best, { x, y, score });
    }
  }
  return { x: best.x * SMALL, y: best.y * SMALL };
}

/** Means of squares of pixels; -1 where one of them is blocked. */
function shrink({ planes: { width, height, light }, blocked }: Ground) {
  const [across, down] = [Math.floor(width / SMALL), Math.floor(height / SMALL)];
  const levels = new Int16Array(across * down);
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      const cell = 2 * y * (width / 2) + 2 * x;
      const isBlocked =
        (blocked[cell] ?? 0) + (blocked[cell + 1] ?? 0) + (blocked[cell + width / 2] ?? 0) > 0 ||
        blocked[cell + width / 2 + 1] === 1;
      let sum = 0;
      for (let row = 0; row < SMALL; row++) {
        const start = (y * SMALL + row) * width + x * SMALL;
        for (let column = 0; column < SMALL; column++) sum += light[start + column] ?? 0;
      }
      levels[y * across + x] = isBlocked ? -1 : sum / SMALL ** 2;
    }
  }
  return { levels, across, down };
}

/**
 * Finds the shift near one that is expected that makes points of a picture most like another, to a part of a pixel.
 * @param points in the first picture
 */
export function refine(from: Ground, to: Ground, points: Points, expected: Shift, reach: number): Motion {
  const [startX, startY] = [Math.round(expected.x), Math.round(expected.y)];
  // Few are asked for: looking through them costs less than a map.
  const keys: number[] = [];
  const scores: number[] = [];
  const score = (x: number, y: number): number => {
    const key = (y + 2048) * 4096 + x + 2048;
    const before = keys.indexOf(key);
    if (before >= 0) return scores[before] ?? 0;
    const found = differenceAt(from, to, points, startX + x, startY + y) + FARTHER * Math.hypot(startX + x, startY + y);
    keys.push(key);
    scores.push(found);
    return found;
  };
  let x = 0;
  let y = 0;
  for (let step = Math.max(1, reach >> 1); step >= 1; step >>= 1) {
    // Only to the sides, up and down: another turn goes on from there.
    for (let moves = 0; moves < 2 * reach; moves++) {
      let best = score(x, y);
      let nextX = x;
      let nextY = y;
      for (let side = 0; side < 4; side++) {
        const across = side === 0 ? -step : side === 1 ? step : 0;
        const down = side === 2 ? -step : side === 3 ? step : 0;
        const other = score(x + across, y + down);
        if (other >= best) continue;
        best = other;
        nextX = x + across;
        nextY = y + down;
      }
      if (nextX === x && nextY === y) break;
      x = nextX;
      y = nextY;
    }
  }
  const here = score(x, y);
  const whole = { x: startX + x, y: startY + y };
  const part = {
    x: whole.x + partOf(score(x - 1, y), here, score(x + 1, y)),
    y: whole.y + partOf(score(x, y - 1), here, score(x, y + 1)),
  };
  const atWhole = compare(from, to, points, whole);
  if (part.x === whole.x && part.y === whole.y) return { ...whole, ...atWhole };
  const atPart = compare(from, to, points, part);
  return atPart.difference < atWhole.difference ? { ...part, ...atPart } : { ...whole, ...atWhole };
}

/** Where between three neighbours the least of absolute differences lies: they fall and rise alike steeply. */
function partOf(before: number, here: number, behind: number): number {
  const steep = Math.max(before, behind) - here;
  if (!Number.isFinite(steep) || steep <= 0) return 0;
  const part = clamp((before - behind) / (2 * steep), -0.5, 0.5);
  return Math.abs(part) < LEAST_PART ? 0 : Math.round(part * 8) / 8;
}

/** Points that have to lie within both pictures, where neither is blocked. */
const enough = (count: number, points: Points): boolean => count >= 12 && count * 3 >= points.places.length;

// In the loops below nothing is put into arrays or objects: there are too many turns.
function differenceAt({ planes }: Ground, to: Ground, points: Points, x: number, y: number): number {
  const { width, height, light } = planes;
  const other = to.planes.light;
  const { blocked } = to;
  const { places, columns, rows } = points;
  const half = width / 2;
  const shift = y * width + x;
  let sum = 0;
  let count = 0;
  for (let at = 0; at < places.length; at++) {
    const column = (columns[at] ?? 0) + x;
    const row = (rows[at] ?? 0) + y;
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    if (blocked[(row >> 1) * half + (column >> 1)] === 1) continue;
    const place = places[at] ?? 0;
    sum += Math.abs((light[place] ?? 0) - (other[place + shift] ?? 0));
    count++;
  }
  return enough(count, points) ? sum / count : Infinity;
}

/** Differences at a shift, kept between calls: memory of its own for each would cost as much as to fill it. */
let scratch = new Float32Array(POINTS);

/** What is left of differences at a shift once one picture is as bright as the other. */
function compare(from: Ground, to: Ground, points: Points, { x, y }: Shift): Pick<Motion, 'difference' | 'brighter'> {
  const { width, height, light } = from.planes;
  const { places, columns, rows } = points;
  const half = width / 2;
  if (scratch.length < places.length) scratch = new Float32Array(places.length);
  const differences = scratch;
  let sum = 0;
  let count = 0;
  for (let at = 0; at < places.length; at++) {
    const column = (columns[at] ?? 0) + x;
    const row = (rows[at] ?? 0) + y;
    const left = Math.floor(column);
    const top = Math.floor(row);
    if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) continue;
    if (to.blocked[(top >> 1) * half + (left >> 1)] === 1) continue;
    const difference = between(to.planes.light, width, column, row) - (light[places[at] ?? 0] ?? 0);
    differences[count++] = difference;
    sum += difference;
  }
  if (!enough(count, points)) return { difference: Infinity, brighter: 0 };
  const brighter = sum / count;
  let left = 0;
  for (let at = 0; at < count; at++) left += Math.abs((differences[at] ?? 0) - brighter);
  return { difference: left / count, brighter };
}

/** A level between pixels, evenly from one to the next. */
export function between(plane: Uint8Array, width: number, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const u = x - left;
  const v = y - top;
  const at = top * width + left;
  const above = u === 0 ? (plane[at] ?? 0) : (plane[at] ?? 0) * (1 - u) + (plane[at + 1] ?? 0) * u;
  if (v === 0) return above;
  const below =
    u === 0 ? (plane[at + width] ?? 0) : (plane[at + width] ?? 0) * (1 - u) + (plane[at + width + 1] ?? 0) * u;
  return above * (1 - v) + below * v;
}

/** Weights of four pixels in a row for a level between the middle two, that keep a picture sharp. */
function sharpWeights(u: number): [number, number, number, number] {
  return [
    ((-u + 2) * u - 1) * u * 0.5,
    ((3 * u - 5) * u * u + 2) * 0.5,
    ((-3 * u + 4) * u + 1) * u * 0.5,
    (u - 1) * u * u * 0.5,
  ];
}

/**
 * Reads levels at a shift, as sharp as they are.
 * @returns reads those of two by two pixels, row by row
 */
export function sharpReader(
  { width, height, light }: Planes,
  { x, y }: Shift,
): (column: number, row: number, levels: Float64Array) => void {
  const [wholeX, wholeY] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [x - wholeX, y - wholeY];
  if (u === 0 && v === 0) {
    return (column, row, levels) => {
      const at = (row + wholeY) * width + column + wholeX;
      levels[0] = light[at] ?? 0;
      levels[1] = light[at + 1] ?? 0;
      levels[2] = light[at + width] ?? 0;
      levels[3] = light[at + width + 1] ?? 0;
    };
  }
  const [a, b, c, d] = sharpWeights(u);
  const down = sharpWeights(v);
  // Each of five rows serves the upper pixels, the lower ones, or both.
  const [upperWeights, lowerWeights] = [Float64Array.of(...down, 0), Float64Array.of(0, ...down)];
  return (column, row, levels) => {
    const left = column + wholeX - 1;
    const top = row + wholeY - 1;
    const isInner = left >= 0 && left + 4 < width && top >= 0 && top + 4 < height;
    let upper = 0;
    let upperNext = 0;
    let lower = 0;
    let lowerNext = 0;
    for (let line = 0; line < 5; line++) {
      const start = (isInner ? top + line : clamp(top + line, 0, height - 1)) * width;
      const p = light[start + (isInner ? left : clamp(left, 0, width - 1))] ?? 0;
      const q = light[start + (isInner ? left + 1 : clamp(left + 1, 0, width - 1))] ?? 0;
      const r = light[start + (isInner ? left + 2 : clamp(left + 2, 0, width - 1))] ?? 0;
      const s = light[start + (isInner ? left + 3 : clamp(left + 3, 0, width - 1))] ?? 0;
      const t = light[start + (isInner ? left + 4 : clamp(left + 4, 0, width - 1))] ?? 0;
      const one = a * p + b * q + c * r + d * s;
      const other = a * q + b * r + c * s + d * t;
      const ofUpper = upperWeights[line] ?? 0;
      const ofLower = lowerWeights[line] ?? 0;
      upper += ofUpper * one;
      upperNext += ofUpper * other;
      lower += ofLower * one;
      lowerNext += ofLower * other;
    }
    levels[0] = upper;
    levels[1] = upperNext;
    levels[2] = lower;
    levels[3] = lowerNext;
  };
}
