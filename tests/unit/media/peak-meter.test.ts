import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createPeakMeter } from '#core/server/services/media/sound/peak-meter.ts';

const RATE = 48_000;
const LENGTH = 9600;

/** The filter of ITU-R BS.1770-4, annex 2: the last two of its four phases mirror the first two. */
const [FIRST, SECOND] = [
  [
    0.001708984375, 0.010986328125, -0.0196533203125, 0.033203125, -0.0594482421875, 0.1373291015625, 0.97216796875,
    -0.102294921875, 0.047607421875, -0.026611328125, 0.014892578125, -0.00830078125,
  ],
  [
    -0.0291748046875, 0.029296875, -0.0517578125, 0.089111328125, -0.16650390625, 0.465087890625, 0.77978515625,
    -0.2003173828125, 0.1015625, -0.0582275390625, 0.0330810546875, -0.0189208984375,
  ],
];
const PHASES = [FIRST, SECOND, SECOND.toReversed(), FIRST.toReversed()];

/** The true peak in dB: every phase at every sample, nothing left out. */
function exactPeak(samples: Float32Array): number {
  let peak = 0;
  for (let last = 0; last < samples.length; last++) {
    for (const phase of PHASES) {
      const point = phase.reduce((sum, weight, tap) => sum + weight * (samples[last - 2 * tap] ?? 0), 0);
      peak = Math.max(peak, Math.abs(point));
    }
  }
  return Math.max(-70, 20 * Math.log10(peak));
}

/** What the meter finds, given the sound in blocks of such a length. */
function foundPeak(samples: Float32Array, block: number): number {
  const meter = createPeakMeter();
  for (let from = 0; from < samples.length; from += block) meter.add(samples.subarray(from, from + block));
  return meter.decibels();
}

/** A sound of which both sides have the same, the right one later, so that one of them alone is the highest. */
function stereo(at: (moment: number) => number): Float32Array {
  const samples = new Float32Array(LENGTH * 2);
  for (let moment = 0; moment < LENGTH; moment++) {
    samples[2 * moment] = 0.9 * at(moment);
    if (moment >= 37) samples[2 * moment + 1] = at(moment - 37);
  }
  return samples;
}

/** Numbers from 0 to 1 that are the same each time. */
function chance(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

function noise(seed: number, level: (moment: number) => number): (moment: number) => number {
  const next = chance(seed);
  const values = Float32Array.from({ length: LENGTH }, (_, moment) => (2 * next() - 1) * level(moment));
  return (moment) => values[moment] ?? 0;
}

const wave = (frequency: number, phase: number) => (moment: number) =>
  Math.sin((2 * Math.PI * frequency * moment) / RATE + phase);
const alternating = (moment: number) => (moment % 2 === 0 ? 1 : -1);
/** In one millisecond of ten. */
const inBursts = (at: (moment: number) => number, rest: number) => (moment: number) =>
  moment % 480 < 48 ? at(moment) : rest * at(moment);

/** Full scale in turns, and between two of them a pair that is lower: the highest point lies within the pair. */
const lowPair = (level: number) => (moment: number) => {
  const within = moment % 600;
  if (within < 300) return 0.3 * wave(440, 0)(moment);
  const sign = alternating(within < 312 ? within : within + 1);
  return within === 311 || within === 312 ? level * sign : within < 324 ? 0.6 * sign : 0;
};

const sounds: Record<string, (moment: number) => number> = {
  silence: () => 0,
  'white noise': noise(1, () => 0.8),
  'noise that comes and goes': noise(2, (moment) => 0.5 + 0.5 * Math.sin(moment / 400)),
  'noise of full scale': noise(3, () => 1),
  clicks: noise(4, (moment) => (moment % 501 < 2 ? 1 : 0.01)),
  'square waves': (moment) => 0.7 * Math.sign(wave(997, 0.1)(moment)),
  'high square waves': (moment) => 0.7 * Math.sign(wave(7919, 0.1)(moment)),
  'full scale in turns': alternating,
  'full scale in turns, in bursts': inBursts(alternating, 0.1),
  ...Object.fromEntries(
    [6000, 8000, 9600, 11_000, 12_000, 14_500, 16_000, 18_000, 20_000, 22_000].flatMap((frequency) => [
      [`${frequency} Hz`, wave(frequency, Math.PI / 4)],
      [`${frequency} Hz in bursts`, inBursts(wave(frequency, Math.PI / 3), 0.69)],
    ]),
  ),
  ...Object.fromEntries([0.3, 0.36, 0.4].map((level) => [`a pair at ${level} between higher samples`, lowPair(level)])),
};

test('the true peak is the highest of all points between samples, whatever sounds', () => {
  for (const [name, at] of Object.entries(sounds)) {
    const samples = stereo(at);
    const exact = exactPeak(samples);
    for (const block of [RATE * 2, 998, 34]) {
      const found = foundPeak(samples, block);
      assert.ok(Math.abs(found - exact) < 0.001, `${name}: ${found} for ${exact} dB in blocks of ${block}`);
    }
  }
});
