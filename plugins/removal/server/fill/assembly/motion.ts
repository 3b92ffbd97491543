import { Bytes, Floats, take, takeFloats } from './memory.ts';
import { spreadPoints, Points } from './points.ts';
import { across, down, height, Motion, round, width, Planes } from './strip.ts';

/** Pixels of the small picture that are compared for each shift that is tried, about. */
const FEW_POINTS: i32 = 700;
/** Pixels of a side that become one in the small picture that a shift is first looked for in, and how far that reaches. */
const SMALL: i32 = 4;
const REACH: i32 = 10;
/** Pixels that a shift may be off the one before, and how many times as much frames may differ then. */
const USUAL_REACH: i32 = 2;
const USUAL_TIMES: f64 = 1.25;
/** Levels that a shift has to be better for each pixel that it is farther: plain grounds look alike everywhere. */
const FARTHER: f64 = 0.02;
/** A shift below this share of a pixel is none: between pixels, a picture gets softer. */
const LEAST_PART: f64 = 0.12;

function length(x: f64, y: f64): f64 {
  return Math.sqrt(x * x + y * y);
}

/**
 * How the ground has moved from one frame to the next: where what was seen in the first is in the second.
 * @param usual how it moved before, and how much frames have differed then: while it goes on like that, no other shift is
 *   looked for
 */
export function motionBetween(
  from: Planes,
  blockedFrom: Bytes,
  to: Planes,
  blockedTo: Bytes,
  usualX: f64,
  usualY: f64,
  usualDifference: f64,
): Motion {
  const points = spreadPoints(from, blockedFrom);
  const same = refine(to, blockedTo, points, usualX, usualY, USUAL_REACH);
  if (same.difference <= usualDifference * USUAL_TIMES) return same;
  coarseShift(from, blockedFrom, to, blockedTo);
  const near = refine(to, blockedTo, points, coarseX, coarseY, SMALL);
  if (coarseX === 0 && coarseY === 0) return near;
  // A long shift of a plain ground is chance; where it has not moved at all, that is what is most likely.
  const still = refine(to, blockedTo, points, 0, 0, 1);
  return still.difference <= near.difference + FARTHER * length(near.x, near.y) ? still : near;
}

/** What was found last by {@link coarseShift}. */
let coarseX: i32 = 0;
let coarseY: i32 = 0;

function coarseShift(from: Planes, blockedFrom: Bytes, to: Planes, blockedTo: Bytes): void {
  const one = shrink(from.light, blockedFrom);
  const other = shrink(to.light, blockedTo);
  const columns = width / SMALL;
  const rows = height / SMALL;
  const step = max(1, <i32>Math.floor(Math.sqrt(<f64>(columns * rows) / FEW_POINTS)));
  const wide = min(REACH, columns >> 1);
  const high = min(REACH, rows >> 1);
  let best = Infinity;
  coarseX = 0;
  coarseY = 0;
  for (let y = -high; y <= high; y++) {
    for (let x = -wide; x <= wide; x++) {
      let sum: f64 = 0;
      let count = 0;
      for (let row = max(0, -y), last = min(rows, rows - y); row < last; row += step) {
        const line = row * columns;
        const otherLine = (row + y) * columns + x;
        for (let column = max(0, -x), end = min(columns, columns - x); column < end; column += step) {
          const a = one[line + column];
          const b = other[otherLine + column];
          if (a < 0 || b < 0) continue;
          sum += Math.abs(a - b);
          count++;
        }
      }
      if (count * step * step * 4 < columns * rows) continue;
      const score = sum / count + FARTHER * SMALL * length(x, y);
      if (score >= best) continue;
      best = score;
      coarseX = x * SMALL;
      coarseY = y * SMALL;
    }
  }
}

/** Means of squares of pixels; -1 where one of them is blocked. */
function shrink(light: Bytes, blocked: Bytes): Floats {
  const columns = width / SMALL;
  const rows = height / SMALL;
  const levels = takeFloats(columns * rows);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const cell = 2 * y * across + 2 * x;
      const isBlocked = blocked[cell] + blocked[cell + 1] + blocked[cell + across] + blocked[cell + across + 1] > 0;
      let sum = 0;
      for (let row = 0; row < SMALL; row++) {
        const start = (y * SMALL + row) * width + x * SMALL;
        for (let column = 0; column < SMALL; column++) sum += light[start + column];
      }
      levels[y * columns + x] = isBlocked ? -1 : <f32>(sum / (SMALL * SMALL));
    }
  }
  return levels;
}

/** Shifts that have been tried, and how much pictures differ then; few, so looking through them costs less than a map. */
const MOST_TRIED: i32 = 1024;
const keys = memory.data(MOST_TRIED * 4, 16);
const scores = memory.data(MOST_TRIED * 8, 16);
let tried: i32 = 0;

/** What is being refined. */
let ground: Planes = changetype<Planes>(0);
let groundBlocked: Bytes = changetype<Bytes>(0);
let groundPoints: Points = changetype<Points>(0);
let startX: i32 = 0;
let startY: i32 = 0;

