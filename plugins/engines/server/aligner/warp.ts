import { SIZE, thinned, type Features } from './features.ts';

/** A sound to be laid over another one. */
export interface Warped {
  features: Features;
  /** 1 where nobody speaks, by frame. */
  silent: Uint8Array;
}

/** Frames of the first, rough comparison that are one, and how far the exact one departs from it, in frames. */
const [ROUGH, NEAR] = [8, 70];
/** Cells of a comparison at most, of which each takes a byte. */
const MOST_CELLS = 64e6;
/** The dearer way: a frame that has no frame of its own in the other sound. */
const STAY = 0.35;
/** What it costs that one of two frames is silent, that both are, and that silence is passed over at a pause and within a word. */
const [ONE_SILENT, BOTH_SILENT, AT_PAUSE, WITHIN] = [6, 0.2, 0.05, 1.6];

const [BOTH, FIRST, SECOND] = [0, 1, 2];

/**
 * Lays one sound over another that says the same, by dynamic time warping: roughly first, then exactly around that.
 * @returns for each frame of the first sound the first and last frame of the second that is like it
 */
export function warp(first: Warped, second: Warped): { from: Int32Array; to: Int32Array } {
  const rough = path(thinnedBy(first, ROUGH), thinnedBy(second, ROUGH), wide(first, second));
  const { count } = second.features;
  return path(first, second, (row) => {
    const at = Math.floor(row / ROUGH);
    const [low, high] = [rough.from[at] ?? 0, rough.to[at] ?? 0];
    return [Math.max(0, low * ROUGH - NEAR), Math.min(count - 1, high * ROUGH + ROUGH + NEAR)];
  });
}

/** All of it, where there is memory for that; else what lies about as far in both. */
function wide(first: Warped, second: Warped): (row: number) => readonly [number, number] {
  const [rows, columns] = [Math.ceil(first.features.count / ROUGH), Math.ceil(second.features.count / ROUGH)];
  const half = Math.max(64, Math.floor(MOST_CELLS / rows / 2));
  if (half * 2 >= columns) return () => [0, columns - 1];
  return (row) => {
    const middle = Math.round((row * columns) / rows);
    return [Math.max(0, middle - half), Math.min(columns - 1, middle + half)];
  };
}

function thinnedBy({ features, silent }: Warped, by: number): Warped {
  const thin = thinned(features, by);
  const quiet = Uint8Array.from({ length: thin.count }, (_, at) => {
    const part = silent.subarray(at * by, at * by + by);
    return part.reduce((sum, one) => sum + one, 0) * 2 > part.length ? 1 : 0;
  });
  return { features: thin, silent: quiet };
}

/** The cheapest way through both sounds. @param reach the columns that are looked at in a row, never fewer than it needs */
function path(
  first: Warped,
  second: Warped,
  reach: (row: number) => readonly [number, number],
): { from: Int32Array; to: Int32Array } {
  const [rows, columns] = [first.features.count, second.features.count];
  const starts = new Int32Array(rows);
  const steps: Uint8Array[] = [];
  let [before, beforeStart] = [new Float32Array(0), 0];
  for (let row = 0; row < rows; row += 1) {
    const [reached, last] = reach(row);
    const low = row === 0 ? 0 : reached;
    const high = row === rows - 1 ? columns - 1 : Math.max(last, low);
    starts[row] = low;
    const costs = new Float32Array(high - low + 1).fill(Infinity);
    const step = new Uint8Array(high - low + 1);
    const isPause = first.silent[row] === 1;
    for (let column = low; column <= high; column += 1) {
      const cost = distance(first, second, row, column);
      const isQuiet = second.silent[column] === 1;
      let [best, how] = [row === 0 && column === 0 ? 0 : Infinity, BOTH];
      const diagonal = before[column - 1 - beforeStart];
      if (diagonal !== undefined && diagonal + cost < best) best = diagonal + cost;
      const above = before[column - beforeStart];
      const down = isPause ? AT_PAUSE : cost * (1 + STAY);
      if (above !== undefined && above + down < best) [best, how] = [above + down, FIRST];
      const left = column === low ? undefined : costs[column - 1 - low];
      const across = isQuiet ? (isPause ? AT_PAUSE : WITHIN) : cost * (1 + STAY);
      if (left !== undefined && left + across < best) [best, how] = [left + across, SECOND];
      costs[column - low] = best;
      step[column - low] = how;
    }
    steps.push(step);
    [before, beforeStart] = [costs, low];
  }
  const [from, to] = [new Int32Array(rows), new Int32Array(rows).fill(-1)];
  for (let [row, column] = [rows - 1, columns - 1]; row >= 0;) {
    from[row] = column;
    if (to[row] === -1) to[row] = column;
    if (row === 0 && column === 0) break;
    const how = steps[row]?.[column - (starts[row] ?? 0)] ?? BOTH;
    if (how !== SECOND) row -= 1;
    if (how !== FIRST) column = Math.max(0, column - 1);
  }
  return { from, to };
}

function distance(first: Warped, second: Warped, row: number, column: number): number {
  const [quiet, other] = [first.silent[row] === 1, second.silent[column] === 1];
  if (quiet && other) return BOTH_SILENT;
  if (quiet || other) return ONE_SILENT;
  const [a, b] = [first.features.values, second.features.values];
  let sum = 0;
  for (let at = 0, i = row * SIZE, j = column * SIZE; at < SIZE; at += 1, i += 1, j += 1) {
    const far = (a[i] ?? 0) - (b[j] ?? 0);
    sum += far * far;
  }
  return Math.sqrt(sum);
}
