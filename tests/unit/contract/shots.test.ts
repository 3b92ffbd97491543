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

test('a change that takes time is none where it leaves too little of a shot beside it', () => {
  const dissolve = (from: number, to: number): Boundary => ({
    ...boundary((from + to) / 2, 0.8),
    ...{ kind: 'dissolve', from, to },
  });
  const boundaries = [dissolve(0.5, 1.5), boundary(3, 0.9), dissolve(3.4, 5.4), dissolve(7, 8)];
  const starts = (trims: boolean) =>
    chooseBoundaries({ ...found, boundaries }, { sensitivity: 0.5, shortest: 0.6, trims }).map(
      ({ seconds }) => seconds,
    );
  assert.deepEqual(starts(false), [1, 3, 4.4, 7.5]);
  assert.deepEqual(starts(true), [3, 7.5]);
});

test('no shot is shorter than asked for, and the stronger of two boundaries stays', () => {
  assert.deepEqual(chosen(0.8, 0.5), [2.3, 5]);
  assert.deepEqual(chosen(0.8, 4), [5]);
});
