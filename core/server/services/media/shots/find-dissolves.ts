import { COMES_BACK, gridAt, gridDifference, likeness, logistic, returnsAround } from './find-cuts.ts';
import { CELLS, GRID, type FrameSignals } from './frame-signals.ts';

/** Half the seconds of the stretches that dissolves are looked for in. */
const HALVES = [0.12, 0.18, 0.27, 0.4, 0.6, 0.9];

/** What two pictures differ by at the least, of 255, and how alike they may be, for one to dissolve into the other. */
const [LEAST_DIFFERENCE, MOST_ALIKE] = [9, 0.8];

/** From where on likeness speaks against it. */
const ALIKE = 0.45;

/** The most of the difference that a mixture of both does not explain, as a share of its energy. */
const MOST_UNEXPLAINED = 0.3;

/** How much faster than evenly the share of the second picture may grow from one picture to the next. */
const STEEPEST = 2.5;

/** How far that share may go back, or exceed what it may grow by. */
const BACK = 0.12;

/** Colour counts for more than its few cells. */
const COLOUR_WEIGHT = 2;

/** A change that takes several pictures. */
export interface Blend {
  /** Numbers of watched pictures: the last one that shows only what was before, and the first one of what follows. */
  from: number;
  to: number;
  /** From 0, how sure it is; comparable with that of cuts. */
  certainty: number;
}

/**
 * Finds dissolves, step by step: stretches whose pictures are mixtures of their first and their last one, more and more
 * of the last.
 */
export function* findDissolves(signals: FrameSignals): Generator<void, Blend[]> {
  const { count, times } = signals;
  const found: Blend[] = [];
  const [changed, distances] = [changesUpTo(signals), new Distances(signals)];
  for (let middle = 1; middle < count - 1; middle++) {
    yield;
    for (const half of HALVES) {
      const from = indexAt(signals, (times[middle] ?? 0) - half);
      const to = indexAt(signals, (times[middle] ?? 0) + half);
      if (from < 0 || to >= count || to - from < 3) continue;
      const blend = blendBetween(signals, changed, distances, from, to);
      if (blend !== null) found.push(blend);
    }
  }
  return strongest(found);
}

/** How much has changed from the first picture up to each: sums, since each picture lies in many stretches. */
interface ChangesUpTo {
  /** From one picture to the next. */
  steps: Float64Array;
  /** Of that, what is no motion. */
  residuals: Float64Array;
}

function changesUpTo(signals: FrameSignals): ChangesUpTo {
  const { count, residual } = signals;
  const [steps, residuals] = [new Float64Array(count), new Float64Array(count)];
  for (let at = 1; at < count; at++) {
    steps[at] = (steps[at - 1] ?? 0) + gridDifference(gridAt(signals, at - 1), gridAt(signals, at));
    residuals[at] = (residuals[at - 1] ?? 0) + (residual[at] ?? 0);
  }
  return { steps, residuals };
}

/** Of those that overlap the most certain ones, in playing order. */
export function strongest<T extends { from: number; to: number; certainty: number }>(found: readonly T[]): T[] {
  const kept: T[] = [];
  for (const blend of found.toSorted((a, b) => b.certainty - a.certainty)) {
    if (kept.every(({ from, to }) => blend.to <= from || blend.from >= to)) kept.push(blend);
  }
  return kept.sort((a, b) => a.from - b.from);
}

function indexAt({ times, count }: FrameSignals, seconds: number): number {
  if (seconds < (times[0] ?? 0) - 1e-6) return -1;
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < seconds - 1e-6) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Seconds that a dissolve takes at the least: what is quicker is motion. */
const SHORTEST = 0.2;

/** The spread of brightness from which on a picture is not plain: what goes through black is a fade. */
const NOT_PLAIN = 6;

/** What is less certain is not kept. */
const LEAST = 0.05;

/** What the sum of all that speaks for a dissolve has to come to. */
const NEEDED = 2;

/** What is added to the change around a stretch, of 255: the noise of a picture that stands still. */
const CALM = 4;

/** Found by logistic regression over clips of the bench, never those that are held out. */
const WEIGHTS = {
  ...{ difference: 1.45, unexplained: -6.67, alike: -2.86, calm: 0.18, still: 3.47 },
  ...{ blurred: -12.15, detailed: -1.05, uneven: -9.45, path: -1.94, bias: -0.8 },
};

