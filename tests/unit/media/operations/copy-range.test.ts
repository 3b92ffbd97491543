import assert from 'node:assert/strict';
import { test } from 'node:test';

import { findCopyRange } from '#core/server/services/media/operations/copy-range.ts';

/** Groups of eight frames: a key frame, then each P frame before the two B frames that are shown before it. */
const GROUP = [0, 3, 1, 2, 6, 4, 5, 7];
const keys = [0, 8, 16, 24, 32];
const places = keys.flatMap((first) => GROUP.map((place) => first + place));

const rangeOf = (first: number, last: number) => findCopyRange({ places, keys }, { first, last });

test('a shot is copied from its first key frame on', () => {
  assert.deepEqual(rangeOf(0, 24), { first: 0, last: 24 });
  assert.deepEqual(rangeOf(8, 24), { first: 8, last: 24 });
  assert.deepEqual(rangeOf(5, 24), { first: 8, last: 24 });
});

test('it is copied as far as every frame is there that is shown before the last one', () => {
  assert.deepEqual(rangeOf(0, 20), { first: 0, last: 20 });
  assert.deepEqual(rangeOf(0, 22), { first: 0, last: 20 });
  assert.deepEqual(rangeOf(0, 19), { first: 0, last: 17 });
});

test('a single frame may be left over at the end, but not at the beginning, nor after a key frame', () => {
  assert.deepEqual(rangeOf(0, 21), { first: 0, last: 20 });
  assert.deepEqual(rangeOf(7, 40), { first: 16, last: 40 });
  assert.deepEqual(rangeOf(0, 18), { first: 0, last: 16 });
});

test('a shot of which less than half could be copied is encoded', () => {
  assert.deepEqual(rangeOf(9, 23), { first: 16, last: 23 });
  assert.equal(rangeOf(9, 22), null);
  assert.equal(rangeOf(33, 39), null);
});

test('a key frame after which earlier frames are shown begins nothing that is copied', () => {
  const open = { places: [0, 1, 4, 2, 3, 5], keys: [0, 2] };
  assert.equal(findCopyRange(open, { first: 2, last: 6 }), null);
  assert.deepEqual(findCopyRange(open, { first: 0, last: 6 }), { first: 0, last: 6 });
});
