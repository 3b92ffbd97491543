import { HALF, HALF_POINTS, type PreparedView } from './prepared-views.ts';
import { motionOf, type Motion } from './motion.ts';
import { pictureLikeness } from './picture-likeness.ts';

/** A mapping from the frames of one piece of footage to those of another: `offset + pace × frame`, rounded. */
export interface TimeLine {
  offset: number;
  /** Frames of the other per frame of the first; negative where the other plays backwards. */
  pace: number;
  /** The first frame on the line, and the one after the last. */
  from: number;
  to: number;
}

/** Relative speeds that are tried. */
const PACES = [1, 1.1, 1.25, 1.5, 1.75, 2, 1 / 1.1, 0.8, 2 / 3, 1 / 1.75, 0.5];

const DIRECTED_PACES = PACES.flatMap((speed) => [speed, -speed]);

/** Fewer matching frames than these may be coincidence. */
const MIN_FRAMES = 4;

/** Penalties for a line with another pace, in reverse, or covering little of the shorter piece. */
const DOUBT = { pace: 0.06, backwards: 0.02, missing: 0.7 };

/** Frames whose likeness and motion together gain less than this show something else. */
const NO_GAIN = 0.8;

/** Squared motion below this is noise. */
const NOISE = 9;

/** Number of frames that a line maps. */
export function framesOn({ offset, pace, from, to }: TimeLine): [number, number][] {
  return Array.from({ length: to - from }, (_, index) => [from + index, Math.round(offset + pace * (from + index))]);
}

/** Share of the frames that a line of this pace could map but does not. */
export function missingOn({ pace, from, to }: Omit<TimeLine, 'offset'>, frames: number, others: number): number {
  const most = Math.max(1, Math.min(frames, Math.round(others / Math.abs(pace))));
  return 1 - Math.min(1, (to - from) / most);
}

/** Number of lines to examine closely, each with a different pace. */
const LINES = 3;

/** Finds the lines on which two pieces may show the same footage, from half-size pictures that are already aligned. */
export function alignInTime(own: PreparedView, other: Int8Array): TimeLine[] {
  const { frames } = own;
  const others = other.length / HALF_POINTS;
  const tables = openTables(own, other, frames, others);
  const least = Math.min(MIN_FRAMES, frames, others);
  const lines = DIRECTED_PACES.map((pace) => {
    let best: TimeLine & { value: number } = { offset: 0, pace, from: 0, to: 0, value: -Infinity };
    const consider = (offset: number, from: number, to: number) => {
      if (to - from < least) return;
      const value = tables.valueOf(pace, from, to);
      if (value > best.value) best = { offset, pace, from, to, value };
    };
    const attempt = (offset: number) => {
      const { from, to, bestFrom, bestTo } = tables.follow(offset, pace);
      consider(offset, from, to);
      if (bestFrom !== from || bestTo !== to) consider(offset, bestFrom, bestTo);
    };
    const span = pace * (frames - 1);
    const [from, to] = pace > 0 ? [-span, others - 1] : [0, others - 1 - span];
    for (let offset = Math.ceil(from); offset <= to; offset += 0.5) attempt(offset);
    const { offset } = best;
    for (const by of [-0.25, 0.25]) attempt(offset + by);
    return best;
  });
  return lines
    .filter(({ to }) => to > 0)
    .sort((a, b) => b.value - a.value)
    .slice(0, LINES)
    .map(({ offset, pace, from, to }) => ({ offset, pace, from, to }));
}

/** Values per pair of frames: likeness, product of motion, product of quick motion, gain. */
const PAIR = 4;

/** Sums per frame of a line: likeness, both products, energy of the other's motion and of its quick motion. */
const SUMS = 5;

