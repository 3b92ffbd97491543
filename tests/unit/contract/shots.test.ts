import assert from 'node:assert/strict';
import { test } from 'node:test';

import { chooseBoundaries, type Boundary, type FoundShots } from '#core/contract/shots.ts';

const boundary = (seconds: number, strength: number): Boundary => ({
  ...{ kind: 'cut', seconds, frame: Math.round(seconds * 30), from: seconds, to: seconds, strength },
});
const found: FoundShots = {
  ...{ frames: 300, seconds: 10 },
  boundaries: [boundary(2, 0.9), boundary(2.3, 0.95), boundary(5, 0.3), boundary(9.8, 0.99)],
};
const chosen = (sensitivity: number, shortest: number) =>
  chooseBoundaries(found, { sensitivity, shortest }).map(({ seconds }) => seconds);

test('more sensitivity takes weaker boundaries too', () => {
  assert.deepEqual(chosen(0.5, 0.1), [2, 2.3, 9.8]);
  assert.deepEqual(chosen(0.8, 0.1), [2, 2.3, 5, 9.8]);
  assert.deepEqual(chosen(0.06, 0.1), [2.3, 9.8]);
});

test('no shot is shorter than asked for, and the stronger of two boundaries stays', () => {
  assert.deepEqual(chosen(0.8, 0.5), [2.3, 5]);
  assert.deepEqual(chosen(0.8, 4), [5]);
});
