import { CELLS, COLOUR_CELLS, GRID, type FrameSignals } from './frame-signals.ts';

/** Seconds around a change within which the same picture comes back after a flash. */
const FLASH_SECONDS = 0.4;

/** Seconds around a change that its motion is compared with. */
const AROUND_SECONDS = 0.3;

/** Differences of brightness from which a cell counts as changed. */
const CHANGED = 12;

/** Changes below this, of 255, are none. */
const LEAST = 4;

/** What tells a change between a picture and the one before. */
export interface Change {
  /** The picture behind it, by its number among the watched ones. */
  at: number;
  residual: number;
  /** The largest residual but one around it: what motion there is. */
  local: number;
  histogram: number;
  /** The share of cells whose brightness changed. */
  covered: number;
  /** The share of neighbouring cells that changed which of them is brighter. */
  turned: number;
  /** How alike both are where one is moved onto the other, 0 to 1. Dear, so for changes only that may still be cuts. */
  alike(): number;
  /** How near, compared with the change itself, pictures before and behind come to each other; 1 for not at all. Dear. */
  returns(): number;
}

/** Finds every change that may be a cut, step by step. */
export function* findChanges(signals: FrameSignals): Generator<void, Change[]> {
  const changes: Change[] = [];
  for (let at = 1; at < signals.count; at++) {
    yield;
    const residual = signals.residual[at] ?? 0;
    if (residual < LEAST) continue;
    const local = motionAround(signals, at);
    if (residual < local) continue;
    changes.push({
      ...{ at, residual, local, histogram: signals.histogram[at] ?? 0 },
      ...compareGrids(gridAt(signals, at - 1), gridAt(signals, at)),
      alike: () => likeness(gridAt(signals, at - 1), gridAt(signals, at)),
      returns: () => returnsAround(signals, at - 1, at),
    });
  }
  return changes;
}

/** From any number to one between 0 and 1. */
export const logistic = (sum: number): number => 1 / (1 + Math.exp(-sum));

/** What is kept of the brightness and colour of one picture. */
export const gridAt = ({ grids }: FrameSignals, at: number): Uint8Array => grids.subarray(at * GRID, (at + 1) * GRID);

function motionAround({ residual, times, count }: FrameSignals, at: number): number {
  let [most, second] = [0, 0];
  const [from, to] = [(times[at - 1] ?? 0) - AROUND_SECONDS, (times[at] ?? 0) + AROUND_SECONDS];
  for (let other = at - 1; other > 0 && (times[other] ?? 0) >= from; other--) look(residual[other] ?? 0);
  for (let other = at + 1; other < count && (times[other] ?? 0) <= to; other++) look(residual[other] ?? 0);
  return second;

  function look(value: number): void {
    if (value > most) [most, second] = [value, most];
    else if (value > second) second = value;
  }
}

function compareGrids(a: Uint8Array, b: Uint8Array): { covered: number; turned: number } {
  let [covered, turned] = [0, 0];
  for (let at = 0; at < CELLS * CELLS; at++) {
    if (Math.abs((a[at] ?? 0) - (b[at] ?? 0)) > CHANGED) covered++;
    if (at % CELLS === 0) continue;
    if ((a[at] ?? 0) > (a[at - 1] ?? 0) !== (b[at] ?? 0) > (b[at - 1] ?? 0)) turned++;
  }
  return { covered: covered / (CELLS * CELLS), turned: turned / (CELLS * (CELLS - 1)) };
}

/** How far one picture is moved over another, in cells. */
const MOVED = 4;

/** How one is moved over the other, the least first: most that are alike have hardly moved. */
const SHIFTS = Array.from({ length: (2 * MOVED + 1) ** 2 }, (_, at) => ({
  across: (at % (2 * MOVED + 1)) - MOVED,
  down: Math.floor(at / (2 * MOVED + 1)) - MOVED,
})).sort((a, b) => a.across ** 2 + a.down ** 2 - b.across ** 2 - b.down ** 2);

/**
 * How alike two pictures are where one is moved onto the other, 0 to 1.
 * @param enough once they are more alike than this, how much more is not asked
 */
