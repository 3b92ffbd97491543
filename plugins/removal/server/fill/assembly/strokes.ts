import { Bytes, Ints, takeBytes, takeCounts, takeInts } from './memory.ts';
import { height, Spot, width } from './strip.ts';

/** What is told of a cell: brighter or darker than the ground by far, or by half of that. */
export const BRIGHT: i32 = 1;
export const DARK: i32 = 2;
export const FAINT: i32 = 4;

/** Levels by which strokes differ from the ground: at least, and as a share of what the clearest of them do. */
const LEAST: f64 = 14;
const MOST: f64 = 70;
const SHARE: f64 = 0.45;
/** The clearest strokes are this share of a box. */
const CLEAREST: f64 = 0.03;
/** Pixels around one that the ground is looked for in: as a share of a box's height, at least and at most. */
const REACH: f64 = 0.5;
const NEAREST: f64 = 8;
const FARTHEST: f64 = 36;
/** Pixels from which on the ground is looked for in squares of four by four; of two by two below. */
const COARSE: i32 = 16;
/** Levels of grey are counted in so many bins. */
const BINS: i32 = 64;
const BIN: i32 = 4;
/** One row of squares in so many is looked at, and looked for: the ground changes less from row to row than letters do. */
const EACH_ROW: i32 = 2;

/** Bytes of a vector. */
export const VECTOR: i32 = 16;

/** Bytes that some take in whole vectors. */
export function inVectors(count: i32): i32 {
  return (count + VECTOR - 1) & ~(VECTOR - 1);
}

/**
 * Finds the strokes of letters in a spot: what differs from the median around it, as lines do that are thinner than the
 * space between them.
 * @returns a byte for each of its cells, in memory that is the caller's to free
 */
export function strokesOf(light: Bytes, spot: Spot): Bytes {
  const count = spot.count;
  const across = spot.across;
  const boxLeft = 2 * spot.left;
  const boxTop = 2 * spot.top;
  const boxHeight = 2 * spot.down;
  const wanted = Math.min(FARTHEST, Math.max(NEAREST, boxHeight * REACH));
  const reach = 4 * <i32>Math.floor(wanted / 4 + 0.5);
  const step = reach < COARSE ? 2 : 4;
  // With what is around the box, so that dense letters do not pass for the ground.
  const left = max(0, boxLeft - reach);
  const top = max(0, boxTop - reach);
  const right = min(width, 2 * spot.right + reach);
  const bottom = min(height, 2 * spot.bottom + reach);
  const stride = (right - left) / step;
  const rows = max(1, (bottom - top) / (step * EACH_ROW));
  const ground = groundOf(light, left, top, stride, rows, step, reach / step);
  const above = takeBytes(count);
  const below = takeBytes(count);
  const counts = takeCounts(256);
  const columns = takeInts(across);
  for (let x = 0; x < across; x++) columns[x] = min(stride - 1, (boxLeft - left + 2 * x) / step);
  for (let y = 0, cell = 0; y < spot.down; y++) {
    const line = min(rows - 1, (boxTop - top + 2 * y) / (step * EACH_ROW)) * stride;
    let from = (boxTop + 2 * y) * width + boxLeft;
    for (let x = 0; x < across; x++, cell++, from += 2) {
      const level = ground[line + columns[x]];
      const a = light[from];
      const b = light[from + 1];
      const c = light[from + width];
      const d = light[from + width + 1];
      const bright = max(0, max(max(a, b), max(c, d)) - level);
      const dark = max(0, level - min(min(a, b), min(c, d)));
      above[cell] = bright;
      below[cell] = dark;
      const clearest = max(bright, dark);
      counts[clearest] = counts[clearest] + 1;
    }
  }
  const limit = Math.min(MOST, Math.max(LEAST, SHARE * percentile(counts, count, 1 - CLEAREST)));
  const length = inVectors(count);
  const strokes = changetype<Bytes>(heap.alloc(length));
  for (let cell = 0; cell < count; cell++) {
    const bright: f64 = above[cell];
    const dark: f64 = below[cell];
    const isFaint = bright > limit / 2 || dark > limit / 2;
    strokes[cell] = isFaint ? (bright > limit ? BRIGHT : 0) | (dark > limit ? DARK : 0) | FAINT : 0;
  }
  for (let cell = count; cell < length; cell++) strokes[cell] = 0;
  return strokes;
}

function percentile(counts: Ints, total: i32, share: f64): i32 {
  let seen = 0;
  for (let level = 0; level < 256; level++) {
    seen += counts[level];
    if (seen >= total * share) return level;
  }
  return 255;
}

/**
 * The median of what is around each square of a part of a picture, in one row of them in {@link EACH_ROW}.
 * @param across squares in a row; `step` pixels of a square's side, and `reach` in squares
 */
function groundOf(light: Bytes, left: i32, top: i32, across: i32, rows: i32, step: i32, reach: i32): Bytes {
  const small = takeBytes(across * rows);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < across; x++) {
      const from = (top + step * EACH_ROW * y) * width + left + step * x;
      let sum = 0;
      for (let row = 0; row < step; row++) {
        for (let column = 0; column < step; column++) sum += light[from + row * width + column];
      }
      small[y * across + x] = sum / (step * step);
    }
  }
  const ground = takeBytes(across * rows);
  const reachDown = reach / EACH_ROW;
  for (let y = 0; y < rows; y++) {
    const first = max(0, y - reachDown);
    const last = min(rows - 1, y + reachDown);
    const bins = takeCounts(BINS);
    // Below the median's bin: `below` of `total`.
    let total = 0;
    let below = 0;
    let median = 0;
    // Columns come in ahead of a square, and leave behind it.
    for (let x = -reach; x < across; x++) {
      const comes = x + reach;
      const leaves = x - reach - 1;
      if (comes < across) {
        for (let at = first * across + comes; at <= last * across + comes; at += across) {
          const bin = small[at] >> 2;
          bins[bin] = bins[bin] + 1;
          if (bin < median) below++;
        }
        total += last - first + 1;
      }
      if (leaves >= 0) {
        for (let at = first * across + leaves; at <= last * across + leaves; at += across) {
          const bin = small[at] >> 2;
          bins[bin] = bins[bin] - 1;
          if (bin < median) below--;
        }
        total -= last - first + 1;
      }
      if (x < 0) continue;
      while (below * 2 > total) below -= bins[--median];
      while ((below + bins[median]) * 2 <= total && median < BINS - 1) below += bins[median++];
      ground[y * across + x] = median * BIN + BIN / 2;
    }
  }
  return ground;
}
