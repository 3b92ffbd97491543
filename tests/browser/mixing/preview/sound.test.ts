import { expect, test } from '@rstest/core';

import { mixSound, SAMPLE_RATE, type PlacedStereo, type Stereo } from '#plugins/mixing/web/preview/mix-sound.ts';
import { stretchSound } from '#plugins/mixing/stretch-sound.ts';

function tone(frequency: number, seconds: number, level = 0.3): Stereo {
  const wave = Float32Array.from(
    { length: seconds * SAMPLE_RATE },
    (_, index) => Math.sin((2 * Math.PI * frequency * index) / SAMPLE_RATE) * level,
  );
  return [wave, Float32Array.from(wave)];
}

const placed = (sound: Stereo, more: Partial<PlacedStereo> = {}): PlacedStereo => ({
  ...{ sound, at: 0, volume: 1, fadeIn: 0, fadeOut: 0, length: sound[0].length, loops: false },
  ...more,
});

const rms = (samples: Float32Array, from: number, to: number) =>
  Math.sqrt(
    samples.subarray(from * SAMPLE_RATE, to * SAMPLE_RATE).reduce((sum, one) => sum + one * one, 0) /
      ((to - from) * SAMPLE_RATE),
  );

/** How strong one frequency is between two seconds. */
function strength(samples: Float32Array, frequency: number, from: number, to: number): number {
  let [across, along] = [0, 0];
  for (let index = from * SAMPLE_RATE; index < to * SAMPLE_RATE; index++) {
    const angle = (2 * Math.PI * frequency * index) / SAMPLE_RATE;
    across += (samples[index] ?? 0) * Math.cos(angle);
    along += (samples[index] ?? 0) * Math.sin(angle);
  }
  return Math.hypot(across, along) / ((to - from) * SAMPLE_RATE);
}

/** How often a wave rises through zero, a second. */
function pitch(samples: Float32Array): number {
  let rises = 0;
  for (let index = 1; index < samples.length; index++) {
    if ((samples[index - 1] ?? 0) < 0 && (samples[index] ?? 0) >= 0) rises += 1;
  }
  return (rises / samples.length) * SAMPLE_RATE;
}

test.each([0.5, 1.5, 2])('sound at %d times its speed changes its length and not its pitch', (speed) => {
  const [left] = stretchSound(tone(440, 2), speed);
  expect(left.length / SAMPLE_RATE).toBeCloseTo(2 / speed, 3);
  expect(Math.abs(pitch(left) - 440)).toBeLessThan(12);
  expect(Math.abs(rms(left, 0.1, 0.9) - 0.3 / Math.SQRT2)).toBeLessThan(0.03);
});

test('music is repeated to the end, fades, and steps back under the voice', () => {
  const length = 4 * SAMPLE_RATE;
  const music = placed(tone(200, 1), { length, loops: true, fadeOut: SAMPLE_RATE });
  const voice = placed(tone(1000, 1, 0.5), { length });
  const plain = mixSound({ length, shots: [], voice: null, music, duck: false, evens: false });
  expect(rms(plain[0], 2, 3)).toBeCloseTo(rms(plain[0], 1, 2), 2);
  expect(rms(plain[0], 3, 4)).toBeLessThan(rms(plain[0], 2, 3) * 0.7);
  const ducked = mixSound({ length, shots: [], voice, music, duck: true, evens: false });
  const loud = mixSound({ length, shots: [], voice, music, duck: false, evens: false });
  const underVoice = ([left]: Stereo) => strength(left, 200, 0.2, 0.9) / strength(left, 200, 1.5, 2.5);
  expect(underVoice(loud)).toBeCloseTo(1, 1);
  expect(underVoice(ducked)).toBeLessThan(0.5);
});

test('shots of different loudness are heard equally loud where that is wanted', () => {
  const length = 2 * SAMPLE_RATE;
  const shots = [0.4, 0.04].map((level, index) => placed(tone(300, 1, level), { at: index * SAMPLE_RATE }));
  const heard = (evens: boolean) => {
    const [left] = mixSound({ length, shots, voice: null, music: null, duck: false, evens });
    return rms(left, 0.1, 0.9) / rms(left, 1.1, 1.9);
  };
  expect(heard(true)).toBeCloseTo(1, 1);
  expect(heard(false)).toBeGreaterThan(5);
});

test('the mix never leaves full scale, and silence stays silence', () => {
  const length = 2 * SAMPLE_RATE;
  const shots = [1, 2, 3, 4].map((times) => placed(tone(times * 100, 2, 0.9)));
  const loud = mixSound({ length, shots, voice: null, music: null, duck: false, evens: false });
  expect(loud[0].every((sample) => Math.abs(sample) < 1)).toBe(true);
  const silent = mixSound({ length, shots: [], voice: null, music: null, duck: true, evens: false });
  expect(silent[0].every((sample) => sample === 0)).toBe(true);
});
