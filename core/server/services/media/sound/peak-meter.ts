import { CHANNELS } from './wav-file.ts';

/** Measures how high the waves through samples reach: the true peak of ITU-R BS.1770-4, at four points a sample. */
export interface PeakMeter {
  add(block: Float32Array): void;
  /** The highest so far, in dB; −70 is silence. */
  decibels(): number;
}

const SILENCE = -70;

/** Interpolates points between two samples, of which the next ones mirror these: BS.1770-4, annex 2. */
const OUTER = [
  0.001708984375, 0.010986328125, -0.0196533203125, 0.033203125, -0.0594482421875, 0.1373291015625, 0.97216796875,
  -0.102294921875, 0.047607421875, -0.026611328125, 0.014892578125, -0.00830078125,
];
const INNER = [
  -0.0291748046875, 0.029296875, -0.0517578125, 0.089111328125, -0.16650390625, 0.465087890625, 0.77978515625,
  -0.2003173828125, 0.1015625, -0.0582275390625, 0.0330810546875, -0.0189208984375,
];
const TAPS = OUTER.length;

/** Half the sums and differences of what mirrors each other: a point and its mirror take the products of one. */
const halves = (taps: readonly number[], sign: 1 | -1) =>
  Float64Array.from({ length: TAPS / 2 }, (_, tap) => ((taps[tap] ?? 0) + sign * (taps[TAPS - 1 - tap] ?? 0)) / 2);
const [OUTER_SUM, OUTER_DIFFERENCE] = [halves(OUTER, 1), halves(OUTER, -1)];
const [INNER_SUM, INNER_DIFFERENCE] = [halves(INNER, 1), halves(INNER, -1)];

/** The two taps of the samples between which points lie; a tap's distance is counted from the first of them. */
const MIDDLE = TAPS / 2 - 1;
const isInMiddle = (distance: number) => distance === 0 || distance === 1;

type Weigh = (weight: number, distance: number) => number;

const sumOf = (taps: readonly number[], weigh: Weigh) =>
  Math.abs(taps.reduce((sum, weight, tap) => sum + weigh(weight, tap - MIDDLE), 0));

/** The most that any kind of points makes of something, its taps added up as they are weighed. */
const mostOf = (...weighed: readonly Weigh[]) =>
  Math.max(...[OUTER, INNER].map((taps) => weighed.reduce((sum, weigh) => sum + sumOf(taps, weigh), 0)));

/**
 * How high points reach at most: so many times the higher one of the two samples between which they lie, and so many
 * times the highest around, if all signs were as unlucky as can be.
 */
const OF_MIDDLE = mostOf((weight, distance) => (isInMiddle(distance) ? Math.abs(weight) : 0));
const OF_OTHERS = mostOf((weight, distance) => (isInMiddle(distance) ? 0 : Math.abs(weight)));

/**
 * The same where samples lie nearly on a line: those around are where the line through the two in the middle leads, or
 * off it by their bends, each of which counts once more for every sample behind it.
 */
const OF_LINE = mostOf(
  (weight, distance) => weight * (1 - distance),
  (weight, distance) => weight * distance,
);
const OF_BENDS = mostOf((weight, distance) => Math.abs(weight) * Math.abs((distance * (distance - 1)) / 2));

/** What points between samples are computed from, before the sample itself. */
const LEAD = (TAPS - 1) * CHANNELS;

/** Samples whose points are ruled out together: no fewer than the lead, so that they and those before hold all of it. */
const STRETCH = TAPS * CHANNELS;

/** Makes a meter for blocks of 48 kHz stereo, with full scale at ±1. */
export function createPeakMeter(): PeakMeter {
  /** The last block, preceded by the end of the one before it. */
  let recent = new Float32Array(LEAD);
  let peak = 0;
  return {
    add(block) {
      const length = LEAD + block.length;
      if (recent.length < length) {
        const longer = new Float32Array(length);
        longer.set(recent.subarray(0, LEAD));
        recent = longer;
      }
      recent.set(block, LEAD);
      peak = highestPoint(recent.subarray(0, length), peak);
      recent.copyWithin(0, block.length, length);
    },
    decibels: () => Math.max(SILENCE, 20 * Math.log10(peak)),
  };
}

/** The highest point of the waves through these samples, or `known` when none is higher. */
function highestPoint(samples: Float32Array, known: number): number {
  let peak = known;
  let before = highestSample(samples, 0, LEAD);
  for (let from = LEAD; from < samples.length; from += STRETCH) {
    const to = Math.min(samples.length, from + STRETCH);
    const own = highestSample(samples, from, to);
    const highest = before > own ? before : own;
    before = own;
    // Most points are ruled out by what they could be at most.
    if (highest * (OF_MIDDLE + OF_OTHERS) <= peak) continue;
    const around = highest * OF_OTHERS;
    const bends = sharpestBend(samples, from - LEAD, to) * OF_BENDS;
    let least = Math.max((peak - around) / OF_MIDDLE, (peak - bends) / OF_LINE);
    if (highest <= least) continue;
    for (let last = from; last < to; last++) {
      const middle = last - (TAPS / 2) * CHANNELS;
      const neighbour = Math.abs(samples[middle + CHANNELS] ?? 0);
      if (Math.abs(samples[middle] ?? 0) <= least && neighbour <= least) continue;
      const point = pointsAt(samples, last);
      if (point <= peak) continue;
      peak = point;
      least = Math.max((peak - around) / OF_MIDDLE, (peak - bends) / OF_LINE);
    }
  }
  return peak;
}

function highestSample(samples: Float32Array, from: number, to: number): number {
  let highest = 0;
  for (let at = from; at < to; at++) {
    const level = Math.abs(samples[at] ?? 0);
    if (level > highest) highest = level;
  }
  return highest;
}

/** How far a sample lies at most off the line through the two before it. */
function sharpestBend(samples: Float32Array, from: number, to: number): number {
  let sharpest = 0;
  for (let at = from + 2 * CHANNELS; at < to; at++) {
    const before = samples[at - CHANNELS] ?? 0;
    const bend = Math.abs((samples[at] ?? 0) - 2 * before + (samples[at - 2 * CHANNELS] ?? 0));
    if (bend > sharpest) sharpest = bend;
  }
  return sharpest;
}

/** The highest of the four points between the two samples in the middle of those that end with `last`. */
function pointsAt(samples: Float32Array, last: number): number {
  let outerSum = 0;
  let outerDifference = 0;
  let innerSum = 0;
  let innerDifference = 0;
  for (let tap = 0; tap < TAPS / 2; tap++) {
    const late = samples[last - tap * CHANNELS] ?? 0;
    const early = samples[last - (TAPS - 1 - tap) * CHANNELS] ?? 0;
    outerSum += (OUTER_SUM[tap] ?? 0) * (late + early);
    outerDifference += (OUTER_DIFFERENCE[tap] ?? 0) * (late - early);
    innerSum += (INNER_SUM[tap] ?? 0) * (late + early);
    innerDifference += (INNER_DIFFERENCE[tap] ?? 0) * (late - early);
  }
  // A point is the sum of the two, its mirror their difference.
  return Math.max(Math.abs(outerSum) + Math.abs(outerDifference), Math.abs(innerSum) + Math.abs(innerDifference));
}
