import assert from 'node:assert/strict';
import { test } from 'node:test';

import { evenGains } from '#plugins/mixing/even-sound.ts';

const decibels = (gains: readonly number[]) => gains.map((gain) => Math.round(20 * Math.log10(gain) * 10) / 10);

test('shots meet at their mean, none moves further than 15 dB, and silence stays', () => {
  assert.deepEqual(decibels(evenGains([-14, -26])), [-6, 6]);
  assert.deepEqual(decibels(evenGains([-10, -48])), [-15, 15]);
  assert.deepEqual(decibels(evenGains([-20, -70, -20])), [0, 0, 0]);
  assert.deepEqual(evenGains([-70, -Infinity]), [1, 1]);
  assert.deepEqual(evenGains([]), []);
});
