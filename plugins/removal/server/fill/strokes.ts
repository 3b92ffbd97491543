import type { PixelBox } from '#core/server/services/media/cut/pixel-boxes.ts';
import type { Planes } from '#core/server/services/media/cut/planes.ts';

import { clamp } from './strip.ts';

/** What is told of a cell: brighter or darker than the ground by far, or by half of that. */
export const [BRIGHT, DARK, FAINT] = [1, 2, 4] as const;

/** Levels by which strokes differ from the ground: at least, and as a share of what the clearest of them do. */
const [LEAST, MOST, SHARE] = [14, 70, 0.45];
/** The clearest strokes are this share of a box. */
const CLEAREST = 0.03;
/** Pixels around one that the ground is looked for in: as a share of a box's height, at least and at most. */
const [REACH, NEAREST, FARTHEST] = [0.5, 8, 36];
/** Pixels from which on the ground is looked for in squares of four by four; of two by two below. */
const COARSE = 16;
/** Levels of grey are counted in so many bins. */
const [BINS, BIN] = [64, 4];
/** One row of squares in so many is looked at, and looked for: the ground changes less from row to row than letters do. */
const EACH_ROW = 2;

/**
 * Finds the strokes of letters in a box: what differs from the median around it, as lines do that are thinner than the
 * space between them.
 * @returns a byte for each cell of the box
 */
export function strokesOf({ width, height, light }: Planes, box: PixelBox): Uint8Array {
  const [across, down] = [(box.right - box.left) / 2, (box.bottom - box.top) / 2];
  const reach = 4 * Math.round(clamp((box.bottom - box.top) * REACH, NEAREST, FARTHEST) / 4);
  const step = reach < COARSE ? 2 : 4;
  // With what is around the box, so that dense letters do not pass for the ground.
  const wide = {
    ...{ left: Math.max(0, box.left - reach), top: Math.max(0, box.top - reach) },
    ...{ right: Math.min(width, box.right + reach), bottom: Math.min(height, box.bottom + reach) },
  };
  const ground = groundOf(light, width, wide, step, reach / step);
  const stride = Math.floor((wide.right - wide.left) / step);
  const rows = ground.length / stride;
  const [above, below] = [new Uint8Array(across * down), new Uint8Array(across * down)];
  const counts = new Uint32Array(256);
  const columns = Int32Array.from({ length: across }, (_, x) =>
    Math.min(stride - 1, Math.floor((box.left - wide.left + 2 * x) / step)),
  );
  for (let y = 0, cell = 0; y < down; y++) {
    const line = Math.min(rows - 1, Math.floor((box.top - wide.top + 2 * y) / (step * EACH_ROW))) * stride;
    const start = ((box.top + 2 * y) * width + box.left) | 0;
    for (let x = 0; x < across; x++, cell++) {
      const from = (start + 2 * x) | 0;
      const level = ground[line + (columns[x] ?? 0)] ?? 0;
      const a = light[from] ?? 0;
      const b = light[from + 1] ?? 0;
      const c = light[from + width] ?? 0;
      const d = light[from + width + 1] ?? 0;
      // What `Math` has for several values at once is called for each cell.
      const upper = a > b ? a : b;
      const lower = c > d ? c : d;
      const left = a < b ? a : b;
      const right = c < d ? c : d;
      const most = (upper > lower ? upper : lower) - level;
      const least = level - (left < right ? left : right);
      const bright = most > 0 ? most : 0;
      const dark = least > 0 ? least : 0;
      above[cell] = bright;
      below[cell] = dark;
      const clearest = bright > dark ? bright : dark;
      counts[clearest] = (counts[clearest] ?? 0) + 1;
    }
  }
  const limit = clamp(SHARE * percentile(counts, across * down, 1 - CLEAREST), LEAST, MOST);
  const strokes = inWords(across * down);
  for (let cell = 0; cell < strokes.length; cell++) {
    const bright = above[cell] ?? 0;
    const dark = below[cell] ?? 0;
    if (bright <= limit / 2 && dark <= limit / 2) continue;
    strokes[cell] = (bright > limit ? BRIGHT : 0) | (dark > limit ? DARK : 0) | FAINT;
  }
  return strokes;
}

/** Bytes whose memory ends with a whole word, so that four of them can be looked at together: see {@link wordsOf}. */
export const inWords = (length: number): Uint8Array => new Uint8Array(Math.ceil(length / 4) * 4).subarray(0, length);

/** Strokes four by four. */
export const wordsOf = ({ buffer }: Uint8Array): Uint32Array => new Uint32Array(buffer);

function percentile(counts: Uint32Array, total: number, share: number): number {
  let seen = 0;
  for (let level = 0; level < counts.length; level++) {
    seen += counts[level] ?? 0;
    if (seen >= total * share) return level;
  }
  return counts.length - 1;
}

/**
 * The median of what is around each square of a box, in one row of them in {@link EACH_ROW}.
 * @param step pixels of a square's side, and `reach` in squares
 */
function groundOf(light: Uint8Array, width: number, box: PixelBox, step: number, reach: number): Uint8Array {
  const across = Math.floor((box.right - box.left) / step);
  const rows = Math.max(1, Math.floor((box.bottom - box.top) / (step * EACH_ROW)));
  const small = new Uint8Array(across * rows);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < across; x++) {
      const from = (box.top + step * EACH_ROW * y) * width + box.left + step * x;
      let sum = 0;
      for (let row = from; row < from + step * width; row += width) {
        for (let at = row; at < row + step; at++) sum += light[at] ?? 0;
      }
      small[y * across + x] = sum / step ** 2;
    }
  }
  const ground = new Uint8Array(across * rows);
  const bins = new Int32Array(BINS);
  const reachDown = Math.floor(reach / EACH_ROW);
  for (let y = 0; y < rows; y++) {
    const [top, bottom] = [Math.max(0, y - reachDown), Math.min(rows - 1, y + reachDown)];
    bins.fill(0);
    // Below the median's bin: `below` of `total`.
    let [total, below, median] = [0, 0, 0];
    // Columns come in ahead of a square, and leave behind it.
    for (let x = -reach; x < across; x++) {
      const comes = x + reach;
      const leaves = x - reach - 1;
      if (comes < across) {
        for (let at = top * across + comes; at <= bottom * across + comes; at += across) {
          const bin = (small[at] ?? 0) >> 2;
          bins[bin] = (bins[bin] ?? 0) + 1;
          if (bin < median) below++;
        }
        total += bottom - top + 1;
      }
      if (leaves >= 0) {
        for (let at = top * across + leaves; at <= bottom * across + leaves; at += across) {
          const bin = (small[at] ?? 0) >> 2;
          bins[bin] = (bins[bin] ?? 0) - 1;
          if (bin < median) below--;
        }
        total -= bottom - top + 1;
      }
      if (x < 0) continue;
      while (below * 2 > total) below -= bins[--median] ?? 0;
      while ((below + (bins[median] ?? 0)) * 2 <= total && median < BINS - 1) below += bins[median++] ?? 0;
      ground[y * across + x] = median * BIN + BIN / 2;
    }
  }
  return ground;
}