function blendBetween(
  signals: FrameSignals,
  { steps, residuals }: ChangesUpTo,
  distances: Distances,
  from: number,
  to: number,
): Blend | null {
  const { times, detail, spread, count } = signals;
  if (Math.min(spread[from] ?? 0, spread[to] ?? 0) < NOT_PLAIN) return null;
  const [first, last] = [gridAt(signals, from), gridAt(signals, to)];
  const difference = gridDifference(first, last);
  if (difference < LEAST_DIFFERENCE) return null;
  const way = (steps[to] ?? 0) - (steps[from] ?? 0);
  const noMotion = (residuals[to] ?? 0) - (residuals[from] ?? 0);
  // Different pictures, that go straight from one to the other and by no motion.
  const straight =
    WEIGHTS.difference * Math.log(difference) +
    WEIGHTS.path * Math.log(way / difference) +
    WEIGHTS.still * Math.log(Math.max(0.05, noMotion / Math.max(1, way))) +
    WEIGHTS.bias;
  // Most is motion, and whatever else is asked speaks against it, but that there is less change around.
  if (straight + WEIGHTS.calm * Math.log(difference / CALM) < NEEDED + logit(LEAST)) return null;
  const energy = distances.between(from, to);
  const seconds = (times[to] ?? 0) - (times[from] ?? 0);
  const ends = [detail[from] ?? 0, detail[to] ?? 0] as const;
  const inner = to - from - 1;
  const shares: number[] = [0];
  let [unexplained, uneven] = [0, 0];
  for (let at = from + 1; at <= to; at++) {
    const before = shares.at(-1) ?? 0;
    const own = distances.between(from, at);
    // How far it lies from the first in the direction of the last, by the three sides of a triangle.
    const share = (energy + own - distances.between(at, to)) / (2 * energy);
    const even = ((times[at] ?? 0) - (times[at - 1] ?? 0)) / seconds;
    if (share < before - BACK || share > before + STEEPEST * even + BACK) return null;
    shares.push(share);
    if (at === to) break;
    unexplained += Math.max(0, own / energy - share * share) / inner;
    if (unexplained > MOST_UNEXPLAINED) return null;
    const mixed = (1 - share) ** 2 * ends[0] + share ** 2 * ends[1];
    uneven += Math.abs((detail[at] ?? 0) - mixed) / (inner * ((ends[0] + ends[1]) / 2 + 2));
  }
  const edges = edgesOf(shares, (at) => times[from + at] ?? 0);
  if (edges === null) return null;
  const [begin, end] = [from + edges.first, from + edges.last];
  if ((times[end] ?? 0) - (times[begin] ?? 0) < SHORTEST) return null;
  const around = Math.max(
    gridDifference(gridAt(signals, Math.max(0, from - (to - from))), first),
    gridDifference(last, gridAt(signals, Math.min(count - 1, to + (to - from)))),
  );
  const middle = (2 * (detail[Math.round((begin + end) / 2)] ?? 0) + 2) / (ends[0] + ends[1] + 2);
  const sum =
    straight +
    // All between are mixtures.
    WEIGHTS.unexplained * unexplained +
    // A mixture has half the detail of both: a quick camera loses more, anything else less.
    WEIGHTS.blurred * Math.max(0, 0.5 - middle) +
    WEIGHTS.detailed * Math.min(0.6, Math.max(0, middle - 0.6)) +
    WEIGHTS.uneven * Math.min(1.5, uneven) +
    // There is less change before and behind.
    WEIGHTS.calm * Math.log(difference / (around + CALM));
  // The dearest questions come last.
  if (sum < NEEDED + logit(LEAST)) return null;
  const enough = Math.min(MOST_ALIKE, ALIKE + (sum - NEEDED - logit(LEAST)) / -WEIGHTS.alike);
  const alike = likeness(first, last, enough);
  if (alike > enough) return null;
  const certainty = logistic(sum + WEIGHTS.alike * Math.max(0, alike - ALIKE) - NEEDED);
  if (certainty < LEAST || returnsAround(signals, begin, end) < COMES_BACK) return null;
  return { from: begin, to: end, certainty };
}

const logit = (share: number): number => Math.log(share / (1 - share));

/** Pictures between two at the most whose distance is kept, and pictures that distances are kept of. */
const KEPT = 128;

/** How far pictures lie from each other: squares, colour weighted. Each pair is asked for by several stretches. */
class Distances {
  readonly #grids: Uint8Array;
  /** Of each picture to those behind it, or -1; a row is taken over by a later picture. */
  readonly #rows = new Int32Array(KEPT * KEPT).fill(-1);
  readonly #owners = new Int32Array(KEPT).fill(-1);

  constructor({ grids }: FrameSignals) {
    this.#grids = grids;
  }

  between(from: number, to: number): number {
    if (to - from >= KEPT) return this.#measure(from, to);
    const row = (from % KEPT) * KEPT;
    if (this.#owners[from % KEPT] !== from) {
      this.#owners[from % KEPT] = from;
      this.#rows.fill(-1, row, row + KEPT);
    }
    const known = this.#rows[row + to - from] ?? -1;
    if (known >= 0) return known;
    const distance = this.#measure(from, to);
    this.#rows[row + to - from] = distance;
    return distance;
  }

  #measure(from: number, to: number): number {
    const [a, b] = [from * GRID, to * GRID];
    let [light, colour] = [0, 0];
    for (let at = 0; at < CELLS * CELLS; at++) {
      const step = (this.#grids[a + at] ?? 0) - (this.#grids[b + at] ?? 0);
      light += step * step;
    }
    for (let at = CELLS * CELLS; at < GRID; at++) {
      const step = (this.#grids[a + at] ?? 0) - (this.#grids[b + at] ?? 0);
      colour += step * step;
    }
    return light + COLOUR_WEIGHT * colour;
  }
}

/** Fits a straight line through shares in time; null where there is none. */
function edgesOf(shares: readonly number[], timeOf: (at: number) => number) {
  const inner = shares.flatMap((share, at) => (share > 0.08 && share < 0.92 ? [{ share, time: timeOf(at) }] : []));
  if (inner.length < 2) return null;
  const mean = (of: (point: (typeof inner)[number]) => number) =>
    inner.reduce((sum, point) => sum + of(point), 0) / inner.length;
  const [time, share] = [mean((point) => point.time), mean((point) => point.share)];
  const variance = mean((point) => (point.time - time) ** 2);
  const slope = variance === 0 ? 0 : mean((point) => (point.time - time) * (point.share - share)) / variance;
  if (slope <= 0) return null;
  const begin = time - share / slope;
  const end = begin + 1 / slope;
  const first = shares.findLastIndex((_, at) => timeOf(at) <= begin + 1e-6);
  const last = shares.findIndex((_, at) => timeOf(at) >= end - 1e-6);
  return { first: Math.max(0, first), last: last < 0 ? shares.length - 1 : last };
}