function openTables({ halves: own, halfMotion }: PreparedView, other: Int8Array, frames: number, others: number) {
  const [motion, motionOther] = [halfMotion(), motionOf(other, HALF_POINTS)];
  const [all, quick] = [productsOf(motion.all, motionOther.all), productsOf(motion.quick, motionOther.quick)];
  const { all: ownAll, quick: ownQuickly } = energies(motion);
  const { all: otherAll, quick: otherQuickly } = energies(motionOther);
  const [ownSums, ownQuickSums] = [runningSums(ownAll), runningSums(ownQuickly)];

  const noiseOfFrame = HALF_POINTS * NOISE;
  const pairs = new Float64Array(frames * others * PAIR);
  for (let at = 0; at < frames * others; at++) {
    const [frame, to] = [Math.floor(at / others), at % others];
    const alike = pictureLikeness(own, frame * HALF_POINTS, other, to * HALF_POINTS, HALF);
    const [product, quickProduct] = [all[at] ?? 0, quick[at] ?? 0];
    const moving = product / (Math.sqrt((ownAll[frame] ?? 0) * (otherAll[to] ?? 0)) + noiseOfFrame);
    const movingQuickly = quickProduct / (Math.sqrt((ownQuickly[frame] ?? 0) * (otherQuickly[to] ?? 0)) + noiseOfFrame);
    pairs[at * PAIR] = alike;
    pairs[at * PAIR + 1] = product;
    pairs[at * PAIR + 2] = quickProduct;
    pairs[at * PAIR + 3] = alike + moving + movingQuickly - NO_GAIN;
  }

  // Thousands of lines are tried per comparison, so what one needs is reused instead of allocated.
  const run = { from: 0, to: 0, bestFrom: 0, bestTo: 0 };
  const sums = new Float64Array((frames + 1) * SUMS);

  /**
   * The frames that a line maps, and the run with the highest gain among them; valid until the next call, as are the
   * sums of which {@link valueOf} reads differences.
   */
  function follow(offset: number, pace: number): Readonly<typeof run> {
    const [one, other] = [(-0.5 - offset) / pace, (others - 0.5 - offset) / pace];
    let from = Math.max(0, Math.floor(Math.min(one, other)));
    let to = Math.min(frames, Math.ceil(Math.max(one, other)) + 1);
    while (from < to && !isOn(offset + pace * from)) from++;
    while (to > from && !isOn(offset + pace * (to - 1))) to--;
    let bestFrom = from;
    let bestTo = to;
    let most = -Infinity;
    let start = from;
    let gain = 0;
    let pictures = 0;
    let product = 0;
    let quickProduct = 0;
    let otherSize = 0;
    let otherQuick = 0;
    for (let at = from * SUMS; at < (from + 1) * SUMS; at++) sums[at] = 0;
    for (let frame = from; frame < to; frame++) {
      // Rounding may give −0, which is slow as an index.
      const place = Math.round(offset + pace * frame) | 0;
      const at = (frame * others + place) * PAIR;
      // All of these are frames that the line maps.
      pictures += pairs[at] as number;
      product += pairs[at + 1] as number;
      quickProduct += pairs[at + 2] as number;
      otherSize += otherAll[place] as number;
      otherQuick += otherQuickly[place] as number;
      const into = (frame + 1) * SUMS;
      sums[into] = pictures;
      sums[into + 1] = product;
      sums[into + 2] = quickProduct;
      sums[into + 3] = otherSize;
      sums[into + 4] = otherQuick;
      if (gain < 0) {
        start = frame;
        gain = 0;
      }
      gain += pairs[at + 3] as number;
      if (gain <= most) continue;
      most = gain;
      bestFrom = start;
      bestTo = frame + 1;
    }
    run.from = from;
    run.to = to;
    run.bestFrom = bestFrom;
    run.bestTo = bestTo;
    return run;
  }

  function isOn(place: number): boolean {
    const frame = Math.round(place);
    return frame >= 0 && frame < others;
  }

  /** How well a run of the line that was followed last fits: similar pictures that move alike. */
  function valueOf(pace: number, from: number, end: number): number {
    const count = end - from;
    const noise = count * noiseOfFrame;
    const moving = within(1, from, end) / (sizeOf(ownSums, 3, from, end) + noise);
    const movingQuickly = within(2, from, end) / (sizeOf(ownQuickSums, 4, from, end) + noise);
    const most = Math.max(1, Math.min(frames, Math.round(others / Math.abs(pace))));
    const missing = DOUBT.missing * (1 - Math.min(1, count / most));
    const doubt = (Math.abs(pace) === 1 ? 0 : DOUBT.pace) + (pace < 0 ? DOUBT.backwards : 0) + missing;
    return within(0, from, end) / count + moving + movingQuickly - doubt;
  }

  function within(which: number, from: number, end: number): number {
    // Both are frames that the line maps.
    return (sums[end * SUMS + which] as number) - (sums[from * SUMS + which] as number);
  }

  function sizeOf(own: Float64Array, which: number, from: number, end: number): number {
    return Math.sqrt(((own[end] as number) - (own[from] as number)) * Math.max(0, within(which, from, end)));
  }
  return { follow, valueOf };
}

/** At each place the sum of all values before it. */
function runningSums(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1);
  values.forEach((value, at) => {
    sums[at + 1] = (sums[at] ?? 0) + value;
  });
  return sums;
}

/** The products of every picture of one motion with every picture of the other. */
function productsOf(own: Float32Array, other: Float32Array): Float64Array {
  const [frames, others] = [own.length / HALF_POINTS, other.length / HALF_POINTS];
  const products = new Float64Array(frames * others);
  for (let frame = 0; frame < frames; frame++) {
    for (let to = 0; to < others; to++) {
      let sum = 0;
      for (let point = 0; point < HALF_POINTS; point++) {
        // Both are within their pictures.
        sum += (own[frame * HALF_POINTS + point] as number) * (other[to * HALF_POINTS + point] as number);
      }
      products[frame * others + to] = sum;
    }
  }
  return products;
}

function energies({ all, quick }: Motion): { all: Float64Array; quick: Float64Array } {
  const of = (motion: Float32Array) => {
    const sums = new Float64Array(motion.length / HALF_POINTS);
    for (let frame = 0; frame < sums.length; frame++) {
      let sum = 0;
      // All of these are within the motion.
      for (let at = frame * HALF_POINTS; at < (frame + 1) * HALF_POINTS; at++) {
        const value = motion[at] as number;
        sum += value * value;
      }
      sums[frame] = sum;
    }
    return sums;
  };
  return { all: of(all), quick: of(quick) };
}
