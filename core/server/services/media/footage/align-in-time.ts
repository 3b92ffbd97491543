import { HALF, HALF_POINTS } from './looks.ts';
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

/** Fewer matching frames than these may be coincidence. */
const LEAST_FRAMES = 4;

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
export function alignInTime(own: Int8Array, other: Int8Array): TimeLine[] {
  const [frames, others] = [own.length / HALF_POINTS, other.length / HALF_POINTS];
  const tables = openTables(own, other, frames, others);
  const least = Math.min(LEAST_FRAMES, frames, others);
  const lines = PACES.flatMap((speed) => [speed, -speed]).map((pace) => {
    let best: TimeLine & { value: number } = { offset: 0, pace, from: 0, to: 0, value: -Infinity };
    const attempt = (offset: number) => {
      for (const run of tables.runsOf(offset, pace)) {
        if (run.to - run.from < least) continue;
        const value = tables.valueOf(offset, pace, run);
        if (value > best.value) best = { offset, pace, ...run, value };
      }
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

function openTables(own: Int8Array, other: Int8Array, frames: number, others: number) {
  const [motion, motionOther] = [motionOf(own, HALF_POINTS), motionOf(other, HALF_POINTS)];
  const alike = new Float64Array(frames * others);
  for (let frame = 0; frame < frames; frame++) {
    for (let to = 0; to < others; to++) {
      alike[frame * others + to] = pictureLikeness(own, frame * HALF_POINTS, other, to * HALF_POINTS, HALF);
    }
  }
  const [all, quick] = [productsOf(motion.all, motionOther.all), productsOf(motion.quick, motionOther.quick)];
  const energy = { own: energies(motion), other: energies(motionOther) };

  const gains = new Float64Array(frames * others);
  for (let at = 0; at < gains.length; at++) {
    const [frame, to] = [Math.floor(at / others), at % others];
    const noise = HALF_POINTS * NOISE;
    const moving = (all[at] ?? 0) / (Math.sqrt((energy.own.all[frame] ?? 0) * (energy.other.all[to] ?? 0)) + noise);
    const movingQuickly =
      (quick[at] ?? 0) / (Math.sqrt((energy.own.quick[frame] ?? 0) * (energy.other.quick[to] ?? 0)) + noise);
    gains[at] = (alike[at] ?? 0) + moving + movingQuickly - NO_GAIN;
  }

  /**
   * The frames that a line maps: all of them, and where it does not match everywhere, the run with the highest gain.
   */
  function runsOf(offset: number, pace: number): { from: number; to: number }[] {
    const ends = [(-0.5 - offset) / pace, (others - 0.5 - offset) / pace].sort((a, b) => a - b);
    let [from, to] = [Math.max(0, Math.floor(ends[0] ?? 0)), Math.min(frames, Math.ceil(ends[1] ?? 0) + 1)];
    const isOn = (frame: number) => {
      const other = Math.round(offset + pace * frame);
      return other >= 0 && other < others;
    };
    while (from < to && !isOn(from)) from++;
    while (to > from && !isOn(to - 1)) to--;
    const whole = { from, to };
    let best = { ...whole, gain: -Infinity };
    let [start, sum] = [from, 0];
    for (let frame = from; frame < to; frame++) {
      if (sum < 0) [start, sum] = [frame, 0];
      sum += gains[frame * others + Math.round(offset + pace * frame)] ?? 0;
      if (sum > best.gain) best = { from: start, to: frame + 1, gain: sum };
    }
    const part = { from: best.from, to: best.to };
    return part.from === from && part.to === to ? [whole] : [whole, part];
  }

  /** How well a line fits: similar pictures that move alike. */
  function valueOf(offset: number, pace: number, run: { from: number; to: number }): number {
    let [pictures, product, ownSize, otherSize, quickProduct, ownQuick, otherQuick] = [0, 0, 0, 0, 0, 0, 0];
    for (let frame = run.from; frame < run.to; frame++) {
      const to = Math.round(offset + pace * frame);
      const at = frame * others + to;
      pictures += alike[at] ?? 0;
      product += all[at] ?? 0;
      quickProduct += quick[at] ?? 0;
      ownSize += energy.own.all[frame] ?? 0;
      otherSize += energy.other.all[to] ?? 0;
      ownQuick += energy.own.quick[frame] ?? 0;
      otherQuick += energy.other.quick[to] ?? 0;
    }
    const count = run.to - run.from;
    const noise = count * HALF_POINTS * NOISE;
    const moving = product / (Math.sqrt(ownSize * otherSize) + noise);
    const movingQuickly = quickProduct / (Math.sqrt(ownQuick * otherQuick) + noise);
    const missing = DOUBT.missing * missingOn({ pace, ...run }, frames, others);
    const doubt = (Math.abs(pace) === 1 ? 0 : DOUBT.pace) + (pace < 0 ? DOUBT.backwards : 0) + missing;
    return pictures / count + moving + movingQuickly - doubt;
  }
  return { runsOf, valueOf };
}

/** The products of every picture of one motion with every picture of the other. */
function productsOf(own: Float32Array, other: Float32Array): Float64Array {
  const [frames, others] = [own.length / HALF_POINTS, other.length / HALF_POINTS];
  const products = new Float64Array(frames * others);
  for (let frame = 0; frame < frames; frame++) {
    for (let to = 0; to < others; to++) {
      let sum = 0;
      for (let point = 0; point < HALF_POINTS; point++) {
        sum += (own[frame * HALF_POINTS + point] ?? 0) * (other[to * HALF_POINTS + point] ?? 0);
      }
      products[frame * others + to] = sum;
    }
  }
  return products;
}

function energies({ all, quick }: Motion): { all: Float64Array; quick: Float64Array } {
  const of = (motion: Float32Array) => {
    const sums = new Float64Array(motion.length / HALF_POINTS);
    motion.forEach((value, at) => {
      const frame = Math.floor(at / HALF_POINTS);
      sums[frame] = (sums[frame] ?? 0) + value * value;
    });
    return sums;
  };
  return { all: of(all), quick: of(quick) };
}
