import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  joinFingerprints,
  POINTS,
  sliceFingerprint,
  type Fingerprint,
} from '#core/server/services/media/footage/fingerprint.ts';

const footage = (frames: number, ...values: number[]): Fingerprint => ({
  frames,
  views: values.map((value) => new Int8Array(frames * POINTS).fill(value)),
});

test('what is joined is found again where it began', () => {
  const [first, second] = [footage(3, 5), footage(2, 7)];
  const joined = joinFingerprints([
    { start: 0, footage: first },
    { start: 6, footage: second },
  ]);
  assert.equal(joined.frames, 8);
  assert.deepEqual(sliceFingerprint(joined, 0, 3), first);
  assert.deepEqual(sliceFingerprint(joined, 3, 6), footage(3, 0));
  assert.deepEqual(sliceFingerprint(joined, 6, 8), second);
});

test('where only one of them has a border, the other looks the same within it', () => {
  const joined = joinFingerprints([
    { start: 0, footage: footage(1, 5, 6) },
    { start: 1, footage: footage(1, 7) },
  ]);
  assert.deepEqual(sliceFingerprint(joined, 0, 1), footage(1, 5, 6));
  assert.deepEqual(sliceFingerprint(joined, 1, 2), footage(1, 7, 7));
});

test('of nothing there is nothing', () => {
  assert.deepEqual(joinFingerprints([]), { frames: 0, views: [] });
});
