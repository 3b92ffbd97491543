import { SAMPLE_RATE } from './common-sound.ts';
import { CHANNELS } from './wav-file.ts';

/** The loudness of a whole sound, as EBU R128 and ITU-R BS.1770-4 measure it. */
export interface Loudness {
  /** Integrated loudness in LUFS; −70 is silence. */
  integrated: number;
  /** True peak in dB. */
  truePeak: number;
  /** Loudness range in LU, as EBU Tech 3342 measures it: how far loud and soft passages lie apart; 0 below three seconds. */
  range: number;
}

/** Measures a sound block by block. */
export interface LoudnessMeter {
  add(block: Float32Array): void;
  loudness(): Loudness;
}

const SILENCE = -70;

/** A gating block is four steps of 100 ms; consecutive blocks are one step apart. */
const STEP = SAMPLE_RATE / 10;
const STEPS = 4;

/** Threshold in LU relative to the loudness of the blocks above the absolute gate. */
const RELATIVE_GATE = -10;

/** The loudness range looks at three seconds at a time, drops what is far softer than the rest, and the extremes. */
const RANGE_STEPS = 30;
const RANGE_GATE = -20;
const [SOFT, LOUD] = [0.1, 0.95];

/** K-weighting at 48 kHz: a shelf filter that models the head, then a high-pass. */
const SHELF = {
  b0: 1.53512485958697,
  b1: -2.69169618940638,
  b2: 1.19839281085285,
  a1: -1.69065929318241,
  a2: 0.73248077421585,
};
const HIGH_PASS = { b1: -2, a1: -1.99004745483398, a2: 0.99007225036621 };

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

/** Where neither of two neighbours comes so close to the highest peak so far, the wave between them cannot exceed it. */
const NEAR_PEAK = 0.7;

/** Makes a meter for blocks of 48 kHz stereo, with full scale at ±1. */
export function createLoudnessMeter(): LoudnessMeter {
  const weigh = createKWeighting();
  /** Mean squares of the steps, summed over both channels. */
  const steps: number[] = [];
  const lead = (TAPS - 1) * CHANNELS;
  /** The last block, preceded by the end of the one before it. */
  let recent = new Float32Array(lead);
  let energy = 0;
  let inStep = 0;
  let peak = 0;

  return {
    add(block) {
      if (recent.length < lead + block.length) {
        const longer = new Float32Array(lead + block.length);
        longer.set(recent.subarray(0, lead));
        recent = longer;
      }
      recent.set(block, lead);
      peak = truePeak(recent.subarray(0, lead + block.length), peak);
      recent.copyWithin(0, block.length, block.length + lead);
      for (let from = 0; from < block.length;) {
        const to = Math.min(block.length, from + (STEP - inStep) * CHANNELS);
        energy += weigh(block, from, to);
        inStep += (to - from) / CHANNELS;
        from = to;
        if (inStep === STEP) {
          steps.push(energy / STEP);
          [energy, inStep] = [0, 0];
        }
      }
    },
    loudness: () => ({
      integrated: integrate(steps),
      truePeak: Math.max(SILENCE, 20 * Math.log10(peak)),
      range: rangeOf(steps),
    }),
  };
}

/**
 * Sums the squares of K-weighted samples. Both channels are computed side by side, since each step depends on
 * the last result of its own channel. The filters' state is held in local variables meanwhile, where the
 * JavaScript engine keeps plain numbers.
 */
function createKWeighting(): (samples: Float32Array, from: number, to: number) => number {
  const memory = new Float64Array(8);
  const [s, p] = [SHELF, HIGH_PASS];
  return (samples, from, to) => {
    let [shelf1L = 0, shelf2L = 0, pass1L = 0, pass2L = 0, shelf1R = 0, shelf2R = 0, pass1R = 0, pass2R = 0] = memory;
    let sum = 0;
    for (let index = from; index < to; index += CHANNELS) {
      const left = samples[index] ?? 0;
      const right = samples[index + 1] ?? 0;
      const shelvedL = s.b0 * left + shelf1L;
      const shelvedR = s.b0 * right + shelf1R;
      shelf1L = s.b1 * left - s.a1 * shelvedL + shelf2L;
      shelf1R = s.b1 * right - s.a1 * shelvedR + shelf2R;
      shelf2L = s.b2 * left - s.a2 * shelvedL;
      shelf2R = s.b2 * right - s.a2 * shelvedR;
      const passedL = shelvedL + pass1L;
      const passedR = shelvedR + pass1R;
      pass1L = p.b1 * shelvedL - p.a1 * passedL + pass2L;
      pass1R = p.b1 * shelvedR - p.a1 * passedR + pass2R;
      pass2L = shelvedL - p.a2 * passedL;
      pass2R = shelvedR - p.a2 * passedR;
      sum += passedL * passedL + passedR * passedR;
    }
    memory.set([shelf1L, shelf2L, pass1L, pass2L, shelf1R, shelf2R, pass1R, pass2R]);
    // In silence the filters would decay to denormal numbers, with which processors are slow.
    if (sum < 1e-18) memory.fill(0);
    return sum;
  };
}

function integrate(steps: readonly number[]): number {
  return Math.max(SILENCE, loudnessOf(mean(gated(steps, STEPS, RELATIVE_GATE))));
}

function rangeOf(steps: readonly number[]): number {
  const levels = gated(steps, RANGE_STEPS, RANGE_GATE)
    .map(loudnessOf)
    .sort((a, b) => a - b);
  const at = (share: number) => levels[Math.round((levels.length - 1) * share)] ?? 0;
  return at(LOUD) - at(SOFT);
}

/** Mean powers of all stretches of `length` steps that are loud enough to count. */
function gated(steps: readonly number[], length: number, relative: number): number[] {
  const blocks: number[] = [];
  for (let last = length - 1; last < steps.length; last++) {
    let sum = 0;
    for (let step = last - length + 1; step <= last; step++) sum += steps[step] ?? 0;
    blocks.push(sum / length);
  }
  const audible = blocks.filter((power) => loudnessOf(power) >= SILENCE);
  const gate = loudnessOf(mean(audible)) + relative;
  return audible.filter((power) => loudnessOf(power) >= gate);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function loudnessOf(power: number): number {
  return -0.691 + 10 * Math.log10(power);
}

/** The highest point of the waves through these samples, or `known` when none is higher. */
function truePeak(samples: Float32Array, known: number): number {
  let peak = known;
  let near = peak * NEAR_PEAK;
  for (let last = (TAPS - 1) * CHANNELS; last < samples.length; last++) {
    // The points lie between the two samples in the middle.
    const middle = last - (TAPS / 2) * CHANNELS;
    const neighbour = Math.abs(samples[middle + CHANNELS] ?? 0);
    if (Math.abs(samples[middle] ?? 0) <= near && neighbour <= near) continue;
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
    const highest = Math.max(
      Math.abs(outerSum) + Math.abs(outerDifference),
      Math.abs(innerSum) + Math.abs(innerDifference),
    );
    if (highest > peak) {
      peak = highest;
      near = peak * NEAR_PEAK;
    }
  }
  return peak;
}