function score(x: i32, y: i32): f64 {
  const key = (y + 2048) * 4096 + x + 2048;
  for (let at = 0; at < tried; at++) {
    if (load<i32>(keys + ((<usize>at) << 2)) === key) return load<f64>(scores + ((<usize>at) << 3));
  }
  const far = FARTHER * length(startX + x, startY + y);
  const found = differenceAt(ground.light, groundBlocked, groundPoints, startX + x, startY + y) + far;
  if (tried < MOST_TRIED) {
    store<i32>(keys + ((<usize>tried) << 2), key);
    store<f64>(scores + ((<usize>tried) << 3), found);
    tried++;
  }
  return found;
}

/**
 * Finds the shift near one that is expected that makes points of a picture most like another, to a part of a pixel.
 * @param points of the picture
 * @param reach pixels that it may be off
 */
export function refine(to: Planes, blocked: Bytes, points: Points, expectedX: f64, expectedY: f64, reach: i32): Motion {
  ground = to;
  groundBlocked = blocked;
  groundPoints = points;
  startX = round(expectedX);
  startY = round(expectedY);
  tried = 0;
  let x = 0;
  let y = 0;
  for (let step = max(1, reach >> 1); step >= 1; step >>= 1) {
    // Only to the sides, up and down: another turn goes on from there.
    for (let moves = 0; moves < 2 * reach; moves++) {
      let best = score(x, y);
      let nextX = x;
      let nextY = y;
      for (let side = 0; side < 4; side++) {
        const beside = side === 0 ? -step : side === 1 ? step : 0;
        const below = side === 2 ? -step : side === 3 ? step : 0;
        const other = score(x + beside, y + below);
        if (other >= best) continue;
        best = other;
        nextX = x + beside;
        nextY = y + below;
      }
      if (nextX === x && nextY === y) break;
      x = nextX;
      y = nextY;
    }
  }
  const here = score(x, y);
  const wholeX = startX + x;
  const wholeY = startY + y;
  const partX = wholeX + partOf(score(x - 1, y), here, score(x + 1, y));
  const partY = wholeY + partOf(score(x, y - 1), here, score(x, y + 1));
  const atWhole = compare(wholeX, wholeY);
  if (partX === wholeX && partY === wholeY) return atWhole;
  const atPart = compare(partX, partY);
  return atPart.difference < atWhole.difference ? atPart : atWhole;
}

/** Where between three neighbours the least of absolute differences lies: they fall and rise alike steeply. */
function partOf(before: f64, here: f64, behind: f64): f64 {
  const steep = Math.max(before, behind) - here;
  if (!isFinite(steep) || steep <= 0) return 0;
  const part = Math.min(0.5, Math.max(-0.5, (before - behind) / (2 * steep)));
  return Math.abs(part) < LEAST_PART ? 0 : Math.floor(part * 8 + 0.5) / 8;
}

/** Points that have to lie within both pictures, where neither is blocked. */
function enough(count: i32, points: Points): bool {
  return count >= 12 && count * 3 >= points.count;
}

function differenceAt(light: Bytes, blocked: Bytes, points: Points, x: i32, y: i32): f64 {
  const cells = points.cells;
  const places = points.places;
  const levels = points.levels;
  const columns = points.columns;
  const rows = points.rows;
  const isInner = points.left + x >= 0 && points.top + y >= 0 && points.right + x < width && points.bottom + y < height;
  const shift = y * width + x;
  const cellShift = (y >> 1) * across + (x >> 1);
  let sum = 0;
  let count = 0;
  for (let at = 0, end = points.count; at < end; at++) {
    if (!isInner) {
      const column = columns[at] + x;
      const row = rows[at] + y;
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
    }
    if (blocked[cells[at] + cellShift] === 1) continue;
    const off = levels[at] - light[places[at] + shift];
    sum += off < 0 ? -off : off;
    count++;
  }
  return enough(count, points) ? <f64>sum / count : Infinity;
}

/** What is left of differences at a shift once one picture is as bright as the other. */
function compare(shiftX: f64, shiftY: f64): Motion {
  const light = ground.light;
  const blocked = groundBlocked;
  const points = groundPoints;
  const cells = points.cells;
  const places = points.places;
  const levels = points.levels;
  const columns = points.columns;
  const rows = points.rows;
  const x = <i32>Math.floor(shiftX);
  const y = <i32>Math.floor(shiftY);
  const u = shiftX - x;
  const v = shiftY - y;
  const a = (1 - u) * (1 - v);
  const b = u * (1 - v);
  const c = (1 - u) * v;
  const d = u * v;
  const by = y * width + x;
  const cellShift = (y >> 1) * across + (x >> 1);
  const motion = changetype<Motion>(take(offsetof<Motion>()));
  const differences = takeFloats(points.count);
  let sum: f64 = 0;
  let count = 0;
  for (let at = 0, end = points.count; at < end; at++) {
    const left = columns[at] + x;
    const top = rows[at] + y;
    if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) continue;
    if (blocked[cells[at] + cellShift] === 1) continue;
    const place = places[at] + by;
    const below = place + width;
    const level = a * light[place] + b * light[place + 1] + c * light[below] + d * light[below + 1];
    const difference = level - levels[at];
    differences[count++] = <f32>difference;
    sum += difference;
  }
  motion.x = shiftX;
  motion.y = shiftY;
  motion.difference = Infinity;
  motion.brighter = 0;
  if (!enough(count, points)) return motion;
  const brighter = sum / count;
  let left: f64 = 0;
  for (let at = 0; at < count; at++) left += Math.abs(<f64>differences[at] - brighter);
  motion.difference = left / count;
  motion.brighter = brighter;
  return motion;
}
