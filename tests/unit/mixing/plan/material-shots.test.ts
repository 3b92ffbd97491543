import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sliceFingerprint, type Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';
import { seededRandom } from '#plugins/mixing/server/plan/random.ts';
import { isSameFootage, sharedShare } from '#plugins/mixing/server/plan/shared-footage.ts';
import { shotGroupsOf } from '#plugins/mixing/server/plan/shot-groups.ts';
import { windowsOf } from '#plugins/mixing/shot-windows.ts';
import { blank, buildFootage, joined, mirrored, noisy } from '#tests/unit/mixing/build-footage.ts';

/** Frames from one second to another. */
const cut = (footage: Fingerprint, from: number, to: number) => sliceFingerprint(footage, from * 6, to * 6);

test('a material is cut into windows that do not overlap', () => {
  assert.deepEqual(windowsOf(10, 3), [
    { start: 0, end: 3 },
    { start: 3, end: 6 },
    { start: 6, end: 9 },
  ]);
  assert.deepEqual(windowsOf(9, 3).length, 3);
  assert.deepEqual(windowsOf(2.4, 3), [{ start: 0, end: 2.4 }]);
  assert.deepEqual(windowsOf(0.9, 3), []);
  assert.deepEqual(windowsOf(0.9, 3, 0.5), [{ start: 0, end: 0.9 }]);
  assert.deepEqual(windowsOf(0.3, 0.1, 0.1).length, 3);
  assert.deepEqual(windowsOf(Number.NaN, 3), []);
  assert.throws(() => windowsOf(3, 0), TypeError);
});

test('changed, mirrored and cut-down copies are the same footage, other footage is not', () => {
  const random = seededRandom(1);
  const original = buildFootage(24, random);
  assert.ok(isSameFootage(original, noisy(original, 0.25, random)));
  assert.equal(sharedShare(original, mirrored(original)), 1);
  assert.equal(sharedShare(original, cut(original, 1, 3)), 1, 'all of the shorter one is in the other');
  assert.equal(sharedShare(original, buildFootage(24, random)), 0);
});

test('shots are the same by one limit: what videos that have no shot in common may share', () => {
  const random = seededRandom(2);
  const original = buildFootage(60, random);
  const tenth = joined(cut(original, 0, 1), buildFootage(54, random));
  const fifth = joined(cut(original, 0, 2), buildFootage(48, random));
  assert.equal(isSameFootage(original, tenth), false);
  assert.ok(isSameFootage(original, fifth));
});

test('frames that show nothing make no footage the same, unless there are no others', () => {
  const random = seededRandom(3);
  const withBlack = () => joined(blank(20), buildFootage(8, random));
  assert.equal(isSameFootage(withBlack(), withBlack()), false);
  assert.ok(isSameFootage(blank(6), blank(8)));
  assert.equal(isSameFootage(blank(6), withBlack()), false);
});

test('a clip that shows nothing of its own gives no shots in its group', () => {
  const random = seededRandom(4);
  const long = buildFootage(60, random);
  const { groups, setAside, merged } = shotGroupsOf({
    groups: [
      {
        id: 'a',
        shotSeconds: 3,
        materials: [
          { material: 'short', identity: 'short', duration: 4, fingerprint: cut(long, 0, 4) },
          { material: 'long', identity: 'long', duration: 10, fingerprint: long },
          { material: 'other', identity: 'other', duration: 3, fingerprint: buildFootage(18, random) },
          { material: 'blink', identity: 'blink', duration: 0.5, fingerprint: buildFootage(3, random) },
        ],
      },
    ],
  });
  assert.deepEqual(
    groups[0]?.shots.map((shot) => shot.material),
    ['long', 'long', 'long', 'other'],
  );
  assert.equal(new Set(groups[0]?.shots.map((shot) => shot.symbol)).size, 4);
  assert.deepEqual(setAside, [
    { group: 'a', material: 'short', sameAs: 'long' },
    { group: 'a', material: 'blink', sameAs: null },
  ]);
  assert.deepEqual([...merged], [['short@0-3000', 'long@0-3000']]);
});

test('a clip that begins later than a longer one of the same footage adds nothing, and takes nothing away', () => {
  const whole = buildFootage(72, seededRandom(6));
  const { groups, setAside } = shotGroupsOf({
    groups: [
      {
        id: 'a',
        shotSeconds: 3,
        materials: [
          { material: 'long', identity: 'long', duration: 9, fingerprint: cut(whole, 0, 9) },
          { material: 'later', identity: 'later', duration: 7.5, fingerprint: cut(whole, 1.5, 9) },
        ],
      },
    ],
  });
  assert.deepEqual(
    groups[0]?.shots.map(({ symbol }) => symbol),
    ['long@0-3000', 'long@3000-6000', 'long@6000-9000'],
  );
  assert.deepEqual(setAside, [{ group: 'a', material: 'later', sameAs: 'long' }]);
});

test('the same footage in different groups shares the symbols of the windows that show the same', () => {
  const random = seededRandom(5);
  const long = buildFootage(60, random);
  const { groups } = shotGroupsOf({
    groups: [
      { id: 'a', shotSeconds: 3, materials: [{ material: 'long', identity: 'long', duration: 10, fingerprint: long }] },
      {
        id: 'b',
        shotSeconds: 3,
        materials: [
          { material: 'tail', identity: 'tail', duration: 7, fingerprint: noisy(cut(long, 3, 10), 0.1, random) },
        ],
      },
      { id: 'c', shotSeconds: 3, materials: [{ material: 'long', identity: 'long', duration: 10, fingerprint: long }] },
    ],
  });
  const symbols = groups.map((group) => group.shots.map((shot) => shot.symbol));
  assert.deepEqual(symbols[1], [symbols[0]?.[1], symbols[0]?.[2]]);
  assert.deepEqual(symbols[2], symbols[0]);
  assert.deepEqual(groups[1]?.shots[0]?.window, { start: 0, end: 3 });
});
