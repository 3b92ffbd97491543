import assert from 'node:assert/strict';
import { test } from 'node:test';

import { hashVideo, sharedFrames } from '#core/server/services/media/footage/shared-frames.ts';
import { seededRandom } from '#plugins/mixing/server/plan/random.ts';
import { blank, buildFootage, joined, mirrored, noisy } from '#tests/unit/mixing/build-footage.ts';

const random = seededRandom(7);
const [one, two, three, four] = [60, 60, 60, 60].map((frames) => buildFootage(frames, random));
const shared = (a: typeof one, b: typeof one) => {
  assert.ok(a !== undefined && b !== undefined);
  return sharedFrames(hashVideo(a), hashVideo(b));
};

test('what is in both counts wherever it stands, encoded anew or mirrored', () => {
  assert.ok(one !== undefined && two !== undefined && three !== undefined && four !== undefined);
  assert.equal(shared(one, two), 0);
  assert.equal(shared(one, one), 1);
  assert.equal(shared(joined(one, two), joined(three, one)), 0.5);
  assert.equal(shared(joined(one, two, three), joined(four, two)), 0.5, 'of the shorter one');
  assert.equal(shared(joined(one, two), joined(three, mirrored(one))), 0.5);
  assert.ok(shared(one, noisy(one, 0.1, random)) > 0.9);
  assert.equal(shared(joined(one, blank(60)), joined(two, blank(60))), 0, 'black is nothing in common');
});
