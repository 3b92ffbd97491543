import { MOST_POINTS, spreadPoints, type Ground, type Points } from './points.ts';
import { clamp, type Shift } from './strip.ts';

/** Pixels of the small picture that are compared for each shift that is tried, about. */
const FEW_POINTS = 700;
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

/**
 * How the ground has moved from one frame to the next: where what was seen in the first is in the second.
 * @param usual how it moved before, and how much frames have differed then: while it goes on like that, no other shift is
 *   looked for
 */
export function motionBetween(from: Ground, to: Ground, usual: Motion): Motion {
  const points = spreadPoints(from);
  const same = refine(to, points, usual, USUAL_REACH);
  if (same.difference <= usual.difference * USUAL_TIMES) return same;
  const far = coarseShift(from, to);
  const near = refine(to, points, far, SMALL);
  if (far.x === 0 && far.y === 0) return near;
  // A long shift of a plain ground is chance; where it has not moved at all, that is what is most likely.
  const still = refine(to, points, { x: 0, y: 0 }, 1);
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
 * @param points of the picture
 * @param reach pixels that it may be off
 */
export function refine(to: Ground, points: Points, expected: Shift, reach: number): Motion {
  const [startX, startY] = [Math.round(expected.x), Math.round(expected.y)];
  // Few are asked for: looking through them costs less than a map.
  const keys: number[] = [];
  const scores: number[] = [];
  const score = (x: number, y: number): number => {
    const key = (y + 2048) * 4096 + x + 2048;
    const before = keys.indexOf(key);
    if (before >= 0) return scores[before] ?? 0;
    const found = differenceAt(to, points, startX + x, startY + y) + FARTHER * Math.hypot(startX + x, startY + y);
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
  const atWhole = compare(to, points, whole);
  if (part.x === whole.x && part.y === whole.y) return { ...whole, ...atWhole };
  const atPart = compare(to, points, part);
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

// In the loops below nothing is put into arrays or objects: there are too many turns. Sums that are told to be whole numbers
// are added up faster.
function differenceAt({ planes, blocked }: Ground, points: Points, x: number, y: number): number {
  const { width, height, light } = planes;
  const { cells, places, levels, columns, rows } = points;
  const isInner = points.left + x >= 0 && points.top + y >= 0 && points.right + x < width && points.bottom + y < height;
  const shift = (y * width + x) | 0;
  const cellShift = ((y >> 1) * (width / 2) + (x >> 1)) | 0;
  let sum = 0;
  let count = 0;
  for (let at = 0; at < places.length; at++) {
    if (!isInner) {
      const column = ((columns[at] ?? 0) + x) | 0;
      const row = ((rows[at] ?? 0) + y) | 0;
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
    }
    if (blocked[((cells[at] ?? 0) + cellShift) | 0] === 1) continue;
    sum = (sum + Math.abs((levels[at] ?? 0) - (light[((places[at] ?? 0) + shift) | 0] ?? 0))) | 0;
    count = (count + 1) | 0;
  }
  return enough(count, points) ? sum / count : Infinity;
}

/** Differences at a shift, kept between calls: memory of its own for each would cost as much as to fill it. */
let scratch = new Float32Array(MOST_POINTS);

/** What is left of differences at a shift once one picture is as bright as the other. */
function compare({ planes, blocked }: Ground, points: Points, shift: Shift): Pick<Motion, 'difference' | 'brighter'> {
  const { width, height, light } = planes;
  const { cells, places, levels, columns, rows } = points;
  const [x, y] = [Math.floor(shift.x), Math.floor(shift.y)];
  const [u, v] = [shift.x - x, shift.y - y];
  const [a, b, c, d] = [(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v];
  const by = (y * width + x) | 0;
  const cellShift = ((y >> 1) * (width / 2) + (x >> 1)) | 0;
  if (scratch.length < places.length) scratch = new Float32Array(places.length);
  const differences = scratch;
  let sum = 0;
  let count = 0;
  for (let at = 0; at < places.length; at++) {
    const left = ((columns[at] ?? 0) + x) | 0;
    const top = ((rows[at] ?? 0) + y) | 0;
    if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) continue;
    if (blocked[((cells[at] ?? 0) + cellShift) | 0] === 1) continue;
    const place = ((places[at] ?? 0) + by) | 0;
    const below = (place + width) | 0;
    const level =
      a * (light[place] ?? 0) + b * (light[place + 1] ?? 0) + c * (light[below] ?? 0) + d * (light[below + 1] ?? 0);
    const difference = level - (levels[at] ?? 0);
    differences[count++] = difference;
    sum += difference;
  }
  if (!enough(count, points)) return { difference: Infinity, brighter: 0 };
  const brighter = sum / count;
  let left = 0;
  for (let at = 0; at < count; at++) left += Math.abs((differences[at] ?? 0) - brighter);
  return { difference: left / count, brighter };
}