export function likeness(a: Uint8Array, b: Uint8Array, enough = 1): number {
  const [own, other] = [tableOf(a), tableOf(b)];
  let most = 0;
  for (const { across, down } of SHIFTS) {
    const [left, top] = [Math.max(0, -across), Math.max(0, -down)];
    const [width, height] = [CELLS - Math.abs(across), CELLS - Math.abs(down)];
    const count = width * height;
    let products = 0;
    for (let y = top; y < top + height; y++) {
      const [from, to] = [y * CELLS, (y + down) * CELLS + across];
      for (let x = left; x < left + width; x++) products += (a[from + x] ?? 0) * (b[to + x] ?? 0);
    }
    const [sumA, squaresA] = sumsIn(own, left, top, width, height);
    const [sumB, squaresB] = sumsIn(other, left + across, top + down, width, height);
    // Plain pictures are alike whatever noise is on them.
    const floor = count * 4;
    const [varianceA, varianceB] = [squaresA - sumA ** 2 / count, squaresB - sumB ** 2 / count];
    const common = products - (sumA * sumB) / count + floor;
    most = Math.max(most, common / Math.sqrt((varianceA + floor) * (varianceB + floor)));
    if (most > enough) break;
  }
  return most;
}

/** Sums, and sums of squares, of all cells above and left of each corner between cells. */
interface SumTable {
  sums: Int32Array;
  squares: Int32Array;
}

const ROW = CELLS + 1;

function tableOf(grid: Uint8Array): SumTable {
  const [sums, squares] = [new Int32Array(ROW * ROW), new Int32Array(ROW * ROW)];
  for (let y = 0; y < CELLS; y++) {
    let [sum, square] = [0, 0];
    for (let x = 0; x < CELLS; x++) {
      const value = grid[y * CELLS + x] ?? 0;
      sum += value;
      square += value * value;
      const at = (y + 1) * ROW + x + 1;
      sums[at] = (sums[at - ROW] ?? 0) + sum;
      squares[at] = (squares[at - ROW] ?? 0) + square;
    }
  }
  return { sums, squares };
}

function sumsIn(
  { sums, squares }: SumTable,
  left: number,
  top: number,
  width: number,
  height: number,
): [sum: number, squares: number] {
  const above = top * ROW + left;
  const below = (top + height) * ROW + left;
  return [within(sums, above, below, width), within(squares, above, below, width)];
}

const within = (table: Int32Array, above: number, below: number, width: number): number =>
  (table[below + width] ?? 0) - (table[below] ?? 0) - (table[above + width] ?? 0) + (table[above] ?? 0);

/** Mean difference of two grids, of 255. */
export function gridDifference(a: Uint8Array, b: Uint8Array): number {
  let [light, colour] = [0, 0];
  for (let at = 0; at < CELLS * CELLS; at++) light += Math.abs((a[at] ?? 0) - (b[at] ?? 0));
  for (let at = CELLS * CELLS; at < GRID; at++) colour += Math.abs((a[at] ?? 0) - (b[at] ?? 0));
  return light / (CELLS * CELLS) + colour / (2 * COLOUR_CELLS * COLOUR_CELLS);
}

/** The share of a change up to which pictures around it come near each other where it was a flash. */
export const COMES_BACK = 0.5;

/** How near pictures before and behind a change come to each other, compared with the change itself; 1 for not at all. */
export function returnsAround(signals: FrameSignals, from: number, to: number): number {
  const { times, count } = signals;
  const change = gridDifference(gridAt(signals, from), gridAt(signals, to));
  if (change === 0) return 0;
  let least = Infinity;
  for (let before = from; before >= 0 && (times[from] ?? 0) - (times[before] ?? 0) <= FLASH_SECONDS; before--) {
    for (let behind = to; behind < count && (times[behind] ?? 0) - (times[to] ?? 0) <= FLASH_SECONDS; behind++) {
      if (before === from && behind === to) continue;
      least = Math.min(least, gridDifference(gridAt(signals, before), gridAt(signals, behind)));
    }
  }
  return Math.min(1, least / change);
}
