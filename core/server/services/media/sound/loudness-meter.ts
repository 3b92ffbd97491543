import { SAMPLE_RATE } from './common-sound.ts';
import { CHANNELS } from './wav-file.ts';

/** The loudness of a whole sound, as EBU R128 and ITU-R BS.1770-4 measure it. */
export interface Loudness {
  /** Integrated loudness in LUFS; −70 is silence. */
  integrated: number;
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

/** Makes a meter for blocks of 48 kHz stereo, with full scale at ±1. */
export function createLoudnessMeter(): LoudnessMeter {
  const weigh = createKWeighting();
  /** Mean squares of the steps, summed over both channels. */
  const steps: number[] = [];
  let energy = 0;
  let inStep = 0;

  return {
    add(block) {
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
    loudness: () => ({ integrated: integrate(steps), range: rangeOf(steps) }),
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
