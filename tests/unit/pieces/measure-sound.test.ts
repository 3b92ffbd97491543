import assert from 'node:assert/strict';
import { test } from 'node:test';

import { STEPS } from '#plugins/pieces/footage.ts';
import {
  LEVELS_A_SECOND,
  measureSound,
  quietMoments,
  SOUND_RATE,
  VoiceLevels,
} from '#plugins/pieces/server/measures/measure-sound.ts';

/** Levels of a sound whose amplitude is told by the second. */
function levelsOf(seconds: number, amplitude: (second: number) => number, chunk = 999): Float32Array {
  const samples = Buffer.alloc(seconds * SOUND_RATE * 2);
  for (let at = 0; at < seconds * SOUND_RATE; at++) {
    const second = at / SOUND_RATE;
    samples.writeInt16LE(Math.round(32767 * amplitude(second) * Math.sin(2 * Math.PI * 440 * second)), at * 2);
  }
  const levels = new VoiceLevels();
  for (let at = 0; at < samples.length; at += chunk) levels.add(samples.subarray(at, at + chunk));
  return levels.finish();
}

/** As loud as syllables, four in a second. */
const syllables = (second: number): number => 0.4 * Math.max(0.01, Math.sin(2 * Math.PI * 4 * second)) ** 2;
const meanOf = (voice: Uint8Array, from: number, to: number): number => {
  const steps = voice.subarray(from * STEPS, to * STEPS);
  return steps.reduce((sum, value) => sum + value, 0) / steps.length / 255;
};

test('levels are the same in whatever chunks samples come', () => {
  const one = levelsOf(1, () => 0.5, 1 << 20);
  assert.equal(one.length, LEVELS_A_SECOND);
  assert.ok(Math.abs((one[10] ?? 0) - 20 * Math.log10(0.5 / Math.SQRT2)) < 0.1, `${one[10]} dB`);
  assert.deepEqual(
    levelsOf(1, () => 0.5, 7),
    one,
  );
});

test('pauses between words are found within a few hundredths of a second', () => {
  const { pauses } = measureSound(
    levelsOf(12, (second) => ((second > 3 && second < 4) || (second > 8 && second < 8.5) ? 0.001 : 0.4)),
    12,
  );
  assert.equal(pauses.length, 2);
  for (const [at, [from, to]] of [
    [3, 4],
    [8, 8.5],
  ].entries()) {
    assert.ok(Math.abs((pauses[at]?.from ?? 0) - (from ?? 0)) <= 0.04, `begins at ${pauses[at]?.from}`);
    assert.ok(Math.abs((pauses[at]?.to ?? 0) - (to ?? 0)) <= 0.04, `ends at ${pauses[at]?.to}`);
  }
});

test('what goes up and down like syllables is speech; a steady sound and silence are none', () => {
  const levels = levelsOf(30, (second) => (second < 10 ? syllables(second) : second < 20 ? 0.2 : 0));
  const { voice } = measureSound(levels, 30);
  assert.ok(meanOf(voice, 1, 9) > 0.7, `speech ${meanOf(voice, 1, 9)}`);
  assert.ok(meanOf(voice, 11, 19) < 0.1, `steady ${meanOf(voice, 11, 19)}`);
  assert.ok(meanOf(voice, 21, 29) < 0.1, `silent ${meanOf(voice, 21, 29)}`);
});

test('a video that has no sound, or ends later than it, is a pause there', () => {
  assert.deepEqual(measureSound(new Float32Array(0), 5).pauses, [{ from: 0, to: 5 }]);
  const { pauses } = measureSound(
    levelsOf(2, () => 0.4),
    5,
  );
  assert.deepEqual(pauses, [{ from: 2, to: 5 }]);
});

test('a cut keeps away from the words beside a pause, and a long pause has several places for it', () => {
  assert.deepEqual(quietMoments([{ from: 1, to: 1.2 }]), [1.1]);
  const [first = 0, last = 0] = quietMoments([{ from: 2, to: 2.5 }]);
  assert.ok(first > 2.05 && last < 2.45 && last > first);
  const long = quietMoments([{ from: 0, to: 3 }]);
  assert.ok(long.length >= 3 && long.every((moment) => moment > 0 && moment < 3));
});
