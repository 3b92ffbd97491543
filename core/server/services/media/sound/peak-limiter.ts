import { SAMPLE_RATE } from './common-sound.ts';
import { CHANNELS } from './wav-file.ts';

/** Samples per channel that the limiter looks ahead: 2 ms. Its output is delayed by one less than that. */
const AHEAD = 96;

/** Release time in seconds. */
const RELEASE = 0.06;

/** Lowers peaks without distorting them. */
export interface PeakLimiter {
  /** Samples per channel by which the output is delayed. */
  delay: number;
  /** Takes a block and returns one of the same length, delayed by `delay`. */
  push(block: Float32Array): Float32Array;
}

/**
 * Makes a limiter that lets nothing exceed a ceiling: the gain goes down before the peak arrives and recovers
 * slowly. Peaks between samples are estimated with a cubic through the neighbouring ones.
 * @param ceiling as a share of full scale
 */
export function createPeakLimiter(ceiling: number): PeakLimiter {
  const release = 1 - Math.exp(-1 / (RELEASE * SAMPLE_RATE));
  const delay = AHEAD - 1;
  let late: Float32Array = new Float32Array(delay * CHANNELS);
  /** The highest gains allowed for the last samples, and the gains applied. */
  const allowed = new Float64Array(AHEAD).fill(1);
  const given = new Float64Array(AHEAD).fill(1);
  let least = 1;
  let leastAge = 0;
  let last = 1;
  let sum = AHEAD;
  let slot = 0;

  // Assigned one by one: this runs for each sample, and a pair in brackets takes several times as long.
  function leastAllowed(gain: number): number {
    leastAge++;
    if (gain <= least) {
      least = gain;
      leastAge = 0;
    } else if (leastAge >= AHEAD) {
      least = 1;
      leastAge = 0;
      for (let back = 0; back < AHEAD; back++) {
        const value = allowed[(slot - back + AHEAD) % AHEAD] ?? 1;
        if (value < least) {
          least = value;
          leastAge = back;
        }
      }
    }
    return least;
  }

  return {
    delay,
    push(block) {
      const input = new Float32Array(late.length + block.length);
      input.set(late);
      input.set(block, late.length);
      const output = new Float32Array(block.length);
      for (let at = 0; at < block.length; at += CHANNELS) {
        const peak = peakAt(input, late.length + at);
        const gain = peak > ceiling ? ceiling / peak : 1;
        allowed[slot] = gain;
        const most = leastAllowed(gain);
        last = most < last ? most : last + (most - last) * release;
        sum += last - (given[slot] ?? 1);
        given[slot] = last;
        slot = (slot + 1) % AHEAD;
        const mean = sum / AHEAD;
        output[at] = (input[at] ?? 0) * mean;
        output[at + 1] = (input[at + 1] ?? 0) * mean;
      }
      late = input.slice(block.length);
      return output;
    },
  };
}

/** The highest level of both channels at a sample and half-way since the one before. */
function peakAt(input: Float32Array, at: number): number {
  let peak = 0;
  for (let channel = at; channel < at + CHANNELS; channel++) {
    const now = input[channel] ?? 0;
    const one = input[channel - CHANNELS] ?? 0;
    const two = input[channel - 2 * CHANNELS] ?? 0;
    const three = input[channel - 3 * CHANNELS] ?? 0;
    const between = (9 * (one + two) - now - three) / 16;
    peak = Math.max(peak, Math.abs(now), Math.abs(between));
  }
  return peak;
}
